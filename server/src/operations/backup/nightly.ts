import { backupFailedMail } from "@market/contract/messages/mail";
import type { Context } from "../../context.ts";
import type { Job } from "../../db/jobs.ts";
import { findEmbeddedDatabase } from "../../db/postgres/embedded.ts";
import { warnOperator } from "../warnings.ts";
import { createBackup } from "./create.ts";
import { removeOldBackups } from "./keep.ts";
import { Vault } from "./vault.ts";

/** Seconds. */
const longest = 12 * 3_600;

/** A backup every night where BACKUP_TO says so, on one process. */
export function backupJobs(context: Context): Job<never>[] {
  const { BACKUP_TO } = context.config;
  if (BACKUP_TO === undefined) return [];
  return [{ name: "back-up", cron: "23 2 * * *", longest, work: () => backUp(context, BACKUP_TO) }];
}

async function backUp(context: Context, folder: string): Promise<void> {
  const { config, storage, log } = context;
  try {
    const url = config.DATABASE_SESSION_URL ?? (await findEmbeddedDatabase(config.DATA_DIR)) ?? "";
    const vault = await Vault.open(folder, config);
    const { name, manifest, copied } = await createBackup({
      url,
      storage,
      vault,
      progress: () => {},
    });
    const { photos, lost } = manifest;
    log.info({ name, photos, copied }, "backed up");
    if (lost.length > 0)
      log.warn({ files: lost.length, first: lost[0] }, "photo files were lost before this backup");
    const removed = await removeOldBackups(vault);
    if (removed.length > 0) log.info({ removed }, "old backups removed");
  } catch (error) {
    log.error({ err: error }, "tonight's backup failed: see market backup and market doctor");
    const mail = backupFailedMail(config.PUBLIC_ORIGIN);
    await warnOperator(context, "backup-failed", config.CONTACT_EMAIL, mail);
    throw error;
  }
}
