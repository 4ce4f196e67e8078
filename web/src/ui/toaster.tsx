import { messages } from "@market/contract/messages";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useTopModal } from "./modals.ts";
import { loadedSlips, subscribeToSlips } from "./toast.ts";

/**
 * Where toasts appear; stands once in the shell, and empty before the first one, so that readers know
 * it. While a modal is open it lives inside it, since everything outside a modal can be neither seen
 * by a reader nor clicked.
 */
export function Toaster() {
  const slips = useSyncExternalStore(subscribeToSlips, loadedSlips, () => undefined);
  const modal = useTopModal();
  const [isClient, setIsClient] = useState(false);
  useEffect(() => setIsClient(true), []);

  const region = (
    <div role="region" aria-label={messages.notifications} aria-live="polite" className="toaster">
      {slips && <slips.Slips />}
    </div>
  );
  return isClient && modal ? createPortal(region, modal) : region;
}
