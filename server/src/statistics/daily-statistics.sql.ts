import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { firstIdOf } from "../db/ids.ts";

export type DailyStatistic = { day: string; name: string; value: number };

/** Adds to today's statistics. */
export async function addStatistics(
  db: Queries,
  added: ReadonlyMap<string, number>,
): Promise<void> {
  await db.query(sql`
    insert into daily_figures as figure (day, name, value)
    select (now() at time zone 'utc')::date, name, value
    from unnest(${[...added.keys()]}::text[], ${[...added.values()]}::float8[]) as added (name, value)
    on conflict (day, name) do update set value = figure.value + excluded.value`);
}

/** Sets today's statistics. @param keep "largest" for counts, because a counted row may be deleted later in the day */
export async function setStatistics(
  db: Queries,
  statistics: Record<string, number>,
  keep: "largest" | "last",
): Promise<void> {
  await db.query(sql`
    insert into daily_figures as figure (day, name, value)
    select (now() at time zone 'utc')::date, name, value
    from unnest(${Object.keys(statistics)}::text[], ${Object.values(statistics)}::float8[]) as set (name, value)
    on conflict (day, name) do update set value =
      case when ${keep === "largest"} then greatest(figure.value, excluded.value) else excluded.value end`);
}

export const selectStatistics = (db: Queries, days: number): Promise<DailyStatistic[]> =>
  db.query<DailyStatistic>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, name, value from daily_figures
    where day > (now() at time zone 'utc')::date - ${days}::int order by day, name`);

export async function deleteOldStatistics(db: Queries, days: number): Promise<void> {
  await db.query(sql`
    delete from daily_figures where day < (now() at time zone 'utc')::date - ${days}::int`);
}

export type Today = { listings: number; sold: number; contacts: number };

/** Counts today's listings, sales and contacts. */
export async function countToday(db: Queries): Promise<Today> {
  const midnight = new Date().setUTCHours(0, 0, 0, 0);
  const since = new Date(midnight);
  const [row] = await db.query<Today>(sql`
    select
      (select count(*)::int from products where id >= ${firstIdOf(midnight)}) as listings,
      (select count(*)::int from products where listed and sold_at >= ${since}) as sold,
      (select count(*)::int from reveals where revealed_at >= ${since}) as contacts`);
  return row ?? { listings: 0, sold: 0, contacts: 0 };
}
