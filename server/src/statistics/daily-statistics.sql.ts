import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { firstIdOf } from "../db/ids.ts";
import { boundsOf, dayInIndia } from "./days.ts";

/** `day` is a day in India, as YYYY-MM-DD. */
export type DailyStatistic = { day: string; name: string; value: number };

export async function addStatistics(
  db: Queries,
  added: ReadonlyMap<string, number>,
  day = dayInIndia(),
): Promise<void> {
  await db.query(sql`
    insert into daily_figures as figure (day, name, value)
    select ${day}::date, name, value
    from unnest(${[...added.keys()]}::text[], ${[...added.values()]}::float8[]) as added (name, value)
    on conflict (day, name) do update set value = figure.value + excluded.value`);
}

/** Sets a day's statistics. @param keep "largest" for counts, because a counted row may be deleted later */
export async function setStatistics(
  db: Queries,
  statistics: Record<string, number>,
  { keep, day = dayInIndia() }: { keep: "largest" | "last"; day?: string },
): Promise<void> {
  await db.query(sql`
    insert into daily_figures as figure (day, name, value)
    select ${day}::date, name, value
    from unnest(${Object.keys(statistics)}::text[], ${Object.values(statistics)}::float8[]) as set (name, value)
    on conflict (day, name) do update set value =
      case when ${keep === "largest"} then greatest(figure.value, excluded.value) else excluded.value end`);
}

export const selectStatistics = (db: Queries, days: number): Promise<DailyStatistic[]> =>
  db.query<DailyStatistic>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, name, value from daily_figures
    where day > ${dayInIndia()}::date - ${days}::int order by day, name`);

/** The sums of a statistic in each of the weeks of the last days, from Monday on in India, the latest first. */
export const selectWeeks = (
  db: Queries,
  name: string,
  days: number,
): Promise<{ week: string; value: number }[]> =>
  db.query(sql`
    select to_char(monday, 'YYYY-MM-DD') as week, coalesce(sum(value), 0)::int as value
    from generate_series(date_trunc('week', ${dayInIndia()}::date - ${days - 1}::int), ${dayInIndia()}::date, '7 days') monday
      left join daily_figures on name = ${name} and day >= monday::date and day < monday::date + 7
    group by monday order by monday desc`);

export async function deleteOldStatistics(db: Queries, days: number): Promise<void> {
  await db.query(
    sql`delete from daily_figures where day < (now() at time zone 'Asia/Kolkata')::date - ${days}::int`,
  );
}

export type DayCounts = { listings: number; sold: number; contacts: number };

export async function countDay(db: Queries, day = dayInIndia()): Promise<DayCounts> {
  const [from, until] = boundsOf(day);
  const [since, before] = [new Date(from), new Date(until)];
  const [row] = await db.query<DayCounts>(sql`
    select
      (select count(*)::int from products where id >= ${firstIdOf(sql`${since}::timestamptz`)} and id < ${firstIdOf(sql`${before}::timestamptz`)}) as listings,
      (select count(*)::int from products where listed and sold_at >= ${since} and sold_at < ${before}) as sold,
      (select count(*)::int from reveals where revealed_at >= ${since} and revealed_at < ${before}) as contacts`);
  return row ?? { listings: 0, sold: 0, contacts: 0 };
}
