import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** The database's time in seconds, at a moment of a computer's uptime. */
export type Moment = { time: number; uptime: number; boot: string };
/** A jump of the database's clock; 0 seconds once the operator has accepted it. */
export type Jump = { seconds: number; time: number };

const [momentName, jumpName] = ["clock_moment", "clock_jump"];

/** Reads the database's time, the last moment that a process stored, and the last jump. */
export async function selectClock(
  db: Queries,
): Promise<{ time: number; moment: Moment | null; jump: Jump | null }> {
  const [row] = await db.query<{ time: number; moment: Moment | null; jump: Jump | null }>(sql`
    select extract(epoch from clock_timestamp())::float8 as time,
      (select value::json from settings where name = ${momentName}) as moment,
      (select value::json from settings where name = ${jumpName}) as jump`);
  if (row === undefined) throw new Error("The database has no time");
  return row;
}

export const saveMoment = (db: Queries, moment: Moment): Promise<void> =>
  save(db, momentName, moment);

export const saveJump = (db: Queries, jump: Jump): Promise<void> => save(db, jumpName, jump);

async function save(db: Queries, name: string, value: object): Promise<void> {
  await db.query(sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)})
    on conflict (name) do update set value = excluded.value`);
}
