import { messages } from "@market/contract/messages";
import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { currentSession } from "../account/session.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

/** Asks before a form with unsaved changes is left, by a link, by Back or by closing the tab. */
export function LeaveGuard({ active, onLeave }: { active: boolean; onLeave: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  // Who has been signed out cannot save any more, and must reach the login page.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      currentLocation.pathname !== nextLocation.pathname &&
      currentSession().status === "signed-in",
  );
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [active]);

  const leave = () => {
    onLeave();
    blocker.proceed?.();
  };
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      label="Leave without saving?"
      role="alertdialog"
      ownsBack
      initialFocus={stay}
    >
      <div className="grid gap-3 p-6">
        <h2 className="text-xl font-bold">Leave without saving?</h2>
        <p className="text-muted">What you have changed here is lost when you leave.</p>
        <div className="mt-2 grid grid-cols-2 gap-3">
          <Button ref={stay} kind="plain" onClick={() => blocker.reset?.()}>
            {messages.no}
          </Button>
          <Button kind="danger" onClick={leave}>
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
