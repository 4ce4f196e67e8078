import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { BackupFault } from "./fault.ts";
import type { BackupOutcome } from "./outcome.sql.ts";

const isBucket = (to: string): boolean => to.startsWith("s3://");

/** Normalizes a place for messages and comparisons. */
export const describeTarget = (to: string): string =>
  isBucket(to) ? (to.split("?")[0] ?? to) : resolve(to);

/** Whether backups are on another disk than the market's data and the system. */
export async function isApart(
  to: string,
  { DATA_DIR }: Pick<Config, "DATA_DIR">,
): Promise<boolean> {
  if (isBucket(to)) return true;
  const own = await Promise.all([deviceOf("/"), deviceOf(DATA_DIR)]);
  return !own.includes(await deviceOf(to));
}

/**
 * Refuses a backup disk that is not mounted: the backup would fill the market's own disk.
 * @returns whether backups have a disk of their own
 * @throws BackupFault if the last backup was on a separate disk and this folder is not
 */
export async function requireDisk(
  to: string,
  config: Pick<Config, "DATA_DIR">,
  last: BackupOutcome | undefined,
): Promise<boolean> {
  const apart = await isApart(to, config);
  if (!apart && last?.isApart === true && last.place === describeTarget(to))
    throw new BackupFault(
      `The backup disk is not mounted: ${describeTarget(to)} is on the disk of the market now. Mount it, or set BACKUP_TO to another folder.`,
    );
  return apart;
}

/** Finds the device of a path, or of the nearest existing folder above it. */
async function deviceOf(path: string): Promise<number> {
  try {
    return (await stat(path)).dev;
  } catch (error) {
    const above = dirname(resolve(path));
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || above === path) throw error;
    return deviceOf(above);
  }
}
