import { messages } from "@market/contract/messages";
import { useRef } from "react";
import type { ShownAlert } from "./alert.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";

const looks = {
  warning: "bg-marigold text-on-marigold",
  info: "bg-mint text-on-mint",
  error: "bg-danger text-on-danger",
};

/** A message that must be answered with OK. */
export function AlertDialog({ alert }: { alert: ShownAlert | undefined }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={alert !== undefined}
      onClose={() => alert?.dismiss()}
      label={alert?.title ?? ""}
      role="alertdialog"
      initialFocus={button}
    >
      {alert && (
        <div className="grid justify-items-center gap-3 p-6 text-center" role="document">
          <span className={`grid size-14 place-items-center rounded-full ${looks[alert.kind]}`}>
            <Icon name="alert" className="size-8" />
          </span>
          <h2 className="text-xl font-bold">{alert.title}</h2>
          <p className="text-muted">{alert.text}</p>
          <Button ref={button} onClick={alert.dismiss} className="mt-2 w-full">
            {messages.ok}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
