import { messages } from "@market/contract/messages";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { Icon } from "./icon.tsx";
import { stackModal } from "./modals.ts";

type Props = {
  open: boolean;
  /** Called once when the dialog was dismissed by any way: button, Escape, Back, a click beside it. */
  onClose: () => void;
  /** Names the dialog for assistive technology. */
  label: string;
  /** `alert` interrupts and is not dismissed by a click beside it. */
  role?: "alertdialog";
  /** Size and place; a sheet from below on phones unless it says otherwise. */
  className?: string;
  /** Back has its own way to close this one: the address names it, or a question holds Back already. */
  ownsBack?: boolean;
  /** Focused first, where the first control would be the wrong one. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/**
 * A modal dialog on the platform's own element: everything outside is inert, Escape and the phone's
 * Back dismiss it, and focus returns to where it was.
 */
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
    // A caret that stays behind is looked for in the page below at every change.
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

type CloseProps = {
  onClick: () => void;
  className?: string;
  ref?: RefObject<HTMLButtonElement | null>;
};

/** The round button that closes a dialog, for its top right corner. */
export function CloseButton({ onClick, className = "", ref }: CloseProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={messages.closeDialog}
      onClick={onClick}
      className={`pressable bg-surface text-ink border-line grid size-12 place-items-center rounded-full border ${className}`}
    >
      <Icon name="close" />
    </button>
  );
}
