import type { Config } from "../config/config.ts";
import type { Queries } from "../db/database.ts";
import { describeCause } from "../config/cause.ts";
import { createBackup, type CreatedBackup } from "./create.ts";
import { describeTarget, requireDisk } from "./disk.ts";
import { BackupFault, BackupRunning } from "./fault.ts";
import { saveBackupOutcome, selectBackupOutcome } from "./outcome.sql.ts";
import { BackupStore } from "./backup-store.ts";

type BackupOptions = Omit<Parameters<typeof createBackup>[0], "backupStore" | "now"> & {
  config: Config;
  db: Queries;
  /** Milliseconds for which the disk may not respond, set by tests. */
  silence?: number;
  /** Runs after the backup; if it fails, the backup has failed. */
  tidy?: (backupStore: BackupStore, now: Date) => Promise<unknown>;
};

/** Makes a backup in BACKUP_TO and records its outcome. @throws BackupFault, or an error of the database or the disk */
export async function backUpTo(
  to: string,
  { config, db, tidy, silence, ...parts }: BackupOptions,
): Promise<CreatedBackup & { backupStore: BackupStore }> {
  const place = describeTarget(to);
  // Before its first migration a database has no table for it.
  const last = await selectBackupOutcome(db).catch(() => undefined);
  try {
    const isApart = await requireDisk(to, config, last);
    const backupStore = await BackupStore.open(to, config, silence);
    const made = await createBackup({ ...parts, backupStore });
    await tidy?.(backupStore, new Date(made.manifest.createdAt));
    await saveBackupOutcome(db, { place, isApart });
    return { ...made, backupStore };
  } catch (error) {
    const isApart = last?.place === place && last.isApart;
    if (!(error instanceof BackupRunning))
      await saveBackupOutcome(db, { place, isApart, cause: sentenceOf(error, place) }).catch(
        () => undefined,
      );
    throw error;
  }
}

/** Tries to write to BACKUP_TO with this process's account and sandbox. @returns why it cannot */
export async function tryBackup(config: Config, db: Queries): Promise<string | undefined> {
  const { BACKUP_TO } = config;
  if (BACKUP_TO === undefined) return undefined;
  try {
    await requireDisk(BACKUP_TO, config, await selectBackupOutcome(db));
    await (await BackupStore.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false })).tryWriting();
    return undefined;
  } catch (error) {
    return sentenceOf(error, describeTarget(BACKUP_TO));
  }
}

/** Describes an error with settings, paths and codes only. */
export const sentenceOf = (error: unknown, place: string): string =>
  error instanceof BackupFault ? error.message : `${place}: ${describeCause(error)}.`;
