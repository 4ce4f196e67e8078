import * as shellMessages from "@market/contract/shell/messages";
import { useRef } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./more-icons.tsx";

const looks = {
  warning: "bg-marigold text-on-marigold",
  info: "bg-mint text-on-mint",
  error: "bg-danger text-on-danger",
};

export type ShownAlert = {
  kind: keyof typeof looks;
  title: string;
  text: string;
  dismiss: () => void;
  question?: { yes: string; no: string; onYes: () => void };
};

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
          {alert.question && (
            <Button
              className="mt-2 w-full"
              onClick={() => {
                alert.question?.onYes();
                alert.dismiss();
              }}
            >
              {alert.question.yes}
            </Button>
          )}
          <Button
            ref={button}
            kind={alert.question ? "plain" : "primary"}
            onClick={alert.dismiss}
            className={`w-full ${alert.question ? "" : "mt-2"}`}
          >
            {alert.question?.no ?? shellMessages.ok}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
