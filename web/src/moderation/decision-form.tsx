import * as calls from "@market/contract/moderation/calls";
import { maxLength } from "@market/contract/limits";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import {
  type DecisionAction,
  decisionActions,
  recordedAs,
} from "@market/contract/moderation/report";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { usualFeedbackNote } from "@market/contract/notices/messages";
import { type FormEvent, useRef, useState } from "react";
import { ApiError, describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useOnce } from "../api/use-once.ts";
import { focus } from "../browser/focus.ts";
import { titleOf } from "./case-words.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";

/** The actions of keys 1 to 5; for feedback and students only some of them. */
export function actionsOf(one: ModerationCase): readonly DecisionAction[] {
  const { productId, dealId, userId } = one;
  return decisionActions.filter((action) => {
    if (action === "hide") return productId !== undefined;
    if (action === "remove") return productId !== undefined || dealId !== undefined;
    if (action !== "suspend") return true;
    // A grievance may be about no student.
    return (productId ?? dealId ?? userId) !== undefined && !isSafeFromSuspension(one);
  });
}

/** A moderator cannot be suspended here, but an earlier suspension can be upheld on appeal. */
const isSafeFromSuspension = ({ concerned, appeal }: ModerationCase) =>
  concerned?.moderator === true && appeal?.against.action !== "suspend";

/** What concerns the item, and what concerns its seller: where they do not fit on one line, these are the two. */
const lines = [decisionActions.slice(0, 3), decisionActions.slice(3)];
const keyOf = (action: DecisionAction) => String(decisionActions.indexOf(action) + 1);

type Props = {
  of: ModerationCase;
  wanted: DecisionAction | undefined;
  onWant: (wanted: DecisionAction | undefined) => void;
  onDecided: () => void;
};

/** One tap or key chooses, Enter sends the usual note or another one. */
export function DecisionForm({ of: one, wanted, onWant, onDecided }: Props) {
  const actions = actionsOf(one);
  const chosen = wanted && actions.includes(wanted) ? wanted : undefined;
  // On a phone the other actions would cover the photos while the note is written.
  const phoneClass = (action: DecisionAction) => {
    if (chosen === undefined) return "";
    return action === chosen ? "max-md:grow-0" : "max-md:hidden";
  };
  return (
    <section
      aria-label={moderatorsMessages.decision}
      className="bg-surface border-line [@media(height>=30rem)]:sticky bottom-0 max-md:bottom-[calc(57px+env(safe-area-inset-bottom))] max-md:[.bar-away_&]:bottom-0 -mx-4 grid max-h-[max(50dvh,480px)] gap-3 overflow-y-auto border-t p-4 md:mx-0 md:rounded-t-card md:border"
    >
      <div className="flex flex-wrap gap-2">
        {lines.map((line) => (
          <div
            key={line[0]}
            className={`flex grow flex-wrap gap-2 ${chosen ? "max-md:contents" : ""}`}
          >
            {line.map((action) => (
              <Button
                key={action}
                kind={action === wanted ? "primary" : "plain"}
                className={`grow px-2 ${phoneClass(action)}`}
                aria-pressed={action === wanted}
                aria-keyshortcuts={keyOf(action)}
                disabled={!actions.includes(action)}
                onClick={() => onWant(action === wanted ? undefined : action)}
              >
                {labelOf(one, action)}
                {action === chosen && <Icon name="close" className="size-5 md:hidden" />}
                <kbd aria-hidden="true" className="text-sm font-normal opacity-80 max-md:hidden">
                  {keyOf(action)}
                </kbd>
              </Button>
            ))}
          </div>
        ))}
      </div>
      {isSafeFromSuspension(one) && (
        <p className="text-muted text-sm">{moderatorsMessages.moderatorConcerned}</p>
      )}
      {chosen && <NoteForm key={chosen} of={one} action={chosen} onDecided={onDecided} />}
    </section>
  );
}

/** The label of an action. In an appeal `dismiss` lifts the decision, and the same action upholds it. */
function labelOf({ appeal, dealId }: ModerationCase, action: DecisionAction): string {
  if (appeal && action === "dismiss") return moderatorsMessages.liftDecision;
  if (appeal?.against.action === recordedAs(action, dealId !== undefined))
    return moderatorsMessages.keepDecision;
  return moderatorsMessages.actionLabels[action];
}

function usualNote({ appeal, dealId }: ModerationCase, action: DecisionAction): string {
  const recorded = recordedAs(action, dealId !== undefined);
  if (appeal && action === "dismiss") return moderatorsMessages.liftNote;
  if (appeal?.against.action === recorded) return moderatorsMessages.keepNote;
  if (recorded === "remove-feedback") return usualFeedbackNote;
  return moderatorsMessages.usualNotes[action];
}

/** The line about who reads the note. The student concerned is not notified of a dismissal, except of one that answers their appeal. */
function noteLabelOf({ grievance, concerned, appeal }: ModerationCase, action: DecisionAction) {
  const isNotified = action !== "dismiss" || appeal !== undefined;
  if (grievance)
    return isNotified && concerned
      ? moderatorsMessages.grievanceNoteLabelOfTwo
      : moderatorsMessages.grievanceNoteLabel;
  return isNotified ? moderatorsMessages.noteLabel : moderatorsMessages.dismissalNoteLabel;
}

type NoteProps = { of: ModerationCase; action: DecisionAction; onDecided: () => void };

function NoteForm({ of: one, action, onDecided }: NoteProps) {
  const [note, setNote] = useState(() => usualNote(one, action));
  const [days, setDays] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const once = useOnce();
  const form = useRef<HTMLFormElement>(null);
  // The next case is shown already.
  const about = { id: "decision", detail: titleOf(one) };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const body = { action, note, ...(days !== "" && { days: Number(days) }) };
    try {
      const params = { caseId: one.id };
      await once(body, (headers) => call(calls.decideCase, { params, body, headers }));
      toast.success(`${moderatorsMessages.decided}: ${labelOf(one, action)}`, about);
      onDecided();
    } catch (failure) {
      toast.error(describeFailure(failure), about);
      if (failure instanceof ApiError && failure.code === "already-decided") onDecided();
      else setIsBusy(false);
    }
  };
  return (
    <form ref={form} className="grid gap-3" onSubmit={(event) => void send(event)}>
      <Field label={noteLabelOf(one, action)}>
        <textarea
          ref={focus}
          rows={2}
          required
          maxLength={maxLength.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            form.current?.requestSubmit();
          }}
        />
      </Field>
      {action === "remove" && one.productId !== undefined && (
        <p className="text-muted text-sm">{moderatorsMessages.removedForGood}</p>
      )}
      {action === "suspend" && (
        <Field label={moderatorsMessages.suspendDays}>
          <input
            inputMode="numeric"
            pattern="[1-9]\d{0,3}"
            autoComplete="off"
            value={days}
            onChange={(event) => setDays(event.target.value.trim())}
          />
        </Field>
      )}
      <Button
        type="submit"
        kind={action === "dismiss" ? "primary" : "danger"}
        busy={isBusy}
        disabled={note.trim() === ""}
      >
        {labelOf(one, action)}
      </Button>
    </form>
  );
}
