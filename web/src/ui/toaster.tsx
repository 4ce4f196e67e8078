import * as shellMessages from "@market/contract/shell/messages";
import { createElement, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "../browser/store.ts";
import { useTopModal } from "./modals.ts";
import { loadedToasts, lostToast } from "./toast.ts";

/** Empty before the first toast, so that screen readers know it; inside a modal while one is open. */
export function Toaster() {
  const Toasts = useStore(loadedToasts);
  const lost = useStore(lostToast);
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
      {Toasts ? createElement(Toasts) : lost && <p className="toast py-3 pr-3.5">{lost}</p>}
    </div>
  );
  return isClient && modal ? createPortal(region, modal) : region;
}
