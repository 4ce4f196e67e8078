import type { Config } from "../../config.ts";
import type { EnvironmentFile } from "../../config/environment-file.ts";
import type { Database } from "../../db.ts";
import { isId } from "../../ids.ts";
import { createLog } from "../../log.ts";
import { openDatabaseOnly } from "../../parts.ts";
import { productionInDatabase } from "../production-mark.ts";

/** One command of `npm run market`; it reads its own arguments. */
export type Command = (
  config: Config,
  args: string[],
  file: EnvironmentFile | undefined,
) => Promise<void>;

/** The command was called in a way that cannot work; its sentence is shown without a stack. */
export class UsageError extends Error {}

export function requireTrial(config: Config): void {
  if (config.mode !== "trial") throw new UsageError("This command exists in trial mode only.");
}

export async function withDatabase(
  config: Config,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const { db, close } = await openDatabaseOnly(config, createLog("warn"));
  try {
    const reason = config.mode === "trial" ? await productionInDatabase(db) : undefined;
    if (reason !== undefined) throw new UsageError(reason);
    await work(db);
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
