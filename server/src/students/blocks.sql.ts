import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** Whether either of two students has blocked the other. */
export const eitherBlocked = (one: Sql, other: Sql) => sql`exists (
  select from blocks where (blocker_id = ${one} and blocked_id = ${other})
    or (blocker_id = ${other} and blocked_id = ${one}))`;

/** @returns false when there is no such other student */
export async function insertBlock(
  db: Queries,
  blockerId: string,
  blockedId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into blocks (blocker_id, blocked_id)
    select ${blockerId}, id from users where id = ${blockedId} and id <> ${blockerId} for key share
    on conflict (blocker_id, blocked_id) do update set created_at = blocks.created_at
    returning blocked_id`);
  return rows.length > 0;
}

export async function deleteBlock(db: Queries, blockerId: string, blockedId: string) {
  await db.query(sql`
    delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`);
}

/** The latest blocked first. */
export function selectBlocked(
  db: Queries,
  blockerId: string,
): Promise<{ _id: string; name: string }[]> {
  return db.query(sql`
    select student.id as "_id", student.name from blocks join users student on student.id = blocks.blocked_id
    where blocks.blocker_id = ${blockerId} order by blocks.created_at desc, student.id`);
}
