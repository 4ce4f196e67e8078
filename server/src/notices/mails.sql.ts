import { digestHours, mailedDays, mailedMinutes } from "@market/contract/limits";
import { moderatorsKinds } from "@market/contract/notices/notice";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isDeliverable } from "./notices.sql.ts";

/** Whether a row of `notices` called `notice` is still to be mailed, moderation immediately. Cases have a mail of their own. */
const isDue = sql`notice.kind <> all(${[...moderatorsKinds]}) and notice.mailed_at is null and notice.read_at is null
  and notice.created_at > now() - make_interval(days => ${mailedDays})
  and (notice.kind = 'moderation' or notice.created_at < now() - make_interval(mins => ${mailedMinutes}))`;
const aDayAgo = sql`now() - make_interval(hours => ${digestHours})`;
/** Whether the last digest was written a day ago, and also sent, so that two never arrive together after an outage. `mail` may be absent. */
const mayDigest = sql`(mail.digest_at is null or (mail.digest_at < ${aDayAgo} and not exists (
  select from outbox last where last.id = mail.mail_id
    and (last.state = 'waiting' or (last.state = 'sent' and last.done_at > ${aDayAgo})))))`;

const dueOf = (more: Sql) => sql`
  from notices notice join users student on student.id = notice.user_id
    left join notice_mails mail on mail.user_id = notice.user_id
  where ${isDue} and ${isDeliverable} and mail.off_at is null and (notice.kind = 'moderation' or ${mayDigest}) ${more}`;

export async function selectRecipients(db: Queries, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct notice.user_id as id ${dueOf(sql``)} limit ${most}`);
  return rows.map(({ id }) => id);
}

/** `isDaily` if it has other notices than decisions. */
export type Digest = {
  email: string;
  texts: string[];
  isDaily: boolean;
  ownListings: string[];
};

/** Takes the notices that are due for a student, so that no other mail contains them. @returns undefined if none are left */
export async function takeDigest(
  transaction: Queries,
  userId: string,
): Promise<Digest | undefined> {
  await transaction.query(sql`
    insert into notice_mails (user_id) values (${userId}) on conflict do nothing`);
  await transaction.query(sql`select from notice_mails where user_id = ${userId} for update`);
  const taken = await transaction.query<{
    kind: string;
    text: string;
    productId: string | null;
  }>(sql`
    with due as (select notice.id ${dueOf(sql`and notice.user_id = ${userId}`)})
    update notices set mailed_at = now() where id in (select id from due)
    returning kind, text, coalesce(product_id, listing_id) as "productId"`);
  if (taken.length === 0) return undefined;
  const isDaily = taken.some(({ kind }) => kind !== "moderation");
  if (isDaily)
    await transaction.query(sql`
      update notice_mails set digest_at = now() where user_id = ${userId}`);
  const [student] = await transaction.query<{ email: string }>(sql`
    select identity.email from users student join identities identity on identity.id = student.identity_id
    where student.id = ${userId}`);
  const about = taken.flatMap(({ productId }) => productId ?? []);
  const own = await transaction.query<{ id: string }>(sql`
    select id from products where id = any(${about}::uuid[]) and seller_id = ${userId} order by id`);
  return (
    student && {
      email: student.email,
      texts: taken.map(({ text }) => text),
      isDaily,
      ownListings: own.map(({ id }) => id),
    }
  );
}

export async function updateDigestMail(
  transaction: Queries,
  userId: string,
  mailId: string | undefined,
): Promise<void> {
  await transaction.query(sql`
    update notice_mails set mail_id = ${mailId ?? null} where user_id = ${userId}`);
}

export async function isMailOff(db: Queries, userId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from notice_mails where user_id = ${userId} and off_at is not null`);
  return rows.length > 0;
}

/** Turns mail off or on; does nothing for a student who no longer exists. */
export async function updateMailOff(db: Queries, userId: string, isOff: boolean): Promise<void> {
  await db.query(sql`
    insert into notice_mails (user_id, off_at)
    select id, case when ${isOff} then now() end from users where id = ${userId}
    on conflict (user_id) do update
      set off_at = case when ${isOff} then coalesce(notice_mails.off_at, now()) end`);
}
