import type { Context } from "../../context.ts";
import type { Job } from "../../jobs/jobs.ts";
import {
  countDay,
  deleteOldStatistics,
  setStatistics,
} from "../../statistics/daily-statistics.sql.ts";
import { dayInIndia } from "../../statistics/days.ts";
import { watchHealthSnapshot } from "./health-snapshot.ts";

/** Days. */
const retentionDays = 400;

export function statisticsJobs(context: Pick<Context, "config" | "db">): Job<never>[] {
  return [{ name: "note-figures", cron: "*/10 * * * *", work: () => recordStatistics(context) }];
}

/** Records today's statistics, and yesterday's counts, which missed what happened after their last run. */
export async function recordStatistics({
  config,
  db,
}: Pick<Context, "config" | "db">): Promise<void> {
  const { cases, backup, disk } = await watchHealthSnapshot({ config, db })();
  for (const day of [dayInIndia(Date.now(), 1), dayInIndia()])
    await setStatistics(db, await countDay(db, day), { keep: "largest", day });
  await setStatistics(
    db,
    {
      "disk-free": disk.free / disk.total,
      overdue: cases.overdue,
      ...(backup && Number.isFinite(backup.age) && { "backup-age": backup.age }),
    },
    { keep: "last" },
  );
  await deleteOldStatistics(db, retentionDays);
}
