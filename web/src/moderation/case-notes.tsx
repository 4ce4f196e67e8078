import { dateAndTimeOf } from "@market/contract/dates";
import * as calls from "@market/contract/moderation/calls";
import { maxLength } from "@market/contract/limits";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { useEffect, useRef, useState } from "react";
import { call } from "../api/client.ts";
import { OneTextForm } from "../ui/one-text-form.tsx";
import { useCaseChange } from "./use-case-change.ts";

export function CaseNotes({ of: { id, notes = [] } }: { of: ModerationCase }) {
  const adding = useCaseChange(id, (text: string, headers) =>
    call(calls.addCaseNote, { params: { caseId: id }, body: { text }, headers }),
  );
  const [sent, setSent] = useState(0);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent > 0) form.current?.querySelector("textarea")?.focus();
  }, [sent]);
  return (
    <>
      {notes.length > 0 && (
        <ul className="grid gap-2">
          {notes.map(({ text, by, createdAt }) => (
            <li key={createdAt + text} className="bg-sunken rounded-button p-3">
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-muted text-sm wrap-anywhere">
                {by} · {dateAndTimeOf(createdAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div ref={form}>
        <OneTextForm
          // Emptied after the moderator's own note only: another moderator's must not delete unsent text.
          key={sent}
          label={moderatorsMessages.caseNote}
          button={moderatorsMessages.addCaseNote}
          rows={2}
          most={maxLength.note}
          busy={adding.isPending}
          onSend={(text) => adding.mutate(text, { onSuccess: () => setSent((count) => count + 1) })}
        />
      </div>
    </>
  );
}
