import { type ReactNode, useLayoutEffect } from "react";
import { Button } from "../ui/button.tsx";

type Props = {
  labels: { idle: string; working: string };
  state: "editing" | "processing" | "done";
  /** Why the form is not ready, or how far it is. */
  line: string;
  children?: ReactNode;
};

/**
 * The submit button, always in reach. It stays clickable when the form is not ready, so that the
 * click tells why, and as wide as its longer words, so that it does not jump.
 */
export function SubmitBar({ labels, state, line, children }: Props) {
  const isWorking = state === "processing";
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.add("has-submit-bar");
    return () => classList.remove("has-submit-bar");
  }, []);
  return (
    <div className="submit-bar bg-canvas border-line sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 border-t px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6">
      <p
        className={`text-muted min-w-[min(100%,12rem)] grow text-sm sm:basis-0 ${children && line ? "basis-full" : "basis-0"}`}
        role="status"
      >
        {line}
      </p>
      {children}
      <Button type="submit" busy={isWorking} disabled={state !== "editing"} className="shrink-0">
        <span className="grid text-center">
          <span className={`col-start-1 row-start-1 ${isWorking ? "invisible" : ""}`}>
            {labels.idle}
          </span>
          <span className={`col-start-1 row-start-1 ${isWorking ? "" : "invisible"}`}>
            {labels.working}
          </span>
        </span>
      </Button>
    </div>
  );
}
