import type { Context } from "../../context.ts";
import type { Job } from "../../jobs/jobs.ts";
import { deleteOldFigures, setFigures } from "../../statistics/figures.sql.ts";
import { watchSigns } from "./signs.ts";

/** Days. */
const keptFor = 400;

export function figureJobs(context: Pick<Context, "config" | "db">): Job<never>[] {
  return [{ name: "note-figures", cron: "*/10 * * * *", work: () => noteFigures(context) }];
}

/** Writes down how today stands. */
export async function noteFigures({ config, db }: Pick<Context, "config" | "db">): Promise<void> {
  const { cases, backup, disk, today } = await watchSigns({ config, db })();
  await setFigures(db, today, "largest");
  await setFigures(
    db,
    {
      "disk-free": disk.free / disk.total,
      overdue: cases.overdue,
      ...(backup && Number.isFinite(backup.age) && { "backup-age": backup.age }),
    },
    "last",
  );
  await deleteOldFigures(db, keptFor);
}
