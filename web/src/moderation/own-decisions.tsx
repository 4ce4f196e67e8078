import { longDateOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import { maxLength } from "@market/contract/limits";
import * as moderationMessages from "@market/contract/moderation/messages";
import type { Decision } from "@market/contract/moderation/schemas";
import { useState } from "react";
import { ApiError, describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import { focus } from "../browser/focus.ts";
import { Button } from "../ui/button.tsx";
import { OneTextForm } from "../ui/one-text-form.tsx";
import { toast } from "../ui/toast.ts";

/** The decisions after an appeal against one of them was sent. */
export const asAppealed = (decisions: readonly Decision[], id: string): Decision[] =>
  decisions.map((each) => (each.id === id ? { ...each, appeal: "open" as const } : each));

type Props = { decisions: readonly Decision[]; onAppealed: (id: string) => void };

/** Decisions about the student, each with one appeal (D42). */
export function OwnDecisions({ decisions, onAppealed }: Props) {
  if (decisions.length === 0) return null;
  return (
    <section aria-labelledby="decisions" className="grid gap-3">
      <h2 id="decisions" className="text-xl font-bold">
        {moderationMessages.decisions}
      </h2>
      {decisions.map((decision) => (
        <Notice key={decision.id} decision={decision} onAppealed={() => onAppealed(decision.id)} />
      ))}
    </section>
  );
}

type NoticeProps = { decision: Decision; onAppealed: () => void };
const undoing: readonly Decision["action"][] = ["dismiss", "restore", "reinstate"];

function Notice({ decision, onAppealed }: NoticeProps) {
  const { action, note, createdAt, appeal, productName } = decision;
  const [isWriting, setIsWriting] = useState(false);
  const [isSent, setIsSent] = useState(false);
  const mayAppeal = appeal === "none" && !undoing.includes(action);
  return (
    <article className="bg-surface border-line rounded-card grid gap-2 border p-4">
      <h3 className="flex flex-wrap justify-between gap-x-4 gap-y-1 font-bold">
        <span className="wrap-anywhere">
          {moderationMessages.decisionTitles[action]}
          {productName !== undefined && `: ${productName}`}
        </span>
        <span className="text-muted text-sm font-normal">{longDateOf(createdAt)}</span>
      </h3>
      <p className="whitespace-pre-line">{note}</p>
      {appeal !== "none" && (
        <p ref={isSent ? focus : undefined} tabIndex={-1} className="text-muted outline-none">
          {moderationMessages.appealStates[appeal]}
        </p>
      )}
      {mayAppeal && !isWriting && (
        <Button kind="plain" className="justify-self-start" onClick={() => setIsWriting(true)}>
          {moderationMessages.appeal}
        </Button>
      )}
      {mayAppeal && isWriting && (
        <AppealForm
          decisionId={decision.id}
          onAppealed={() => {
            setIsSent(true);
            onAppealed();
          }}
        />
      )}
    </article>
  );
}

function AppealForm({ decisionId, onAppealed }: { decisionId: string; onAppealed: () => void }) {
  const { run: send, isPending } = useAction(
    async (text: string) => {
      const { message } = await call(calls.createAppeal, { body: { decisionId, text } });
      toast.success(message);
      onAppealed();
    },
    (failure) => {
      toast.error(describeFailure(failure));
      // Appealed in another tab.
      if (failure instanceof ApiError && failure.code === "already-appealed") onAppealed();
    },
  );
  return (
    <OneTextForm
      label={moderationMessages.appealText}
      button={moderationMessages.sendAppeal}
      rows={4}
      most={maxLength.appeal}
      isOpened
      busy={isPending}
      onSend={send}
    />
  );
}
