import * as shellMessages from "@market/contract/shell/messages";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from "react";
import { useHydrated } from "../browser/hydrated.tsx";

/**
 * A tap that comes before the scripts opens a note that says so, which the browser does by itself; once they have loaded,
 * the tap counts if the note is still open (decision 083). One that comes while React takes over opens the note, too, and
 * has been acted on.
 */
export function useEarlyTap(act: () => void): {
  popoverTarget?: string;
  onClickCapture?: () => void;
  note?: ReactNode;
} {
  const id = useId();
  const hasActed = useRef(false);
  const note = useRef<HTMLParagraphElement>(null);
  const isHydrated = useHydrated();
  const catchUp = useEffectEvent(act);
  useEffect(() => {
    if (!hasActed.current && note.current?.getClientRects().length) catchUp();
  }, []);
  if (isHydrated) return {};
  return {
    popoverTarget: id,
    onClickCapture: () => {
      hasActed.current = true;
    },
    note: (
      <p ref={note} id={id} popover="auto" className="early-note">
        {shellMessages.loading}
      </p>
    ),
  };
}
