import * as calls from "@market/contract/deals/calls";
import type { Deal } from "@market/contract/deals/deal";
import { type FeedbackTag, feedbackTags } from "@market/contract/students/feedback";
import { maxLength } from "@market/contract/limits";
import * as messages from "@market/contract/notices/messages";
import { useState } from "react";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { OneTextForm } from "../ui/one-text-form.tsx";
import { toast } from "../ui/toast.ts";

type Props = { deal: Deal; onSent: (deal: Deal) => void };

export function FeedbackForm({ deal, onSent }: Props) {
  const [good, setGood] = useState<boolean>();
  const [tags, setTags] = useState<readonly FeedbackTag[]>([]);
  const [text, setText] = useState("");
  const { run: send, isPending } = useAction(async () => {
    if (good === undefined) return;
    const body = { good, tags: [...tags], text };
    const answer = await call(calls.giveFeedback, { params: { dealId: deal.id }, body });
    toast.success(messages.feedbackSent);
    onSent(answer.deal);
  });
  const toggle = (tag: FeedbackTag) =>
    setTags(tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag]);
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 font-bold">{messages.feedbackQuestion(deal.with)}</legend>
        {([true, false] as const).map((value) => (
          <Chip
            key={String(value)}
            type="radio"
            name={`good-${deal.id}`}
            label={value ? messages.goodDeal : messages.badDeal}
            checked={good === value}
            onChange={() => setGood(value)}
          />
        ))}
      </fieldset>
      {good && (
        <div className="flex flex-wrap gap-2">
          {feedbackTags.map((tag) => (
            <Chip
              key={tag}
              type="checkbox"
              label={messages.tags[tag]}
              checked={tags.includes(tag)}
              onChange={() => toggle(tag)}
            />
          ))}
        </div>
      )}
      <Field label={messages.feedbackText} count={{ now: text.length, most: maxLength.feedback }}>
        <textarea
          rows={2}
          maxLength={maxLength.feedback}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <p className="text-muted text-sm">{messages.feedbackRule}</p>
      <Button
        type="submit"
        className="justify-self-start"
        busy={isPending}
        disabled={good === undefined}
      >
        {messages.sendFeedback}
      </Button>
    </form>
  );
}

type ChipProps = {
  type: "radio" | "checkbox";
  name?: string;
  label: string;
  checked: boolean;
  onChange: () => void;
};

function Chip({ label, ...input }: ChipProps) {
  return (
    <label
      className={`border-control rounded-button flex min-h-12 items-center gap-2 border px-3 ${input.checked ? "bg-mint text-on-mint" : ""}`}
    >
      <input {...input} className="accent-primary size-5 shrink-0" />
      {label}
    </label>
  );
}

type ReplyProps = { dealId: string; onSent: (deal: Deal) => void };

/** A feedback can be replied to once. */
export function ReplyForm({ dealId, onSent }: ReplyProps) {
  const [isWriting, setIsWriting] = useState(false);
  const { run: send, isPending } = useAction(async (text: string) => {
    const answer = await call(calls.replyToFeedback, { params: { dealId }, body: { text } });
    toast.success(messages.replySent);
    onSent(answer.deal);
  });
  if (!isWriting)
    return (
      <Button
        kind="quiet"
        className="-ml-3 justify-self-start px-3"
        onClick={() => setIsWriting(true)}
      >
        {messages.reply}
      </Button>
    );
  return (
    <OneTextForm
      label={messages.yourReply}
      button={messages.sendReply}
      rows={2}
      most={maxLength.feedback}
      isCounted
      busy={isPending}
      onSend={send}
    />
  );
}
