import { messages } from "@market/contract/messages";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { type Toast, toast as hot, useToaster } from "react-hot-toast/headless";
import { Icon } from "./icon.tsx";
import { useTopModal } from "./modals.ts";

/** Toasts in sight at a time, of the twenty that are kept (R527). */
const mostVisible = 3;

/**
 * Where toasts appear; stands once in the shell. While a modal is open it lives inside it, since
 * everything outside a modal can be neither seen by a reader nor clicked.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const modal = useTopModal();
  const { startPause, endPause } = handlers;
  const [isClient, setIsClient] = useState(false);
  useEffect(() => setIsClient(true), []);

  useEffect(() => {
    const follow = () => (document.hidden ? startPause() : endPause());
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [startPause, endPause]);

  const region = (
    <div
      role="region"
      aria-label={messages.notifications}
      aria-live="polite"
      className="toaster"
      onMouseEnter={startPause}
      onMouseLeave={endPause}
      onFocus={startPause}
      onBlur={endPause}
    >
      {toasts.slice(0, mostVisible).map((toast) => (
        <Slip key={toast.id} toast={toast} />
      ))}
    </div>
  );
  return isClient && modal ? createPortal(region, modal) : region;
}

function Slip({ toast }: { toast: Toast }) {
  const { type, visible, ariaProps, message } = toast;
  return (
    <div className="toast" data-visible={visible} {...(type === "error" ? ariaProps : undefined)}>
      {type === "success" && <Icon name="check" className="text-primary size-6" />}
      {type === "error" && <Icon name="alert" className="text-danger size-6" />}
      <p className="min-w-0 flex-1 py-3">
        {typeof message === "function" ? message(toast) : message}
      </p>
      <button
        type="button"
        aria-label={messages.close}
        onClick={() => hot.dismiss(toast.id)}
        className="text-muted hover:text-ink grid size-12 shrink-0 place-items-center"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
