import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import type { Log } from "../config/log.ts";

/** Seconds, well under what tokens tolerate. */
export const toleratedSeconds = 5;
const lookEvery = 300_000;

export async function clockDifference(db: Queries): Promise<number> {
  const [sent, started] = [Date.now(), performance.now()];
  const [row] = await db.query<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as now`,
  );
  const halfway = (performance.now() - started) / 2;
  return (sent + halfway) / 1_000 - (row?.now ?? 0);
}

/** Warns when this computer and the database disagree about the time. @returns stops watching */
export async function watchClock(db: Queries, log: Log): Promise<() => void> {
  const look = async () => {
    const seconds = Math.round(await clockDifference(db));
    if (Math.abs(seconds) <= toleratedSeconds) return;
    log.warn(
      { seconds },
      `this computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the database's: students may be signed out, set it by NTP`,
    );
  };
  const report = (error: unknown) => log.warn({ err: error }, "the clock could not be compared");
  await look().catch(report);
  const timer = setInterval(() => void look().catch(report), lookEvery).unref();
  return () => clearInterval(timer);
}
