import { useCallback, useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { topDismiss, useTopDismiss } from "../ui/modals.ts";

/** Back closes the dialog that is on top, and the page stays (Q74); stands once in the shell. */
export function BackCloses() {
  // The router knows one blocker at a time, so this one is there only as long as it is needed.
  return useTopDismiss() && <Closing />;
}

function Closing() {
  const isBack = useCallback<BlockerFunction>(
    ({ historyAction }) => historyAction === "POP" && topDismiss() !== undefined,
    [],
  );
  const blocker = useBlocker(isBack);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    blocker.reset();
    topDismiss()?.();
  }, [blocker]);
  return null;
}
