import { pushHours, pushMost } from "@market/contract/limits";
import type { NoticeKind } from "@market/contract/notices/notice";
import type { PushSubscription } from "@market/contract/notices/schemas";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { firstIdOf } from "../db/ids.ts";
import { lockStudent } from "../students/students.sql.ts";
import { isDeliverable } from "./notices.sql.ts";
import type { PushRecipient } from "./push-message.ts";

type Owner = { userId: string; sessionId: string };

/** Subscribes a session's browser. Replaces its previous subscription, and drops the oldest of too many browsers. */
export async function saveSubscription(
  transaction: Queries,
  { userId, sessionId }: Owner,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  await lockStudent(transaction, userId);
  await transaction.query(sql`
    delete from push_subscriptions
    where user_id = ${userId} and endpoint = ${endpoint} and session_id <> ${sessionId}`);
  // A session that ends concurrently waits for its lock, or is not found.
  await transaction.query(sql`
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth)
    select id, ${userId}, ${endpoint}, ${keys.p256dh}, ${keys.auth}
    from sessions where id = ${sessionId} and ended_at is null for share
    on conflict (session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`);
  await transaction.query(sql`
    delete from push_subscriptions where session_id in (
      select session_id from push_subscriptions where user_id = ${userId}
      order by created_at desc, session_id offset ${pushMost})`);
}

export async function hasSubscription(db: Queries, sessionId: string): Promise<boolean> {
  const rows = await db.query(sql`select from push_subscriptions where session_id = ${sessionId}`);
  return rows.length > 0;
}

export async function deleteSubscription(db: Queries, { userId, sessionId }: Owner) {
  await db.query(sql`
    delete from push_subscriptions where session_id = ${sessionId} and user_id = ${userId}`);
}

/** Keeps pushes on in a browser whose student signs in again. Pushes that fall due in between are planned for the new session. */
export async function moveSubscription(
  transaction: Queries,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction.query(sql`
    with moved as (
      update push_subscriptions subscription set session_id = ${to}
      from sessions session join users on users.identity_id = session.identity_id
      where session.id = ${to} and subscription.session_id = ${from} and subscription.user_id = users.id
      returning subscription.session_id
    ), waiting as (
      delete from pushes using moved where pushes.session_id = ${from} and pushes.done_at is null
    )
    update pushes set session_id = moved.session_id from moved
    where pushes.session_id = ${from} and pushes.done_at is not null`);
}

/** The push service knows it no more. Another one of the same browser stays. */
export async function deleteLostSubscription(db: Queries, { sessionId, endpoint }: Push) {
  await db.query(sql`
    delete from push_subscriptions where session_id = ${sessionId} and endpoint = ${endpoint}`);
}

export type PushId = { sessionId: string; noticeId: string };

/**
 * Plans a push of each unread notice to each browser that its student has subscribed before. Also adopts pushes that the
 * previous release has planned and not sent: it sends those that are due, so this release's own are due at `infinity`.
 * @param most pushes of each kind
 */
export async function planPushes(transaction: Queries, most: number): Promise<PushId[]> {
  const since = sql`now() - make_interval(hours => ${pushHours})`;
  // Ids are in order of time, so earlier ones are not scanned.
  return transaction.query<PushId>(sql`
    with added as (
      insert into pushes (session_id, notice_id, due_at)
      select subscription.session_id, notice.id, 'infinity'
      from push_subscriptions subscription
      join sessions session on session.id = subscription.session_id
      join users student on student.id = subscription.user_id
      join notices notice on notice.user_id = subscription.user_id
      where session.ended_at is null and session.expires_at > now()
        and ${isDeliverable}
        and notice.id > ${firstIdOf(since)} and notice.created_at > ${since}
        and notice.created_at > subscription.created_at
        and notice.read_at is null
        and not exists (select from pushes where session_id = subscription.session_id and notice_id = notice.id)
      order by notice.id limit ${most}
      on conflict do nothing
      returning session_id, notice_id
    ), adopted as (
      update pushes set due_at = 'infinity'
      where done_at is null and due_at <= now() and (session_id, notice_id) in (
        select session_id, notice_id from pushes
        where done_at is null and due_at <= now() order by due_at limit ${most})
      returning session_id, notice_id
    )
    select session_id as "sessionId", notice_id as "noticeId" from added
    union all select session_id, notice_id from adopted`);
}

export type Push = PushRecipient &
  PushId & {
    kind: NoticeKind;
    text: string;
    productId: string | null;
    caseId: string | null;
    asks: boolean;
  };

export async function selectPush(
  db: Queries,
  { sessionId, noticeId }: PushId,
): Promise<Push | undefined> {
  const [push] = await db.query<Push>(sql`
    select subscription.session_id as "sessionId", subscription.endpoint, subscription.p256dh, subscription.auth,
      notice.id as "noticeId", notice.kind, notice.text, coalesce(notice.product_id, notice.listing_id) as "productId", notice.case_id as "caseId",
      notice.actions <> '[]' as asks
    from pushes push
      join push_subscriptions subscription on subscription.session_id = push.session_id
      join notices notice on notice.id = push.notice_id
    where push.session_id = ${sessionId} and push.notice_id = ${noticeId} and push.done_at is null
      and notice.read_at is null and notice.created_at > now() - make_interval(hours => ${pushHours})`);
  return push;
}

/** @param delivered whether the push service took it */
export async function endPush(
  db: Queries,
  { sessionId, noticeId }: PushId,
  delivered: boolean,
): Promise<void> {
  await db.query(sql`
    update pushes set done_at = now(), delivered = ${delivered} where session_id = ${sessionId} and notice_id = ${noticeId}`);
}

export async function deleteOldPushes(db: Queries): Promise<void> {
  await db.query(sql`
    delete from pushes using notices notice
    where notice.id = pushes.notice_id and notice.created_at < now() - make_interval(hours => ${2 * pushHours})`);
}
