import { toastDefault, toastError, toastSuccess } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { useEffect } from "react";
import { type Toast, toast as hot, useToaster } from "react-hot-toast/headless";
import { Icon } from "./icon.tsx";
import type { Toasted, ToastKind } from "./toast.ts";

/** Toasts in sight at a time, of the twenty that are kept (R527). */
const mostVisible = 3;
const alert = { role: "alert", "aria-live": "assertive" } as const;

/** Puts up one more toast (R522 to R524). */
export function addSlip(kind: ToastKind, { text, detail, ...options }: Toasted): void {
  const words = detail === undefined ? text : <TwoLines text={text} detail={detail} />;
  if (kind === "plain") hot(words, { duration: toastDefault, ...options });
  else if (kind === "success") hot.success(words, { duration: toastSuccess, ...options });
  else hot.error(words, { duration: toastError, ariaProps: alert, ...options });
}

function TwoLines({ text, detail }: { text: string; detail: string }) {
  return (
    <span className="grid">
      <span className="font-bold">{text}</span>
      <span className="text-sm">{detail}</span>
    </span>
  );
}

/** The toasts themselves; they wait while somebody reads them or looks elsewhere. */
export function Slips() {
  const { toasts, handlers } = useToaster();
  const { startPause, endPause } = handlers;

  useEffect(() => {
    const follow = () => (document.hidden ? startPause() : endPause());
    document.addEventListener("visibilitychange", follow);
    return () => document.removeEventListener("visibilitychange", follow);
  }, [startPause, endPause]);

  return (
    <div
      className="contents"
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
