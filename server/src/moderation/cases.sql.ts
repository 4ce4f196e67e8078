import type { CaseReason, CaseType } from "@market/contract/moderation/report";
import type { ModerationCase } from "@market/contract/moderation/schemas";
import { neglectedDays } from "@market/contract/limits";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { isoTime } from "../db/iso-time.ts";
import { AppError } from "../errors/errors.ts";
import { decisionJson } from "./decisions.sql.ts";
import { claimJson } from "./teamwork.sql.ts";
import { isAgainstDecisionOf, isOwnCase, type Viewer } from "./own-case.sql.ts";
import {
  type FeedbackRole,
  subjectColumnNames,
  subjectColumns,
  refusalOf,
  type Subject,
} from "./subjects.sql.ts";

export type Case = {
  id: string;
  productId: string | null;
  /** The student concerned; null once erased. */
  userId: string | null;
  /** With `role`, the feedback that the case is about. */
  dealId: string | null;
  role: FeedbackRole | null;
  isClosed: boolean;
  dueAt: Date;
  hiddenAt: Date | null;
  files: string[];
  appealAgainst: string | null;
  grievanceId: string | null;
};

/** The student concerned, who is in another column while a case of feedback is open. */
const concerned = sql`coalesce(one.user_id, one.author_id)`;

const columns = sql`one.id, one.product_id as "productId", ${concerned} as "userId",
  one.deal_id as "dealId", one.feedback_role as role,
  one.closed_at is not null as "isClosed", one.due_at as "dueAt", one.hidden_at as "hiddenAt", one.files,
  one.appeal_against as "appealAgainst", one.grievance_id as "grievanceId"`;

/** Opens a case, or finds the open one, and locks it. @throws AppError product-not-found, user-not-found or deal-not-found */
export async function openCase(
  transaction: Queries,
  subject: Subject,
  userId: string,
  { isUrgent, hours }: { isUrgent: boolean; hours: number },
): Promise<Case> {
  const due = sql`now() + make_interval(hours => ${hours})`;
  const { values, open } = subjectColumns(subject, sql`${userId}::uuid`);
  const [row] = await transaction.query<Case & { isGone: boolean }>(sql`
    insert into cases as one (id, ${subjectColumnNames}, snapshot, photos, files, urgent, due_at)
    select ${newId()}, ${values}, was.snapshot, coalesce(was.photos, '[]'), coalesce(was.files, '{}'),
      ${isUrgent}, ${due}
    from (select) here left join (${snapshotOf(subject)}) was on not was.deleted
    on conflict ${open} do update
    set urgent = one.urgent or excluded.urgent, due_at = least(one.due_at, excluded.due_at)
    returning ${columns}, one.snapshot is null as "isGone"`);
  if (row === undefined) throw new Error("A case was neither found nor opened");
  if (row.isGone) throw new AppError(refusalOf(subject));
  return row;
}

/** Inserts the case of a measure without a report: closed, so that an appeal finds its subject. */
export async function insertClosedCase(
  transaction: Queries,
  subject: Subject,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(sql`
    insert into cases (id, ${subjectColumnNames}, snapshot, photos, files, due_at, closed_at)
    select ${newId()}, ${subjectColumns(subject).values}, was.snapshot, was.photos, was.files, now(), now()
    from (${snapshotOf(subject)}) was returning id`);
  return row?.id;
}

/** Selects a listing with its photos and current state, also one that its seller has deleted. */
const listingToday = (productId: Sql | string) => sql`
  select product.name, product.price_paise, product.description, product.category, product.condition,
    product.location_type, product.address, product.sold_at,
    (select coalesce(jsonb_agg(to_jsonb(photo) order by photo.position), '[]') from photos photo
      where photo.product_id = product.id) as photos,
    case when product.hidden_at is not null then 'hidden' when product.sold_at is not null then 'sold'
      when product.expired_at is not null then 'expired' when product.listed then 'listed'
      else 'unlisted' end as state
  from products product where product.id = ${productId}
  union all
  select lost.name, lost.price_paise, lost.description, lost.category, lost.condition, lost.location_type,
    lost.address, lost.sold_at, deleted.photos, 'deleted'
  from deleted_listings deleted, jsonb_populate_record(null::products, deleted.product) lost
  where deleted.product_id = ${productId}`;

const listingJson = sql`jsonb_build_object('name', listing.name, 'price', listing.price_paise / 100.0,
    'description', listing.description, 'category', listing.category, 'condition', listing.condition,
    'locationType', listing.location_type,
    'images', jsonb_path_query_array(listing.photos, '$[*].image'))`;

type SnapshotSubject = Exclude<Subject, { productId: string }> | { productId: Sql | string };

