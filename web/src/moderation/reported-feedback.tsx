import * as messages from "@market/contract/notices/messages";
import type { ModerationCase } from "@market/contract/moderation/schemas";

/** The feedback of a case as it is today, or as it was reported when its author was erased. */
export function ReportedFeedback({ of: { feedback, snapshot } }: { of: ModerationCase }) {
  const text = feedback?.text || snapshot?.description;
  return (
    <div className="bg-sunken rounded-card grid gap-2 p-3">
      {feedback && (
        <p className="font-bold">{feedback.good ? messages.goodDeal : messages.badDeal}</p>
      )}
      {text && <p className="whitespace-pre-line wrap-anywhere">{text}</p>}
      {feedback?.reply !== undefined && (
        <p className="text-muted whitespace-pre-line wrap-anywhere">
          {messages.reply}: {feedback.reply}
        </p>
      )}
      {feedback?.removed && <p className="text-muted">{messages.feedbackRemoved}</p>}
    </div>
  );
}
