import { useState, useSyncExternalStore } from "react";
import { later } from "./later.tsx";

export type AlertNotice = { kind: "warning" | "info" | "error"; title: string; text: string };
export type ShownAlert = AlertNotice & { dismiss: () => void };

let waiting: readonly ShownAlert[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ShownAlert[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Shows a message that must be answered with OK; several are shown one after the other. */
export function showAlert(notice: AlertNotice): Promise<void> {
  return new Promise((resolve) => {
    const shown: ShownAlert = {
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

const dialog = later(async () => (await import("./alert-dialog.tsx")).AlertDialog);
/** Fetches the dialog's code, so that an alert need not wait for it. */
export const loadAlerts = dialog.fetch;

/** Where alerts appear; stands once in the shell. */
export function Alerts() {
  const alert = useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  );
  // Once shown it stays, since it goes away with a movement.
  const [isNeeded, setIsNeeded] = useState(false);
  if (alert && !isNeeded) setIsNeeded(true);
  return isNeeded && <dialog.Part alert={alert} />;
}
