import type { Config } from "../config/config.ts";
import type { Queries } from "../db/database.ts";
import { causeOf } from "../config/cause.ts";
import { createBackup, type Made } from "./create.ts";
import { placeOf, requireDisk } from "./disk.ts";
import { BackupFault, BackupRunning } from "./fault.ts";
import { saveBackupOutcome, selectBackupOutcome } from "./outcome.sql.ts";
import { Vault } from "./vault.ts";

type Parts = Omit<Parameters<typeof createBackup>[0], "vault" | "now"> & {
  config: Config;
  db: Queries;
  /** Done after the backup; when it fails, so has the backup. */
  tidy?: (vault: Vault) => Promise<unknown>;
};

/**
 * Makes a backup in BACKUP_TO, and records how it went for `/operations`, `market status`, the doctor and the alerts.
 * @throws BackupFault, or what the database or the disk throws
 */
export async function backUpTo(
  to: string,
  { config, db, tidy, ...parts }: Parts,
): Promise<Made & { vault: Vault }> {
  const place = placeOf(to);
  // A database that was never started on has no table for it.
  const last = await selectBackupOutcome(db).catch(() => undefined);
  try {
    const isApart = await requireDisk(to, config, last);
    const vault = await Vault.open(to, config);
    const made = await createBackup({ ...parts, vault });
    await tidy?.(vault);
    await saveBackupOutcome(db, { place, isApart });
    return { ...made, vault };
  } catch (error) {
    const isApart = last?.place === place && last.isApart;
    if (!(error instanceof BackupRunning))
      await saveBackupOutcome(db, { place, isApart, cause: sentenceOf(error, place) }).catch(
        () => undefined,
      );
    throw error;
  }
}

/** @returns why this process, as its account and in its sandbox, cannot back up to BACKUP_TO */
export async function tryBackup(config: Config, db: Queries): Promise<string | undefined> {
  const { BACKUP_TO } = config;
  if (BACKUP_TO === undefined) return undefined;
  try {
    await requireDisk(BACKUP_TO, config, await selectBackupOutcome(db));
    await (await Vault.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false })).tryWriting();
    return undefined;
  } catch (error) {
    return sentenceOf(error, placeOf(BACKUP_TO));
  }
}

/** Of settings, paths and codes only. */
export const sentenceOf = (error: unknown, place: string): string =>
  error instanceof BackupFault ? error.message : `${place}: ${causeOf(error)}.`;
