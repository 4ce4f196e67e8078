import type { CaseReason } from "@market/contract/moderation/report";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isAgainstDecisionOf, isOwnCase, type Viewer } from "./own-case.sql.ts";

export type OpenCase = {
  own: boolean;
  isAgainstViewer: boolean;
  urgent: boolean;
  dueAt: Date;
  /** Its reasons, the most frequent report first; empty without a report. */
  reasons: (CaseReason | "authority" | "appeal" | "grievance")[];
};

const select = (db: Queries, viewer: Viewer, selector: Sql) =>
  db.query<OpenCase>(sql`
    select ${isOwnCase(viewer)} as own, ${isAgainstDecisionOf(viewer.identityId)} as "isAgainstViewer", one.urgent, one.due_at as "dueAt",
      case when one.by_authority then array['authority'] else '{}' end
      || case when one.appeal_against is not null then array['appeal']
        when one.grievance_id is not null then array['grievance']
        else array(select report.reason from reports report where report.case_id = one.id
          group by report.reason order by count(*) desc, report.reason) end as reasons
    from cases one where one.closed_at is null and ${selector}
    order by one.due_at, one.id`);

/** Selects all open cases, due first, with what one moderator may know about each. */
export const selectOpenCasesOf = (db: Queries, viewer: Viewer): Promise<OpenCase[]> =>
  select(db, viewer, sql`true`);

export const selectCaseToAnnounce = async (
  db: Queries,
  viewer: Viewer,
  id: string,
): Promise<OpenCase | undefined> => (await select(db, viewer, sql`one.id = ${id}`))[0];

/** Counts the urgent cases of the last hour. @returns with the present hour and the day on the campus */
export async function countUrgentCases(
  db: Queries,
): Promise<{ count: number; hour: string; day: string }> {
  const [row] = await db.query<{ count: number; hour: string; day: string }>(sql`
    select count(*)::int as count, to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24') as hour,
      to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
    from cases where urgent and created_at > now() - interval '1 hour'`);
  if (row === undefined) throw new Error("The urgent cases were not counted");
  return row;
}
