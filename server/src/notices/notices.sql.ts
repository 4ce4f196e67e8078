import { keyUndoDays, noticeDays, unreadMost } from "@market/contract/limits";
import { answered } from "@market/contract/notices/messages";
import { moderatorsKinds } from "@market/contract/notices/notice";
import type {
  Notice,
  NoticeAction,
  NoticeAnswer,
  NoticeKind,
} from "@market/contract/notices/notice";
import sql, { empty } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";

export type NewNotice = {
  userId: string;
  kind: NoticeKind;
  text: string;
  productId?: string | undefined;
  /** The listing of a decision, whose notice stays when the listing is deleted. */
  listingId?: string | undefined;
  caseId?: string | undefined;
  /** The other student whose first name the text has; the notice is erased with them, and none is added across a block. */
  aboutId?: string | undefined;
  actions?: NoticeAction[];
  /** A notice is added once for each key; with another text it becomes unread again, unless it is not repeatable. */
  dedupeKey: string;
};

export const addNotice = (transaction: Queries, notice: NewNotice): Promise<void> =>
  addNotices(transaction, [notice]);

/** Skips students who have turned this kind off. Jobs push (`planPushes`) and mail (`mailNotices`) new ones. */
export async function addNotices(
  transaction: Queries,
  notices: readonly NewNotice[],
  { isRepeatable = true }: { isRepeatable?: boolean } = {},
): Promise<void> {
  if (notices.length === 0) return;
  const rows = JSON.stringify(notices.map((notice) => ({ id: newId(), actions: [], ...notice })));
  // Ordered, so that two transactions that notify the same students cannot deadlock.
  await transaction.query(sql`
    insert into notices (id, user_id, kind, text, product_id, listing_id, case_id, about_id, actions, dedupe_key)
    select added.* from json_to_recordset(${rows}::json) as added (id uuid, "userId" uuid, kind text, text text,
      "productId" uuid, "listingId" uuid, "caseId" uuid, "aboutId" uuid, actions jsonb, "dedupeKey" text)
    where not exists (select from notices_off off where off.user_id = added."userId" and off.kind = added.kind)
      and not ${eitherBlocked(sql`added."userId"`, sql`added."aboutId"`)}
    order by added."userId", added."dedupeKey"
    on conflict on constraint notices_once do update
      set text = excluded.text, actions = excluded.actions, read_at = null, answer = null
      where ${isRepeatable} and notices.text <> excluded.text`);
}

/** Gives a notice that was closed without an answer its buttons back. */
export async function openNotice(
  transaction: Queries,
  userId: string,
  dedupeKey: string,
  actions: readonly NoticeAction[],
): Promise<void> {
  await transaction.query(sql`
    update notices set actions = ${JSON.stringify(actions)}::jsonb, answer = null
    where user_id = ${userId} and dedupe_key = ${dedupeKey} and actions = '[]'`);
}

/** Whether `notice` may be mailed or pushed to `student`. All others are in the bell when the student is back. */
export const isDeliverable = sql`(student.deleted_at is null
  and (student.suspended_at is null or notice.kind = 'moderation')
  and not ${eitherBlocked(sql`student.id`, sql`notice.about_id`)})`;

/** Marks notices with an answered question as read, and replaces their buttons by the answer. @param again also an earlier answer */
export async function closeNotices(
  transaction: Queries,
  {
    kind,
    productId,
    key,
    answer,
    again = false,
  }: { kind: NoticeKind; productId?: string; key?: string; answer: NoticeAnswer; again?: boolean },
): Promise<void> {
  await transaction.query(sql`
    update notices set actions = '[]', read_at = coalesce(read_at, now()), answer = ${answer}
    where kind = ${kind} and ${again ? sql`(actions <> '[]' or answer is not null)` : sql`actions <> '[]'`}
      ${productId === undefined ? empty : sql`and product_id = ${productId}`}
      ${key === undefined ? empty : sql`and dedupe_key = ${key}`}`);
}

type NoticeRow = {
  id: string;
  kind: NoticeKind;
  text: string;
  productId: string | null;
  caseId: string | null;
  createdAt: Date;
  readAt: Date | null;
  actions: NoticeAction[];
  answer: NoticeAnswer | null;
};

