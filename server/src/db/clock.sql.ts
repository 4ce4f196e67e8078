import sql from "sql-template-tag";
import type { Queries } from "./database.ts";

/** The database's time, which decides what is over, because processes may disagree about it. */
export async function selectNow(db: Queries): Promise<Date> {
  const [row] = await db.query<{ now: Date }>(sql`select clock_timestamp() as now`);
  if (row === undefined) throw new Error("The database has no time");
  return row.now;
}
