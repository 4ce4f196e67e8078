import { requestHours, requestMailsPerDay } from "@market/contract/limits";
import sql, { type Sql } from "sql-template-tag";
import { campusMidnight, campusToday } from "../db/clock.sql.ts";
import type { Queries } from "../db/database.ts";
import { firstNameOf } from "../students/students.sql.ts";
import { isDeliverable } from "./notices.sql.ts";

/** Open requests whose sellers have not read of them, with their notices. */
const dueOf = (more: Sql) => sql`
  from contact_requests request
    join notices notice on notice.user_id = request.seller_id
      and notice.dedupe_key = 'request:' || request.id || ':' || request.asked
    join users student on student.id = notice.user_id
    left join notice_mails mail on mail.user_id = notice.user_id
  where request.state = 'open' and request.mailed_at is null
    and request.created_at > now() - make_interval(hours => ${requestHours})
    and notice.mailed_at is null and notice.read_at is null and ${isDeliverable} and mail.off_at is null ${more}`;

/** How many more of these mails a seller gets today, a day in India. */
const left = (sellerId: Sql) => sql`greatest(0, ${requestMailsPerDay} - (
  select count(*) from contact_requests sent
  where sent.seller_id = ${sellerId} and sent.mailed_at >= ${campusMidnight(campusToday)}))`;

export async function selectAskedSellers(db: Queries, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct notice.user_id as id
    ${dueOf(sql`and ${left(sql`request.seller_id`)} > 0`)} limit ${most}`);
  return rows.map(({ id }) => id);
}

export type RequestToMail = { id: string; email: string; buyer: string; text: string };

/** Takes the requests to mail to a seller, so that no other mail has them. */
export async function takeRequests(
  transaction: Queries,
  sellerId: string,
): Promise<RequestToMail[]> {
  await transaction.query(sql`
    insert into notice_mails (user_id) values (${sellerId}) on conflict do nothing`);
  await transaction.query(sql`select from notice_mails where user_id = ${sellerId} for update`);
  return transaction.query(sql`
    with due as (
      select request.id, notice.id as notice_id, notice.text
      ${dueOf(sql`and notice.user_id = ${sellerId}`)}
      order by request.created_at limit ${left(sql`${sellerId}`)}
    ), told as (
      update notices set mailed_at = now() where id in (select notice_id from due)
    )
    update contact_requests request set mailed_at = now()
    from due, users seller join identities identity on identity.id = seller.identity_id, users buyer
    where request.id = due.id and seller.id = request.seller_id and buyer.id = request.buyer_id
    returning request.id, identity.email, ${firstNameOf(sql`buyer`)} as buyer, due.text`);
}

export async function updateRequestMail(
  transaction: Queries,
  id: string,
  mailId: string | undefined,
): Promise<void> {
  await transaction.query(sql`
    update contact_requests set mail_id = ${mailId ?? null} where id = ${id}`);
}
