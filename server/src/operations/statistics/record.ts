import type { Context } from "../../context.ts";
import type { Job } from "../../jobs/jobs.ts";
import { deleteOldStatistics, setStatistics } from "../../statistics/daily-statistics.sql.ts";
import { watchHealthSnapshot } from "./health-snapshot.ts";

/** Days. */
const retentionDays = 400;

export function statisticsJobs(context: Pick<Context, "config" | "db">): Job<never>[] {
  return [{ name: "note-figures", cron: "*/10 * * * *", work: () => recordStatistics(context) }];
}

/** Records today's statistics. */
export async function recordStatistics({
  config,
  db,
}: Pick<Context, "config" | "db">): Promise<void> {
  const { cases, backup, disk, today } = await watchHealthSnapshot({ config, db })();
  await setStatistics(db, today, "largest");
  await setStatistics(
    db,
    {
      "disk-free": disk.free / disk.total,
      overdue: cases.overdue,
      ...(backup && Number.isFinite(backup.age) && { "backup-age": backup.age }),
    },
    "last",
  );
  await deleteOldStatistics(db, retentionDays);
}
