import * as calls from "@market/contract/moderation/calls";
import { queryOptions, useQuery } from "@tanstack/react-query";
import * as moderationMessages from "@market/contract/moderation/messages";
import { call } from "../api/client.ts";
import { useChange } from "../api/queries.ts";
import { DeleteAccount } from "./delete-account.tsx";
import { asAppealed, OwnDecisions } from "../moderation/own-decisions.tsx";
import { OwnBlocks, OwnSessions } from "./own-sessions.tsx";

const nothing = { decisions: [], reports: [] };

const ownSafety = queryOptions({
  queryKey: ["own", "safety"],
  queryFn: async ({ signal }) => {
    const [{ decisions }, { reports }] = await Promise.all([
      call(calls.ownDecisions, { signal }),
      call(calls.ownReports, { signal }),
    ]);
    return { decisions, reports };
  },
});

/** Decisions about the student, each with one appeal, and what the student has reported (D22). */
export function OwnSafety() {
  const { data } = useQuery(ownSafety);
  const { decisions, reports } = data ?? nothing;
  const change = useChange<NonNullable<typeof data>>(ownSafety.queryKey);
  const appealed = (id: string) =>
    change((before) => ({ ...before, decisions: asAppealed(before.decisions, id) }));
  return (
    <>
      <OwnDecisions decisions={decisions} onAppealed={appealed} />
      {reports.length > 0 && (
        <section aria-labelledby="reports" className="grid gap-3">
          <h2 id="reports" className="text-xl font-bold">
            {moderationMessages.ownReports}
          </h2>
          <ul className="grid gap-3 md:two-columns">
            {reports.map((report) => (
              <li key={report.receipt} className="bg-surface border-line rounded-card border p-4">
                <p className="flex flex-wrap justify-between gap-2 font-bold">
                  <span className="whitespace-nowrap tabular-nums">{report.receipt}</span>
                  <span>{moderationMessages.reportStateLabels[report.state]}</span>
                </p>
                <p>{moderationMessages.reasonLabels[report.reason]}</p>
                <p className="text-muted text-sm">{report.outcome}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <OwnBlocks />
      <OwnSessions />
      <div className="border-line border-t pt-6">
        <DeleteAccount />
      </div>
    </>
  );
}
