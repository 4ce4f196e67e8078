import {
  type ComponentProps,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from "react";
import { Spinner } from "./spinner.tsx";

export type ButtonKind = "primary" | "plain" | "quiet" | "danger" | "whatsapp";

const kinds: Record<ButtonKind, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-strong border-transparent",
  plain: "bg-surface text-ink border-control hover:bg-sunken",
  quiet: "bg-transparent text-ink border-transparent hover:bg-sunken",
  danger: "bg-surface text-danger border-danger hover:bg-danger-soft",
  whatsapp: "bg-whatsapp text-on-whatsapp border-transparent hover:[filter:brightness(0.95)]",
};

export function buttonClass(kind: ButtonKind = "primary", extra = ""): string {
  return `pressable inline-flex min-h-12 items-center justify-center gap-2 rounded-button border px-5 text-center text-base font-bold no-underline disabled:opacity-55 aria-disabled:opacity-55 ${kinds[kind]} ${extra}`;
}

type Props = ComponentProps<"button"> & {
  kind?: ButtonKind;
  /** Shows a spinner and refuses clicks. */
  busy?: boolean;
};

/** Never submits unless its type says so. */
export function Button({
  kind = "primary",
  busy = false,
  className,
  disabled,
  children,
  ref,
  ...rest
}: Props) {
  const element = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => element.current as HTMLButtonElement);
  useRestoredFocus(element, busy);
  return (
    <button
      ref={element}
      type="button"
      className={buttonClass(kind, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

/** A disabled button loses the focus: restores it. */
function useRestoredFocus(element: RefObject<HTMLButtonElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const button = element.current;
    if (busy) hadFocus.current = document.activeElement === button;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    }
  }, [element, busy]);
}
