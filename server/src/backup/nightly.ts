import type { Context } from "../context.ts";
import { selectNow } from "../db/clock.sql.ts";
import type { Job } from "../jobs/jobs.ts";
import { removeOldUpgradeBackups } from "./before-upgrade.ts";
import { removeOldBackups } from "./keep.ts";
import { backUpTo } from "./run.ts";

/** Seconds. */
const longest = 12 * 3_600;

/** Schedules a nightly backup, run by one process, if BACKUP_TO is set, and the removal of old backups from before upgrades. */
export function backupJobs(context: Context): Job<never>[] {
  const { BACKUP_TO, DATA_DIR } = context.config;
  const tidy = {
    name: "remove-upgrade-backups",
    cron: "41 3 * * *",
    work: async () => removeOldUpgradeBackups(DATA_DIR, await selectNow(context.db)),
  };
  if (BACKUP_TO === undefined) return [tidy];
  const work = () => backUp(context, BACKUP_TO);
  return [{ name: "back-up", cron: "23 2 * * *", anyClock: true, longest, work }, tidy];
}

async function backUp(context: Context, to: string): Promise<void> {
  const { config, db, storage, sessionUrl: url, log } = context;
  try {
    const { name, manifest, copied, backupStore } = await backUpTo(to, {
      config,
      db,
      url,
      storage,
      progress: () => {},
      async tidy(opened, now) {
        const removed = await removeOldBackups(opened, now);
        if (removed.length > 0) log.info({ removed }, "old backups removed");
      },
    });
    const { photos, lost } = manifest;
    log.info({ name, photos, copied }, "backed up");
    if (lost.length > 0)
      log.warn({ files: lost.length, first: lost[0] }, "photo files were lost before this backup");
    const future = await backupStore.futureBackups();
    if (future.length > 0) log.warn({ future }, "backups are dated in the future");
  } catch (error) {
    log.error({ err: error }, "tonight's backup failed: see market backup and market doctor");
    throw error;
  }
}