/** A reader of notices; a former moderator does not see those about cases. */
export type Reader = { userId: string; isModerator: boolean };
const isOf = ({ userId, isModerator }: Reader) =>
  sql`user_id = ${userId} ${isModerator ? empty : sql`and kind <> all(${[...moderatorsKinds]})`}`;

/** Whether a change that was made with a key, a row of `notices`, can no longer be undone. */
const isUndone = sql`(kind = 'by-key' and (
  created_at < now() - make_interval(days => ${keyUndoDays})
  or not exists (
    select from products where id = listing_id and sold_at is not null and actions #>> '{0,method}' = 'PUT'
    union all
    select from deleted_listings where product_id = listing_id and actions #>> '{0,method}' = 'POST')))`;

const isOfHidden = sql`(actions <> '[]' and exists (
  select from products hidden where hidden.id = coalesce(product_id, listing_id) and hidden.hidden_at is not null))`;
/** The buttons that a hidden listing leaves: it can neither be confirmed nor renewed. */
const buttonsOfHidden = sql`jsonb_path_query_array(actions, '$[*] ? (@.name != "confirm" && @.name != "renew")')`;

export async function selectNotices(
  db: Queries,
  reader: Reader,
  limit: number,
  cursor: string | undefined,
): Promise<Notice[]> {
  const rows = await db.query<NoticeRow>(sql`
    select id, kind, text, coalesce(product_id, listing_id) as "productId", case_id as "caseId", created_at as "createdAt", read_at as "readAt",
      case when ${isUndone} then '[]' when ${isOfHidden} then ${buttonsOfHidden} else actions end as actions, answer
    from notices where ${isOf(reader)} ${cursor === undefined ? empty : sql`and id < ${cursor}`}
    order by id desc limit ${limit}`);
  return rows.map(({ productId, caseId, createdAt, readAt, answer, ...notice }) => ({
    ...notice,
    ...(productId !== null && { productId }),
    ...(caseId !== null && { caseId }),
    createdAt: createdAt.toISOString(),
    ...(readAt !== null && { readAt: readAt.toISOString() }),
    ...(answer !== null && { answered: answered(notice.kind, answer) }),
  }));
}

export async function countUnread(db: Queries, reader: Reader): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (
      select from notices where ${isOf(reader)} and read_at is null limit ${unreadMost}) unread`);
  return row?.count ?? 0;
}

/** @param ids of notices, all without @returns false when one of them is not the student's */
export async function markRead(
  db: Queries,
  userId: string,
  ids: readonly string[] | undefined,
): Promise<boolean> {
  if (ids === undefined) {
    await db.query(sql`
      update notices set read_at = now() where user_id = ${userId} and read_at is null`);
    return true;
  }
  const wanted = [...new Set(ids)];
  const own = await db.query(sql`
    with own as (
      select id from notices where user_id = ${userId} and id = any(${wanted}::uuid[])
    ), marked as (
      update notices set read_at = now()
      where id in (select id from own) and read_at is null
        and (select count(*) from own) = ${wanted.length}
    )
    select id from own`);
  return own.length === wanted.length;
}

export async function selectKindsOff(db: Queries, userId: string): Promise<NoticeKind[]> {
  const rows = await db.query<{ kind: NoticeKind }>(sql`
    select kind from notices_off where user_id = ${userId}`);
  return rows.map(({ kind }) => kind);
}

export async function updateKindsOff(
  db: Queries,
  userId: string,
  { on, off }: { on: NoticeKind[]; off: NoticeKind[] },
): Promise<void> {
  await db.query(sql`
    with wanted as (delete from notices_off where user_id = ${userId} and kind = any(${on}::text[]))
    insert into notices_off (user_id, kind) select ${userId}, unnest(${off}::text[])
    on conflict do nothing`);
}

export async function deleteOldNotices(db: Queries): Promise<void> {
  await db.query(
    sql`delete from notices where created_at < now() - make_interval(days => ${noticeDays})`,
  );
}
