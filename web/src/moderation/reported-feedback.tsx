import * as calls from "@market/contract/moderation/calls";
import * as messages from "@market/contract/notices/messages";
import { noteLabel } from "@market/contract/moderation/messages";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { type FormEvent, useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { toast } from "../ui/toast.ts";

type Feedback = NonNullable<ModerationCase["reports"][number]["feedback"]>;

/** What a report is about, with the way to remove it. */
export function ReportedFeedback({ feedback }: { feedback: Feedback }) {
  const { dealId, role, good, text, removed } = feedback;
  const [isRemoved, setIsRemoved] = useState(removed);
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState(messages.usualFeedbackNote);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    try {
      await call(calls.removeFeedback, { params: { dealId }, body: { role, note } });
      setIsRemoved(true);
      toast.success(messages.feedbackRemoved);
    } catch (failure) {
      toast.error(describeFailure(failure));
    }
    setIsBusy(false);
  };
  return (
    <div className="bg-sunken rounded-button mt-2 grid gap-2 p-3">
      <p className="font-bold">{good ? messages.goodDeal : messages.badDeal}</p>
      {text !== "" && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
      {isRemoved ? (
        <p className="text-muted">{messages.feedbackRemoved}</p>
      ) : (
        <form className="grid gap-2" onSubmit={(event) => void remove(event)}>
          <Field label={noteLabel}>
            <textarea
              rows={2}
              required
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
          <Button type="submit" kind="danger" className="justify-self-start" busy={isBusy}>
            {messages.removeFeedback}
          </Button>
        </form>
      )}
    </div>
  );
}
