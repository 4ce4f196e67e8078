import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "./database.ts";

/** The database's time decides what is due, because the clocks of processes may differ. */
export async function selectNow(db: Queries): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`);
  if (row === undefined) throw new Error("The database has no time");
  return row.now;
}

export const campusToday = sql`(now() at time zone 'Asia/Kolkata')::date`;

export const campusMidnight = (day: Sql) => sql`((${day})::timestamp at time zone 'Asia/Kolkata')`;

/** Whether a day, `YYYY-MM-DD`, is today on the campus or one of the next `days`. */
export async function isWithinCampusDays(db: Queries, day: string, days: number): Promise<boolean> {
  const rows = await db.query(sql`
    select where ${day}::date between ${campusToday} and ${campusToday} + ${days}::int`);
  return rows.length > 0;
}
