import { mostSuspendedDays } from "@market/contract/limits";
import type { Config } from "../config/config.ts";
import type { EnvironmentFile } from "../config/environment-file.ts";
import { notifyWithCommit } from "../db/changes.ts";
import type { Database } from "../db/database.ts";
import { isId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import { createLog } from "../config/log.ts";
import { openDatabaseOnly } from "../context.ts";
import { openJobs } from "../jobs/jobs.ts";
import type { ModerationTransaction } from "../moderation/measures.ts";
import { productionInDatabase } from "../operations/production-mark.ts";

export type Command = (
  config: Config,
  args: string[],
  file: EnvironmentFile | undefined,
) => Promise<void>;

/** A fault in the command's options; shown as a sentence without a stack. */
export class UsageError extends Error {}

export function requireTrial(config: Config): void {
  if (config.mode !== "trial") throw new UsageError("This command exists in trial mode only.");
}

export async function withDatabase(
  config: Config,
  work: (db: Database, ownerUrl: string) => Promise<void>,
): Promise<void> {
  const { db, ownerUrl, close } = await openDatabaseOnly(config, createLog("warn")).catch(
    (error: Error) => {
      throw new UsageError(error.message);
    },
  );
  try {
    const reason = config.mode === "trial" ? await productionInDatabase(db) : undefined;
    if (reason !== undefined) throw new UsageError(reason);
    await work(db, ownerUrl);
  } finally {
    await close();
  }
}

/** The id in a listing's address, or the id itself. */
export function readItem(text: string): string {
  const id = (/\/item\/([^/?#]+)/.exec(text)?.[1] ?? text).toLowerCase();
  if (!isId(id)) throw new UsageError(`${text} is neither the address of a listing nor its id.`);
  return id;
}

/** Runs a moderator's action in one transaction, and prints its message. */
export async function withModeration(
  config: Config,
  work: (moderation: ModerationTransaction) => Promise<string>,
): Promise<void> {
  await withDatabase(config, async (db, ownerUrl) => {
    const jobs = await openJobs(ownerUrl, createLog("warn"));
    try {
      const done = await db.transaction(async (transaction) => {
        const sentence = await work({ transaction, jobs });
        await notifyWithCommit(transaction);
        return sentence;
      });
      console.log(done);
    } catch (error) {
      throw error instanceof AppError ? new UsageError(error.message) : error;
    } finally {
      await jobs.stop();
    }
  });
}

export function readDays(command: string, days: string | undefined): number | undefined {
  if (days === undefined) return undefined;
  if (!(/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= mostSuspendedDays))
    throw new UsageError(
      `${command} takes --days with a whole number from 1 to ${mostSuspendedDays}`,
    );
  return Number(days);
}
