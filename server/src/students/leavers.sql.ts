import { leftUndoDays } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

export type StudentEvents = {
  registered(transaction: Queries, student: { email: string }): Promise<void>;
  /** A student whose listings were paused on leaving stays longer. @param leftAt when they were paused */
  stayedOn(transaction: Queries, student: { userId: string; leftAt: string }): Promise<void>;
};

/** @returns the day on which a student leaves, if they have said so */
export async function selectLeavingOn(db: Queries, userId: string): Promise<string | null> {
  const [row] = await db.query<{ day: string }>(sql`
    select leaving_on::text as day from leavers where user_id = ${userId}`);
  return row?.day ?? null;
}

/** Stores the day, or that there is none. @returns when the listings were paused, if that is undone by another day */
export async function saveLeavingOn(
  transaction: Queries,
  userId: string,
  day: string | null,
): Promise<string | undefined> {
  const [before] = await transaction.query<{ leftAt: string | null }>(sql`
    select case when left_at > now() - make_interval(days => ${leftUndoDays}) then left_at::text end as "leftAt"
    from leavers where user_id = ${userId} for update`);
  await transaction.query(
    day === null
      ? sql`delete from leavers where user_id = ${userId}`
      : sql`
        insert into leavers (user_id, leaving_on) values (${userId}, ${day})
        on conflict (user_id) do update set leaving_on = excluded.leaving_on, told_at = null, left_at = null
          where leavers.leaving_on <> excluded.leaving_on`,
  );
  return before?.leftAt ?? undefined;
}
