import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { useEffect, useRef } from "react";
import { timeLeft, type TimeLeft } from "./days.ts";
import { titleOf, wordOf } from "./case-words.ts";

const colours: Record<TimeLeft["kind"], string> = {
  overdue: "bg-danger text-on-danger",
  soon: "bg-marigold text-on-marigold",
  later: "bg-mint text-on-mint",
};

type Props = {
  cases: readonly ModerationCase[];
  selected: string | undefined;
  now: number;
  onSelect: (id: string) => void;
};

export function CaseQueue({ cases, selected, now, onSelect }: Props) {
  return (
    <ul className="grid gap-2" aria-label={moderatorsMessages.cases}>
      {cases.map((each) => (
        <li key={each.id} className="grid">
          <CaseRow
            of={each}
            isSelected={each.id === selected}
            now={now}
            onSelect={() => onSelect(each.id)}
          />
        </li>
      ))}
    </ul>
  );
}

type RowProps = { of: ModerationCase; isSelected: boolean; now: number; onSelect: () => void };

function CaseRow({ of: one, isSelected, now, onSelect }: RowProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: "nearest" });
  }, [isSelected]);
  const reasons = [
    ...new Set(one.reports.map(({ reason }) => moderationMessages.reasonLabels[reason])),
  ];
  const why = reasons.join(" · ");
  const kind = one.grievance
    ? moderatorsMessages.grievanceCase
    : one.appeal
      ? moderatorsMessages.appealCase
      : one.dealId !== undefined
        ? [moderatorsMessages.caseTypes.feedback, why].filter(Boolean).join(" · ")
        : why || moderatorsMessages.withoutReport;
  const marks = [
    one.hiddenByReports && moderatorsMessages.hiddenByReportsMark,
    one.claim &&
      (one.claim.mine
        ? moderatorsMessages.claimedByYou
        : moderatorsMessages.claimedBy(one.claim.by)),
  ].filter(Boolean);
  return (
    <button
      ref={row}
      type="button"
      aria-current={isSelected || undefined}
      className={`pressable bg-surface rounded-card grid min-h-14 gap-1 border p-3 text-left ${isSelected ? "border-primary outline-primary outline-2 -outline-offset-2" : "border-line"}`}
      onClick={onSelect}
    >
      <span className="flex flex-wrap items-start gap-2">
        <span className="flex-1 basis-[8rem] font-bold wrap-anywhere">{titleOf(one)}</span>
        {one.state === "open" ? (
          <Clock dueAt={one.dueAt} now={now} />
        ) : (
          <span className="text-muted text-sm">{one.decision && wordOf(one.decision)}</span>
        )}
      </span>
      <span className="text-muted text-sm">
        {one.urgent && (
          <strong className="text-danger font-bold">{moderatorsMessages.urgent} · </strong>
        )}
        {one.own ? moderatorsMessages.ownCase : kind}
        {one.reports.length > 1 && ` · ${moderatorsMessages.reportCount(one.reports.length)}`}
      </span>
      {marks.length > 0 && (
        <span className="text-muted text-sm wrap-anywhere">{marks.join(" · ")}</span>
      )}
    </button>
  );
}

export function Clock({ dueAt, now }: { dueAt: string; now: number }) {
  const { words, kind } = timeLeft(dueAt, now);
  return (
    <span className={`rounded-full px-2.5 py-0.5 text-sm font-bold ${colours[kind]}`}>{words}</span>
  );
}
