import type { ModerationCase } from "@market/contract/schemas/safety";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { AppError } from "../http/errors.ts";

export type Subject = { productId: string } | { userId: string };

export type Case = {
  id: string;
  productId: string | null;
  /** The person concerned; null once erased. */
  userId: string | null;
  isClosed: boolean;
  hiddenAt: Date | null;
  files: string[];
  appealAgainst: string | null;
};

const columns = sql`one.id, one.product_id as "productId", one.user_id as "userId",
  one.closed_at is not null as "isClosed", one.hidden_at as "hiddenAt", one.files,
  one.appeal_against as "appealAgainst"`;

/**
 * Opens the case of a listing or person, or finds the open one, and locks it.
 * @throws AppError product-not-found or user-not-found when it was deleted since it was read
 */
export async function openCase(
  transaction: Queries,
  subject: Subject,
  concerned: string,
  { isUrgent, hours }: { isUrgent: boolean; hours: number },
): Promise<Case> {
  const due = sql`now() + make_interval(hours => ${hours})`;
  const [target, productId] =
    "productId" in subject
      ? [
          sql`(product_id) where closed_at is null and product_id is not null and appeal_against is null and grievance_id is null`,
          subject.productId,
        ]
      : [
          sql`(user_id) where closed_at is null and product_id is null and appeal_against is null and grievance_id is null`,
          null,
        ];
  const photos = sql`(select coalesce(json_agg(json_build_object('id', photo.id, 'files', photo.files) order by photo.position), '[]')
    from photos photo where photo.product_id = ${productId})`;
  const files = sql`(select coalesce(array_agg(file), '{}')
    from photos photo, unnest(photo.files) file where photo.product_id = ${productId})`;
  const [row] = await transaction.query<Case & { isGone: boolean }>(sql`
    insert into cases as one (id, product_id, user_id, snapshot, photos, files, urgent, due_at)
    values (${newId()}, ${productId}, ${concerned}, ${snapshotOf(subject)}, ${photos}, ${files}, ${isUrgent}, ${due})
    on conflict ${target} do update
    set urgent = one.urgent or excluded.urgent, due_at = least(one.due_at, excluded.due_at)
    returning ${columns}, one.snapshot is null as "isGone"`);
  if (row === undefined) throw new Error("A case was neither found nor opened");
  if (row.isGone)
    throw new AppError("productId" in subject ? "product-not-found" : "user-not-found");
  return row;
}

const snapshotOf = (subject: Subject) =>
  "productId" in subject
    ? sql`(select json_build_object('name', product.name, 'price', product.price_paise / 100.0,
        'description', product.description, 'category', product.category, 'condition', product.condition,
        'locationType', product.location_type, 'images', coalesce(
          (select json_agg(photo.image order by photo.position) from photos photo where photo.product_id = product.id), '[]'))
      from products product where product.id = ${subject.productId})`
    : sql`(select json_build_object('name', person.name) from users person where person.id = ${subject.userId})`;

export async function insertAppealCase(
  transaction: Queries,
  decisionId: string,
  {
    userId,
    productId,
    text,
    hours,
  }: { userId: string; productId: string | null; text: string; hours: number },
): Promise<string> {
  const id = newId();
  await transaction.query(sql`
    insert into cases (id, product_id, user_id, snapshot, urgent, due_at, appeal_against, appeal_text)
    select ${id}, ${productId}, ${userId}, former.snapshot, false, now() + make_interval(hours => ${hours}),
      decision.id, ${text}
    from decisions decision left join cases former on former.id = decision.case_id
    where decision.id = ${decisionId}`);
  return id;
}

/** @returns undefined when there is no such case */
export async function lockCase(transaction: Queries, id: string): Promise<Case | undefined> {
  const [row] = await transaction.query<Case>(sql`
    select ${columns} from cases one where one.id = ${id} for no key update`);
  return row;
}

