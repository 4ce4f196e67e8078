import { Suspense, useEffect, useState } from "react";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { createStore, useStore } from "../browser/store.ts";
import type { ShownAlert } from "./alert-dialog.tsx";
import { toast } from "./toast.ts";

export type AlertNotice = Omit<ShownAlert, "dismiss">;

const waiting = createStore<readonly ShownAlert[]>([]);

/** Alerts are shown one after the other. */
export function showAlert(notice: AlertNotice): Promise<void> {
  return new Promise((resolve) => {
    const shown: ShownAlert = {
      ...notice,
      dismiss: () => {
        waiting.set(waiting.get().filter((other) => other !== shown));
        resolve();
      },
    };
    waiting.set([...waiting.get(), shown]);
  });
}

/** A question instead of a message; dismissing it means no. */
export function askAlert(
  notice: AlertNotice,
  { yes, no }: { yes: string; no: string },
): Promise<boolean> {
  let isYes = false;
  const dismissed = showAlert({
    ...notice,
    question: { yes, no, onYes: () => (isYes = true) },
  });
  return dismissed.then(() => isYes);
}

const AlertDialog = lazyWithPreload(
  async () => (await import("./alert-dialog.tsx")).AlertDialog,
  LostAlert,
);
export const loadAlerts = AlertDialog.preload;

/** Says it in a notice when the dialog's code could not be fetched; a question is then answered with no. */
function LostAlert({ alert }: { alert: ShownAlert | undefined }) {
  useEffect(() => {
    if (!alert) return;
    toast.error(alert.title, { detail: alert.text });
    alert.dismiss();
  }, [alert]);
  return null;
}

export function Alerts() {
  const [alert] = useStore(waiting);
  // Stays mounted for the closing transition.
  const [hasOpened, setHasOpened] = useState(false);
  if (alert && !hasOpened) setHasOpened(true);
  return (
    hasOpened && (
      <Suspense>
        <AlertDialog alert={alert} />
      </Suspense>
    )
  );
}
