import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  open: boolean;
  label?: string;
  title: string;
  children: ReactNode;
  cancel: string;
  confirm: string;
  busy?: boolean;
  ownsBack?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
};

/** The harmless answer has the focus. */
export function Confirm(props: Props) {
  const { open, title, label = title, busy, ownsBack, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      label={label}
      role="alertdialog"
      ownsBack={ownsBack}
      initialFocus={cancel}
    >
      <div className="grid gap-3 p-6">
        <h2 className="text-xl font-bold">{title}</h2>
        <div className="text-muted wrap-anywhere">{props.children}</div>
        <div className="mt-2 grid grid-cols-2 gap-3">
          <Button ref={cancel} kind="plain" onClick={onCancel}>
            {props.cancel}
          </Button>
          <Button kind="danger" busy={busy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