/** Selects one row: the current listing, student or feedback, its photos with their files, and all of these files. */
export function snapshotOf(subject: SnapshotSubject): Sql {
  if ("productId" in subject)
    return sql`select ${listingJson} as snapshot,
        (select coalesce(jsonb_agg(jsonb_build_object('id', photo -> 'id', 'files', photo -> 'files')), '[]')
          from jsonb_array_elements(listing.photos) photo) as photos,
        array(select jsonb_array_elements_text(jsonb_path_query_array(listing.photos, '$[*].files[*]'))) as files,
        listing.state = 'deleted' as deleted
      from (${listingToday(subject.productId)}) listing`;
  const nothing = sql`'[]'::jsonb as photos, '{}'::text[] as files, false as deleted`;
  if ("userId" in subject)
    return sql`select jsonb_build_object('name', person.name) as snapshot, ${nothing}
      from users person where person.id = ${subject.userId}`;
  return sql`select jsonb_build_object('name', coalesce(author.name, 'deleted member'), 'description', feedback.text) as snapshot,
      ${nothing}
    from feedback left join users author on author.id = feedback.author_id
    where feedback.deal_id = ${subject.dealId} and feedback.role = ${subject.role}`;
}

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
    insert into cases (id, product_id, user_id, deal_id, feedback_role, snapshot, photos, files, due_at,
      appeal_against, appeal_text)
    select ${id}, ${productId}, ${userId}, first.deal_id, first.feedback_role, first.snapshot, coalesce(first.photos, '[]'), coalesce(first.files, '{}'),
      now() + make_interval(hours => ${hours}), decision.id, ${text}
    from decisions decision left join cases first on first.id = decision.case_id
    where decision.id = ${decisionId}`);
  return id;
}

/** @returns undefined when there is no such case */
export async function lockCase(transaction: Queries, id: string): Promise<Case | undefined> {
  const [row] = await transaction.query<Case>(sql`
    select ${columns} from cases one where one.id = ${id} for no key update`);
  return row;
}

/** Selects a hash of all that a listing says, also of one that its seller has deleted; null once nothing of it is left. */
export const listingHashOf = (productId: Sql) => sql`(
  select md5((${listingJson} || jsonb_build_object('address', listing.address))::text)
  from (${listingToday(productId)}) listing)`;

export async function closeCase(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`
    update cases set closed_at = now(), user_id = coalesce(user_id, author_id),
      decided_listing = ${listingHashOf(sql`cases.product_id`)}
    where id = ${id}`);
}

export async function selectCaseName(db: Queries, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ name: string | null }>(sql`
    select snapshot ->> 'name' as name from cases where id = ${id}`);
  return row?.name ?? undefined;
}

/** Deletes photos of cases that were closed that many days ago. @returns files that no case needs any more */
export async function forgetOldPhotos(transaction: Queries, days: number): Promise<string[]> {
  const rows = await transaction.query<{ files: string[] }>(sql`
    with old as (
      select id, files from cases
      where closed_at < now() - make_interval(days => ${days}) and files <> '{}' for update skip locked
    )
    update cases set photos = '[]', files = '{}' from old where cases.id = old.id
    returning old.files`);
  return rows.flatMap(({ files }) => files);
}

/** Deletes the data of a closed case whose student was erased before the decision. */
export async function forgetErasedSnapshot(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`
    update cases set snapshot = null, photos = '[]', files = '{}', appeal_text = null where id = ${id}`);
}

export async function markHidden(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`update cases set hidden_at = now() where id = ${id}`);
}

export async function markSeen(db: Queries, id: string): Promise<void> {
  await db.query(sql`
    update cases set first_seen_at = now() where id = ${id} and first_seen_at is null`);
}

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
  dealId: string | null;
  feedback: ModerationCase["feedback"] | null;
  snapshot: ModerationCase["snapshot"];
  reports: ModerationCase["reports"];
  pair: ModerationCase["pair"] | null;
  decision: ModerationCase["decision"] | null;
  appeal: ModerationCase["appeal"] | null;
  grievance: ModerationCase["grievance"] | null;
  own: boolean;
  byAuthority: boolean;
  isAgainstViewer: boolean;
  hiddenByReports: boolean;
  claim: ModerationCase["claim"] | null;
};

/** Whether a report led to the case, or to the decision that it is an appeal against. */
const isReportOfCase = sql`report.case_id in (one.id, (
  select decision.case_id from decisions decision where decision.id = one.appeal_against))`;

const shown = sql`one.id, case when one.closed_at is null then 'open' else 'closed' end as state,
  one.due_at as "dueAt", one.urgent, one.by_authority as "byAuthority", one.product_id as "productId", ${concerned} as "userId", one.snapshot,
  one.deal_id as "dealId",
  (select json_strip_nulls(json_build_object('role', feedback.role, 'good', feedback.good, 'text', feedback.text,
      'reply', feedback.reply, 'removed', feedback.removed_at is not null))
    from feedback where feedback.deal_id = one.deal_id and feedback.role = one.feedback_role) as feedback,
  (select ${decisionJson} from decisions decision where decision.case_id = one.id) as decision,
  (select json_build_object('text', coalesce(one.appeal_text, ''), 'against', ${decisionJson})
    from decisions decision where decision.id = one.appeal_against) as appeal,
  (select json_strip_nulls(json_build_object('name', grievance.name, 'email', grievance.email,
      'subject', grievance.subject, 'details', grievance.details, 'productUrl', grievance.product_url))
    from grievances grievance where grievance.id = one.grievance_id) as grievance,
  (select coalesce(json_agg(json_strip_nulls(json_build_object('reason', report.reason, 'details', report.details, 'createdAt',
      ${isoTime(sql`report.created_at`)}))
      order by report.id), '[]')
    from reports report where ${isReportOfCase}) as reports,
  (select json_build_object('productId', one.product_id, 'createdAt', ${isoTime(sql`copy.created_at`)},
      'copiedFrom', copy.first_product_id, 'copiedAt', ${isoTime(sql`copy.copied_at`)})
    from copied_photos copy where copy.case_id = one.id) as pair`;

type CaseFilter = {
  reason?: CaseReason | undefined;
  type?: CaseType | undefined;
  userId?: string | undefined;
};
type CasePage = CaseFilter & { limit: number; cursor?: string | undefined };

const isOfType: Record<CaseType, Sql> = {
  listing: sql`one.product_id is not null and one.appeal_against is null and one.grievance_id is null`,
  student: sql`one.product_id is null and one.deal_id is null and one.appeal_against is null and one.grievance_id is null`,
  feedback: sql`one.deal_id is not null and one.appeal_against is null`,
  appeal: sql`one.appeal_against is not null`,
  grievance: sql`one.grievance_id is not null`,
};

/** A filter by reason omits the viewer's own cases, whose reports they must not see. */
function matchesFilter({ reason, type, userId }: CaseFilter, viewer: Viewer | undefined): Sql {
  const ofReason = sql`and exists (select from reports report where ${isReportOfCase} and report.reason = ${reason})
    ${viewer === undefined ? empty : sql`and not ${isOwnCase(viewer)}`}`;
  return sql`${reason === undefined ? empty : ofReason} ${type === undefined ? empty : sql`and ${isOfType[type]}`}
    ${userId === undefined ? empty : sql`and ${concerned} = ${userId}`}`;
}

export const selectOpenCases = (
  db: Queries,
  viewer: Viewer | undefined,
  { limit, cursor, ...filter }: CasePage,
) =>
  selectCases(
    db,
    viewer,
    sql`one.closed_at is null ${matchesFilter(filter, viewer)} ${
      cursor === undefined
        ? empty
        : sql`and (one.due_at, one.id) > (select due_at, id from cases where id = ${cursor})`
    } order by one.due_at, one.id limit ${limit}`,
  );

export const selectClosedCases = (
  db: Queries,
  viewer: Viewer | undefined,
  { limit, cursor, ...filter }: CasePage,
) =>
  selectCases(
    db,
    viewer,
    sql`one.closed_at is not null ${matchesFilter(filter, viewer)} ${cursor === undefined ? empty : sql`and one.id < ${cursor}`}
      order by one.id desc limit ${limit}`,
  );

export const selectCase = async (
  db: Queries,
  viewer: Viewer,
  id: string,
): Promise<CaseRow | undefined> => (await selectCases(db, viewer, sql`one.id = ${id}`))[0];

const selectCases = (db: Queries, viewer: Viewer | undefined, selector: Sql) =>
  db.query<CaseRow>(sql`
    select ${shown}, ${viewer === undefined ? sql`false` : isOwnCase(viewer)} as own,
      ${isAgainstDecisionOf(viewer?.identityId)} as "isAgainstViewer",
      ${claimJson(viewer?.identityId)} as claim, one.hidden_at is not null and exists (
        select from products hidden where hidden.id = one.product_id and hidden.hidden_at is not null) as "hiddenByReports"
    from cases one where ${selector}`);

export async function selectListingToday(
  db: Queries,
  productId: string,
): Promise<NonNullable<ModerationCase["listing"]>> {
  const [row] = await db.query<{ listing: NonNullable<ModerationCase["listing"]> }>(sql`
    select ${listingJson} || jsonb_strip_nulls(jsonb_build_object('state', listing.state, 'address', listing.address,
      'sold', case when listing.sold_at is not null then true end)) as listing
    from (${listingToday(productId)}) listing`);
  return row?.listing ?? { state: "gone" };
}

export async function selectCaseFiles(
  db: Queries,
  caseId: string,
  photoId: string,
): Promise<string[] | undefined> {
  const [row] = await db.query<{ files: string[] }>(sql`
    select photo.files from cases one cross join lateral (
      select * from jsonb_to_recordset(one.photos) as retained (id uuid, files text[])
      union all select id, files from photos where product_id = one.product_id
      union all select lost.id, lost.files from deleted_listings deleted,
        jsonb_to_recordset(deleted.photos) as lost (id uuid, files text[])
        where deleted.product_id = one.product_id
    ) photo
    where one.id = ${caseId} and photo.id = ${photoId} limit 1`);
  return row?.files;
}

export async function countCases(
  db: Queries,
): Promise<{ open: number; overdue: number; neglected: number }> {
  const [row] = await db.query<{ open: number; overdue: number; neglected: number }>(sql`
    select count(*)::int as open, (count(*) filter (where due_at < now()))::int as overdue,
      (count(*) filter (where due_at < now() - make_interval(days => ${neglectedDays})))::int as neglected
    from cases where closed_at is null`);
  return row ?? { open: 0, overdue: 0, neglected: 0 };
}
