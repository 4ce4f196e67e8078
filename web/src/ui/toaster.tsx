import * as shellMessages from "@market/contract/messages/shell";
import { createElement, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "../browser/store.ts";
import { useTopModal } from "./modals.ts";
import { loadedToasts } from "./toast.ts";

/**
 * Empty before the first toast, so that screen readers know it; inside a modal while one is open.
 */
export function Toaster() {
  const Toasts = useStore(loadedToasts);
  const modal = useTopModal();
  const [isClient, setIsClient] = useState(false);
  useEffect(() => setIsClient(true), []);

  const region = (
    <div
      role="region"
      aria-label={shellMessages.notifications}
      aria-live="polite"
      className="toaster"
    >
      {Toasts && createElement(Toasts)}
    </div>
  );
  return isClient && modal ? createPortal(region, modal) : region;
}
