import { toastDefault, toastError, toastSuccess } from "@market/contract/limits";
import * as shellMessages from "@market/contract/shell/messages";
import { useEffect } from "react";
import { type Toast, toast as hot, useToaster } from "react-hot-toast/headless";
import { Icon } from "./more-icons.tsx";

/** Toasts that are visible together (R527). */
const mostVisible = 3;
const alert = { role: "alert", "aria-live": "assertive" } as const;

export type ToastKind = "plain" | "success" | "error";
export type ToastOptions = {
  /** Milliseconds (R525, R526). */
  duration?: number;
  /** The subject of the toast, which replaces the one with the same id. */
  id?: string;
  detail?: string;
};

/** R522 to R524. */
export function addToast(kind: ToastKind, text: string, moreOptions: ToastOptions = {}): void {
  const { detail, ...options } = moreOptions;
  const words = detail === undefined ? text : <TwoLines text={text} detail={detail} />;
  if (kind === "plain") hot(words, { duration: toastDefault, ...options });
  else if (kind === "success") hot.success(words, { duration: toastSuccess, ...options });
  else hot.error(words, { duration: toastError, ariaProps: alert, ...options });
}

export const removeToast = (id: string): void => hot.dismiss(id);

function TwoLines({ text, detail }: { text: string; detail: string }) {
  return (
    <span className="grid">
      <span className="font-bold">{text}</span>
      <span className="text-sm">{detail}</span>
    </span>
  );
}

/** Paused while they are read or the tab is hidden. */
export function Toasts() {
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
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
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
        aria-label={shellMessages.close}
        onClick={() => hot.dismiss(toast.id)}
        className="text-muted hover:text-ink grid size-12 shrink-0 place-items-center"
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
