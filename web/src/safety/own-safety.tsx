import * as calls from "@market/contract/safety-calls";
import { maxLength } from "@market/contract/limits";
import * as safetyMessages from "@market/contract/messages/safety";
import type { Decision } from "@market/contract/schemas/safety";
import { useState } from "react";
import { describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useFetch } from "../browser/use-fetch.ts";
import { Button } from "../ui/button.tsx";
import { OneTextForm } from "../ui/one-text-form.tsx";
import { toast } from "../ui/toast.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { dayOf } from "./days.ts";
import { OwnBlocks, OwnSessions } from "./own-sessions.tsx";

const nothing = { decisions: [], reports: [] };

async function fetchOwn(signal: AbortSignal) {
  const [{ decisions }, { reports }] = await Promise.all([
    call(calls.ownDecisions, { signal }),
    call(calls.ownReports, { signal }),
  ]);
  return { decisions, reports };
}

/** Decisions about the student, each with one appeal, and what the student has reported (D22). */
export function OwnSafety() {
  const { data: { decisions, reports } = nothing, change } = useFetch(fetchOwn, {
    warning: safetyMessages.reportsFailed,
  });
  const appealed = (id: string) =>
    change((before) => ({
      ...before,
      decisions: before.decisions.map((each) =>
        each.id === id ? { ...each, appeal: "open" as const } : each,
      ),
    }));
  return (
    <>
      {decisions.length > 0 && (
        <section aria-labelledby="decisions" className="grid gap-3">
          <h2 id="decisions" className="text-xl font-bold">
            {safetyMessages.decisions}
          </h2>
          {decisions.map((decision) => (
            <Notice
              key={decision.id}
              decision={decision}
              onAppealed={() => appealed(decision.id)}
            />
          ))}
        </section>
      )}
      {reports.length > 0 && (
        <section aria-labelledby="reports" className="grid gap-3">
          <h2 id="reports" className="text-xl font-bold">
            {safetyMessages.ownReports}
          </h2>
          <ul className="grid gap-3 md:grid-cols-2">
            {reports.map((report) => (
              <li key={report.receipt} className="bg-surface border-line rounded-card border p-4">
                <p className="flex flex-wrap justify-between gap-2 font-bold">
                  <span className="tabular-nums">{report.receipt}</span>
                  <span>{safetyMessages.reportStates[report.state]}</span>
                </p>
                <p>{safetyMessages.reportReasons[report.reason]}</p>
                <p className="text-muted text-sm">{report.outcome}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <OwnBlocks />
      <OwnSessions />
      <DeleteAccount />
    </>
  );
}

type NoticeProps = { decision: Decision; onAppealed: () => void };
const undoing: readonly Decision["action"][] = ["dismiss", "restore", "reinstate"];

function Notice({ decision, onAppealed }: NoticeProps) {
  const { action, note, createdAt, appeal } = decision;
  const [isWriting, setIsWriting] = useState(false);
  const mayAppeal = appeal === "none" && !undoing.includes(action);
  return (
    <article className="bg-surface border-line rounded-card grid gap-2 border p-4">
      <h3 className="flex flex-wrap justify-between gap-2 font-bold">
        {safetyMessages.decisionTitles[action]}
        <span className="text-muted text-sm font-normal">{dayOf(createdAt)}</span>
      </h3>
      <p className="whitespace-pre-line">{note}</p>
      {appeal !== "none" && <p className="text-muted">{safetyMessages.appealStates[appeal]}</p>}
      {mayAppeal && !isWriting && (
        <Button kind="plain" className="justify-self-start" onClick={() => setIsWriting(true)}>
          {safetyMessages.appeal}
        </Button>
      )}
      {mayAppeal && isWriting && <AppealForm decisionId={decision.id} onAppealed={onAppealed} />}
    </article>
  );
}

function AppealForm({ decisionId, onAppealed }: { decisionId: string; onAppealed: () => void }) {
  const send = async (text: string) => {
    try {
      const { message } = await call(calls.createAppeal, { body: { decisionId, text } });
      toast.success(message);
      onAppealed();
    } catch (failure) {
      toast.error(describeFailure(failure));
    }
  };
  return (
    <OneTextForm
      label={safetyMessages.appealText}
      button={safetyMessages.sendAppeal}
      rows={4}
      most={maxLength.appeal}
      onSend={send}
    />
  );
}
