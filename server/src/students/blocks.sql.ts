import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { firstNameOf } from "./students.sql.ts";

export const eitherBlocked = (one: Sql, other: Sql) => sql`exists (
  select from blocks where (blocker_id = ${one} and blocked_id = ${other})
    or (blocker_id = ${other} and blocked_id = ${one}))`;

/** Whether a student, a row of `users` called `student`, may be notified of a seller's listings. */
export const mayBeNotified = (
  sellerId: Sql,
) => sql`(student.suspended_at is null and student.deleted_at is null
  and not ${eitherBlocked(sql`student.id`, sellerId)})`;

/** A blocker may block sellers and those with whom they had a contact, a request or a deal: blocking others would reveal their names. */
const isKnown = (student: Sql, blocker: Sql) => {
  const between = (one: Sql, other: Sql) => sql`exists (
      select from outcomes contact where contact.buyer_id = ${one} and contact.seller_id = ${other})
    or exists (select from deals deal where deal.buyer_id = ${one} and deal.seller_id = ${other})
    or exists (select from contact_requests request where request.buyer_id = ${one} and request.seller_id = ${other})`;
  return sql`(exists (select from products product where product.seller_id = ${student})
    or exists (select from deleted_listings listing where listing.seller_id = ${student})
    or ${between(student, blocker)} or ${between(blocker, student)})`;
};

/** Locks the student to be blocked. @returns undefined if there is no student whom the blocker may block */
export async function lockBlockable(
  transaction: Queries,
  blockerId: string,
  userId: string,
): Promise<{ isBlocked: boolean } | undefined> {
  const [row] = await transaction.query<{ isBlocked: boolean }>(sql`
    select exists (select from blocks where blocker_id = ${blockerId} and blocked_id = student.id) as "isBlocked"
    from users student
    where student.id = ${userId} and student.id <> ${blockerId}
      and student.suspended_at is null and student.deleted_at is null
      and ${isKnown(sql`student.id`, sql`${blockerId}`)}
    for key share of student`);
  return row;
}

export async function insertBlock(db: Queries, blockerId: string, blockedId: string) {
  await db.query(sql`
    insert into blocks (blocker_id, blocked_id) values (${blockerId}, ${blockedId}) on conflict do nothing`);
}

export async function deleteBlock(db: Queries, blockerId: string, blockedId: string) {
  await db.query(sql`
    delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`);
}

export function selectBlocked(
  db: Queries,
  blockerId: string,
): Promise<{ _id: string; name: string }[]> {
  return db.query(sql`
    select student.id as "_id", ${firstNameOf(sql`student`)} as name from blocks join users student on student.id = blocks.blocked_id
    where blocks.blocker_id = ${blockerId} order by blocks.created_at desc, student.id`);
}
