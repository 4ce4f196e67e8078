import * as shellMessages from "@market/contract/shell/messages";
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { IconButton } from "./icon-button.tsx";
import { stackModal } from "./modals.ts";

type Props = {
  open: boolean;
  /** Called once, however the dialog was dismissed. */
  onClose: () => void;
  label: string;
  /** Set if a click outside must not dismiss it. */
  role?: "alertdialog";
  className?: string;
  /** Back closes this one by the address, or shows the question again. */
  ownsBack?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A modal dialog. Escape and Back dismiss it; focus then returns to where it was. */
export function Dialog({
  open,
  onClose,
  label,
  role,
  className = "dialog-centred",
  ownsBack = false,
  initialFocus,
  children,
}: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const wanted = useRef({ open, onClose });
  useEffect(() => {
    wanted.current = { open, onClose };
  });

  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return undefined;
    const selection = getSelection();
    // A caret left behind slows down every change in the page below.
    if (selection?.isCollapsed) selection.removeAllRanges();
    dialog.showModal();
    initialFocus?.current?.focus();
    const unstack = stackModal(dialog, ownsBack ? undefined : () => wanted.current.onClose());
    return () => {
      unstack();
      dialog.close();
    };
  }, [open, ownsBack, initialFocus]);

  return (
    <dialog
      ref={element}
      aria-label={label}
      role={role}
      className={`dialog ${className}`}
      onClose={(event) => {
        if (event.target === element.current && wanted.current.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current && role !== "alertdialog") onClose();
      }}
    >
      {open && children}
    </dialog>
  );
}

type CloseProps = Omit<ComponentProps<typeof IconButton>, "icon" | "label">;

export function CloseButton(props: CloseProps) {
  return <IconButton icon="close" label={shellMessages.closeDialog} {...props} />;
}
