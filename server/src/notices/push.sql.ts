import { pushHours, pushMost } from "@market/contract/limits";
import type { NoticeKind } from "@market/contract/notices";
import type { PushSubscription } from "@market/contract/schemas/notices";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { firstIdOf } from "../db/ids.ts";
import { lockStudent } from "../students/students.sql.ts";
import type { Reader } from "./push-message.ts";

type Owner = { userId: string; sessionId: string };

/** The browser of a session; what it subscribed to before is replaced, and of many browsers the oldest goes. */
export async function saveSubscription(
  transaction: Queries,
  { userId, sessionId }: Owner,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  await lockStudent(transaction, userId);
  await transaction.query(sql`
    delete from push_subscriptions
    where user_id = ${userId} and endpoint = ${endpoint} and session_id <> ${sessionId}`);
  // A session that ends meanwhile waits for its lock, or is not found.
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

/** The push service knows it no more. Another one of the same browser stays. */
export async function deleteLostSubscription(db: Queries, { sessionId, endpoint }: Push) {
  await db.query(sql`
    delete from push_subscriptions where session_id = ${sessionId} and endpoint = ${endpoint}`);
}

/** What students were told since they subscribed, each notice for each of their browsers once. */
export async function planPushes(db: Queries): Promise<void> {
  // Ids are in the order of time: those of before are not even looked at.
  const first = firstIdOf(Date.now() - pushHours * 3_600_000);
  await db.query(sql`
    insert into pushes (session_id, notice_id)
    select subscription.session_id, notice.id
    from push_subscriptions subscription
    join sessions session on session.id = subscription.session_id
    join users student on student.id = subscription.user_id
    join notices notice on notice.user_id = subscription.user_id
    where session.ended_at is null and session.expires_at > now()
      and student.suspended_at is null and student.deleted_at is null
      and notice.id > ${first} and notice.created_at > now() - make_interval(hours => ${pushHours})
      and notice.created_at > subscription.created_at
      and notice.read_at is null
      and not exists (select from pushes where session_id = subscription.session_id and notice_id = notice.id)
    on conflict do nothing`);
}

export type Push = Reader & {
  sessionId: string;
  noticeId: string;
  kind: NoticeKind;
  text: string;
  productId: string | null;
  asks: boolean;
};

/**
 * Takes the next ones, which nobody else takes for a while: longer than sending lasts, so that only what died while it was
 * sent comes again. @param attempts after which one is given up
 */
export function claimPushes(db: Queries, most: number, attempts: number): Promise<Push[]> {
  return db.query<Push>(sql`
    with due as (
      select push.session_id, push.notice_id from pushes push join notices notice on notice.id = push.notice_id
      where push.done_at is null and push.due_at <= now() and push.attempts < ${attempts}
        and notice.read_at is null and notice.created_at > now() - make_interval(hours => ${pushHours})
      order by push.due_at, push.notice_id limit ${most}
      for update of push skip locked
    )
    update pushes push
    set attempts = push.attempts + 1, due_at = now() + make_interval(secs => 30 * 4 ^ push.attempts)
    from due
    join push_subscriptions subscription on subscription.session_id = due.session_id
    join notices notice on notice.id = due.notice_id
    where push.session_id = due.session_id and push.notice_id = due.notice_id
    returning subscription.session_id as "sessionId", subscription.endpoint, subscription.p256dh, subscription.auth,
      notice.id as "noticeId", notice.kind, notice.text, notice.product_id as "productId",
      notice.actions <> '[]' as asks`);
}

export async function endPush(db: Queries, { sessionId, noticeId }: Push): Promise<void> {
  await db.query(sql`
    update pushes set done_at = now() where session_id = ${sessionId} and notice_id = ${noticeId}`);
}

/** No sooner than the push service wants. */
export async function delayPush(
  db: Queries,
  { sessionId, noticeId }: Push,
  seconds: number,
): Promise<void> {
  await db.query(sql`
    update pushes set due_at = greatest(due_at, now() + make_interval(secs => ${seconds}))
    where session_id = ${sessionId} and notice_id = ${noticeId}`);
}

/** Of notices so old that they are planned no more. */
export async function deleteOldPushes(db: Queries): Promise<void> {
  await db.query(sql`
    delete from pushes using notices notice
    where notice.id = pushes.notice_id and notice.created_at < now() - make_interval(hours => ${2 * pushHours})`);
}
