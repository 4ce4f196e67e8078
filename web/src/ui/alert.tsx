import { messages } from "@market/contract/messages";
import { useRef, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";

export type AlertNotice = { kind: "warning" | "info" | "error"; title: string; text: string };
type Shown = AlertNotice & { dismiss: () => void };

let waiting: readonly Shown[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Shows a message that must be answered with OK; several are shown one after the other. */
export function showAlert(notice: AlertNotice): Promise<void> {
  return new Promise((resolve) => {
    const shown: Shown = {
      ...notice,
      dismiss: () => {
        change(waiting.filter((other) => other !== shown));
        resolve();
      },
    };
    change([...waiting, shown]);
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const looks = {
  warning: "bg-marigold text-on-marigold",
  info: "bg-mint text-on-mint",
  error: "bg-danger text-on-danger",
};

/** Where alerts appear; stands once in the shell. */
export function Alerts() {
  const alert = useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  );
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
