import { type ChildProcess, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { describeAddress } from "../config/settings-in-force.ts";
import { BackupFault } from "./fault.ts";
import type { BackupOutcome } from "./outcome.sql.ts";
import { isStalled } from "./stalls.ts";

export const isBucket = (to: string): boolean => to.startsWith("s3://");

/** Normalizes a place for messages and comparisons, without a password. */
export const describeTarget = (to: string): string =>
  to.includes("://") ? describeAddress(to).replace(/\?.*$/s, "") : resolve(to);

/** Whether backups are on another disk than the market's data and the system. */
export async function isApart(
  to: string,
  { DATA_DIR }: Pick<Config, "DATA_DIR">,
): Promise<boolean> {
  if (isBucket(to)) return true;
  await requireAnswer(to);
  const own = await Promise.all([deviceOf("/"), deviceOf(DATA_DIR)]);
  return !own.includes(await deviceOf(to));
}

/** Refuses an unmounted backup disk, which would fill the market's own. @returns whether backups are on a separate disk @throws BackupFault */
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

const answers = new Map<string, { answer: Promise<boolean>; child: ChildProcess }>();

/** Touches a folder in another process, since a dead share would block a thread that reads photos. @throws BackupFault if it does not answer */
export async function requireAnswer(to: string, timeoutMs = 10_000): Promise<void> {
  if (isBucket(to) || process.platform !== "linux") return;
  const folder = resolve(to);
  if (isStalled(folder)) throw noAnswer(folder);
  // A blocked process cannot be ended, so there is one for each folder at most.
  const { answer, child } = answers.get(folder) ?? touch(folder);
  const waiting = new AbortController();
  const isLate = setTimeout(timeoutMs, false, { signal: waiting.signal });
  try {
    if (await Promise.race([answer, isLate])) return;
    child.unref();
    throw noAnswer(folder);
  } finally {
    isLate.catch(() => {});
    waiting.abort();
  }
}

export const noAnswer = (folder: string): BackupFault =>
  new BackupFault(
    `The disk of ${folder} does not answer. Bring its server back, or unmount it: umount -f -l, as root.`,
  );

function touch(folder: string) {
  const child = spawn("stat", ["--file-system", "--", folder], { stdio: "ignore" });
  const answer = new Promise<boolean>((resolve) => {
    const done = () => {
      answers.delete(folder);
      resolve(true);
    };
    // Whether the folder exists and can be written is checked afterwards.
    child.on("error", done);
    child.on("exit", done);
  });
  answers.set(folder, { answer, child });
  return { answer, child };
}
