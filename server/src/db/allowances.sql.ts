import sql from "sql-template-tag";
import type { Queries } from "./database.ts";

const periods = {
  listings: "day",
  edits: "day",
  reports: "day",
  blocks: "day",
  grievances: "day",
  exports: "day",
  descriptions: "hour",
} as const;
type Allowance = keyof typeof periods;

/** Uses one of a student's allowance. @returns 0, or the seconds until the next period when it is used up */
export async function useAllowance(
  db: Queries,
  userId: string,
  kind: Allowance,
  limit: number,
): Promise<number> {
  const period = periods[kind];
  const [row] = await db.query<{ used: boolean; wait: number }>(sql`
    with now_used as (
      insert into allowances as allowance (user_id, kind, period_start, used)
      values (${userId}, ${kind}, date_trunc(${period}, now()), 1)
      on conflict (user_id, kind, period_start) do update set used = allowance.used + 1
        where allowance.used < ${limit}
      returning used
    )
    select exists (select from now_used) as used,
      ceil(extract(epoch from date_trunc(${period}, now()) + ('1 ' || ${period})::interval - now()))::int as wait`);
  return row?.used ? 0 : (row?.wait ?? 1);
}

/** Reads what `useAllowance` would return, without using any. */
export async function selectAllowanceWait(
  db: Queries,
  userId: string,
  kind: Allowance,
  limit: number,
): Promise<number> {
  const period = periods[kind];
  const [row] = await db.query<{ wait: number }>(sql`
    select ceil(extract(epoch from period_start + ('1 ' || ${period})::interval - now()))::int as wait
    from allowances
    where user_id = ${userId} and kind = ${kind} and period_start = date_trunc(${period}, now())
      and used >= ${limit}`);
  return row?.wait ?? 0;
}

export async function deleteOldAllowances(db: Queries): Promise<void> {
  await db.query(sql`delete from allowances where period_start < now() - interval '2 days'`);
  await db.query(sql`delete from reveals where day < current_date - 90`);
  await db.query(sql`delete from earlier_reveals where day < current_date - 90`);
  await db.query(sql`delete from idempotency_keys where created_at < now() - interval '1 day'`);
  await db.query(sql`delete from moderator_answers where created_at < now() - interval '1 day'`);
}