export async function closeCase(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`
    update cases set closed_at = now(), files = '{}', photos = '[]' where id = ${id}`);
}

export async function markHidden(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`update cases set hidden_at = now() where id = ${id}`);
}

export async function markSeen(db: Queries, id: string): Promise<void> {
  await db.query(sql`
    update cases set first_seen_at = now() where id = ${id} and first_seen_at is null`);
}

/** @returns false when there is no such open case */
export async function markByAuthority(
  transaction: Queries,
  id: string,
  hours: number,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update cases set by_authority = true, urgent = true,
      due_at = least(due_at, now() + make_interval(hours => ${hours}))
    where id = ${id} and closed_at is null returning id`);
  return rows.length > 0;
}

export type CaseRow = {
  id: string;
  state: "open" | "closed";
  dueAt: Date;
  urgent: boolean;
  productId: string | null;
  userId: string | null;
  snapshot: ModerationCase["snapshot"];
  reports: ModerationCase["reports"];
  appealAgainst: string | null;
  appealText: string | null;
  grievance: ModerationCase["grievance"] | null;
};

const shown = sql`one.id, case when one.closed_at is null then 'open' else 'closed' end as state,
  one.due_at as "dueAt", one.urgent, one.product_id as "productId", one.user_id as "userId", one.snapshot,
  one.appeal_against as "appealAgainst", one.appeal_text as "appealText",
  (select json_strip_nulls(json_build_object('name', grievance.name, 'email', grievance.email,
      'subject', grievance.subject, 'details', grievance.details, 'productUrl', grievance.product_url))
    from grievances grievance where grievance.id = one.grievance_id) as grievance,
  (select coalesce(json_agg(json_strip_nulls(json_build_object('reason', report.reason, 'details', report.details, 'createdAt',
      to_char(report.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'feedback',
      (select json_build_object('dealId', feedback.deal_id, 'role', feedback.role, 'good', feedback.good,
          'text', feedback.text, 'removed', feedback.removed_at is not null)
        from feedback where feedback.deal_id = report.deal_id and feedback.about_id = report.reporter_id)))
      order by report.id), '[]')
    from reports report where report.case_id = one.id) as reports`;

/** What is due first. @param cursor the last case of the page before */
export const selectOpenCases = (db: Queries, limit: number, cursor: string | undefined) =>
  selectCases(
    db,
    sql`one.closed_at is null ${
      cursor === undefined
        ? empty
        : sql`and (one.due_at, one.id) > (select due_at, id from cases where id = ${cursor})`
    } order by one.due_at, one.id limit ${limit}`,
  );

/** Newest first. */
export const selectClosedCases = (db: Queries, limit: number, cursor: string | undefined) =>
  selectCases(
    db,
    sql`one.closed_at is not null ${cursor === undefined ? empty : sql`and one.id < ${cursor}`}
      order by one.id desc limit ${limit}`,
  );

export const selectCase = async (db: Queries, id: string): Promise<CaseRow | undefined> =>
  (await selectCases(db, sql`one.id = ${id}`))[0];

const selectCases = (db: Queries, which: Sql) =>
  db.query<CaseRow>(sql`select ${shown} from cases one where ${which}`);

/** @returns the keys of a photo's files in the snapshot of an open case */
export async function selectCaseFiles(
  db: Queries,
  caseId: string,
  photoId: string,
): Promise<string[] | undefined> {
  const [row] = await db.query<{ files: string[] }>(sql`
    select photo.files from cases one,
      jsonb_to_recordset(one.photos) as photo (id uuid, files text[])
    where one.id = ${caseId} and photo.id = ${photoId}`);
  return row?.files;
}

export async function countCases(db: Queries): Promise<{ open: number; overdue: number }> {
  const [row] = await db.query<{ open: number; overdue: number }>(sql`
    select count(*)::int as open, (count(*) filter (where due_at < now()))::int as overdue
    from cases where closed_at is null`);
  return row ?? { open: 0, overdue: 0 };
}
