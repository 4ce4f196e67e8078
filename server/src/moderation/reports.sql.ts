import {
  harmlessReasons,
  type ReportReason,
  type ReportState,
} from "@market/contract/moderation/report";
import { reporterAgeHours } from "@market/contract/limits";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isShown } from "../products/listing-life.ts";
import type { Subject } from "./cases.sql.ts";

export type ReportRow = {
  id: string;
  receipt: string;
  reason: ReportReason;
  state: ReportState;
  productId: string | null;
  userId: string | null;
  createdAt: Date;
  dueAt: Date;
};

const about = (subject: Subject): Sql =>
  "productId" in subject
    ? sql`report.product_id = ${subject.productId}`
    : sql`report.user_id = ${subject.userId}`;

const selectReports = (db: Queries, selector: Sql) =>
  db.query<ReportRow>(sql`
    select report.id, report.receipt, report.reason, report.product_id as "productId",
      report.user_id as "userId", report.created_at as "createdAt", report.due_at as "dueAt",
      case
        when decision.action = 'dismiss' or decision.appeal = 'upheld' then 'dismissed'
        when decision.action is not null then 'upheld'
        when one.first_seen_at is not null or one.hidden_at is not null then 'in-review'
        else 'received' end as state
    from reports report join cases one on one.id = report.case_id
      left join decisions decision on decision.case_id = one.id
    where ${selector}`);

export const selectOwnReport = async (
  db: Queries,
  reporterId: string,
  subject: Subject,
): Promise<ReportRow | undefined> =>
  (await selectReports(db, sql`report.reporter_id = ${reporterId} and ${about(subject)}`))[0];

/** Selects reports, newest first. */
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

/** Selects the subject of a report. @returns undefined if the reporter may not see it */
export async function selectConcerned(db: Queries, subject: Subject): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    "productId" in subject
      ? sql`select seller.id from products product join users seller on seller.id = product.seller_id
          where product.id = ${subject.productId} and ${isShown}`
      : sql`select id from users where id = ${subject.userId} and suspended_at is null and deleted_at is null`,
  );
  return row?.id;
}

export async function insertReport(
  transaction: Queries,
  reporterId: string,
  caseId: string,
  subject: Subject,
  {
    receipt,
    reason,
    details,
    hours,
    dealId,
  }: {
    receipt: string;
    reason: ReportReason;
    details: string;
    hours: number;
    dealId?: string | undefined;
  },
): Promise<void> {
  const [productId, userId] =
    "productId" in subject ? [subject.productId, null] : [null, subject.userId];
  await transaction.query(sql`
    insert into reports (id, receipt, reporter_id, case_id, product_id, user_id, reason, details, deal_id, due_at)
    values (${newId()}, ${receipt}, ${reporterId}, ${caseId}, ${productId}, ${userId}, ${reason}, ${details}, ${dealId ?? null},
      now() + make_interval(hours => ${hours}))`);
}

/** Counts reporters of a case towards hiding: accounts old enough, with a reason that can hide. */
export async function countHidingReporters(transaction: Queries, caseId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(distinct report.reporter_id)::int as count
    from reports report join users reporter on reporter.id = report.reporter_id
    where report.case_id = ${caseId} and report.reason <> all (${[...harmlessReasons]})
      and reporter.suspended_at is null
      and reporter.created_at < now() - make_interval(hours => ${reporterAgeHours})`);
  return row?.count ?? 0;
}
