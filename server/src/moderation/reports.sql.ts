import {
  reasonsThatNeverHide,
  type CaseReason,
  type ReportReason,
  type ReportState,
} from "@market/contract/moderation/report";
import { reporterAgeHours } from "@market/contract/limits";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isShown } from "../products/listing-life.ts";
import { isShownFeedback } from "../students/sellers.sql.ts";
import type { FeedbackRole, Subject } from "./subjects.sql.ts";
import { listingHashOf } from "./cases.sql.ts";

export type ReportRow = {
  id: string;
  receipt: string;
  reason: ReportReason;
  state: ReportState;
  productId: string | null;
  userId: string | null;
  dealId: string | null;
  createdAt: Date;
  dueAt: Date;
  /** The listing has changed since the case was decided. */
  hasChanged: boolean;
};

/** The subject that a report names; for a deal, the feedback about the reporter. */
export type ReportedSubject = { productId: string } | { userId: string } | { dealId: string };

function isAbout(reported: ReportedSubject): Sql {
  if ("productId" in reported) return sql`report.product_id = ${reported.productId}`;
  if ("userId" in reported) return sql`report.user_id = ${reported.userId}`;
  return sql`report.deal_id = ${reported.dealId}`;
}

const selectReports = (db: Queries, selector: Sql) =>
  db.query<ReportRow>(sql`
    select report.id, report.receipt, report.reason, report.product_id as "productId",
      report.user_id as "userId", report.deal_id as "dealId", report.created_at as "createdAt", report.due_at as "dueAt",
      case
        when decision.action = 'dismiss' or decision.appeal = 'upheld' then 'dismissed'
        when decision.action is not null then 'upheld'
        when one.first_seen_at is not null or one.hidden_at is not null then 'in-review'
        else 'received' end as state,
      one.decided_listing <> ${listingHashOf(sql`report.product_id`)} as "hasChanged"
    from reports report join cases one on one.id = report.case_id
      left join decisions decision on decision.case_id = one.id
    where ${selector}`);

export const selectOwnReport = async (
  db: Queries,
  reporterId: string,
  reported: ReportedSubject,
): Promise<ReportRow | undefined> =>
  (
    await selectReports(
      db,
      sql`report.reporter_id = ${reporterId} and ${isAbout(reported)} order by report.id desc limit 1`,
    )
  )[0];

export const selectOwnReports = (
  db: Queries,
  reporterId: string,
  limit: number,
  cursor: string | undefined,
): Promise<ReportRow[]> =>
  selectReports(
    db,
    sql`report.reporter_id = ${reporterId} ${cursor === undefined ? empty : sql`and report.id < ${cursor}`}
      order by report.id desc limit ${limit}`,
  );

/** Selects the subject of a report and the student concerned. @returns undefined if the reporter may not see it */
export async function selectConcerned(
  db: Queries,
  reporterId: string,
  reported: ReportedSubject,
): Promise<{ subject: Subject; userId: string } | undefined> {
  const [row] = await db.query<{ id: string; role?: FeedbackRole }>(
    "productId" in reported
      ? sql`select seller.id from products product join users seller on seller.id = product.seller_id
          where product.id = ${reported.productId} and ${isShown}`
      : "userId" in reported
        ? sql`select id from users where id = ${reported.userId} and suspended_at is null and deleted_at is null`
        : sql`select author_id as id, role from feedback
            where deal_id = ${reported.dealId} and about_id = ${reporterId} and author_id is not null
              and ${isShownFeedback}`,
  );
  if (row === undefined) return undefined;
  const { id: userId, role } = row;
  if ("dealId" in reported) return role && { subject: { dealId: reported.dealId, role }, userId };
  return { subject: reported, userId };
}

/** @param reporterId null for what the market found by itself */
export async function insertReport(
  transaction: Queries,
  reporterId: string | null,
  caseId: string,
  reported: { productId?: string; userId?: string; dealId?: string },
  {
    receipt,
    reason,
    details,
    hours,
  }: { receipt: string; reason: CaseReason; details: string; hours: number },
): Promise<void> {
  const { productId = null, userId = null, dealId = null } = reported;
  await transaction.query(sql`
    insert into reports (id, receipt, reporter_id, case_id, product_id, user_id, reason, details, deal_id, due_at)
    values (${newId()}, ${receipt}, ${reporterId}, ${caseId}, ${productId}, ${userId}, ${reason}, ${details}, ${dealId},
      now() + make_interval(hours => ${hours}))`);
}

/** Counts reporters of a case towards hiding: accounts old enough, with a reason that can hide. */
export async function countHidingReporters(transaction: Queries, caseId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(distinct report.reporter_id)::int as count
    from reports report join users reporter on reporter.id = report.reporter_id
    where report.case_id = ${caseId} and report.reason <> all (${[...reasonsThatNeverHide]})
      and reporter.suspended_at is null
      and reporter.created_at < now() - make_interval(hours => ${reporterAgeHours})`);
  return row?.count ?? 0;
}
