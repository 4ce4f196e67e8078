import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { loadKey } from "../db/secrets.ts";
import { abuseHash, insertAbuseRecord } from "../identity/abuse-records.sql.ts";
import { storeFinishedMonths } from "../moderation/transparency.ts";
import { removalJob } from "../photos/photos.ts";
import { rebuildSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import {
  type AccountToErase,
  deleteFinishedRemovals,
  eraseAccount,
  lockPendingDeletion,
  withLongStatements,
} from "./deletion.sql.ts";
import { erasureHashes, insertErasure } from "./erasures.sql.ts";

type ServiceContext = Pick<Context, "config" | "db" | "changes" | "storage" | "lastingKey">;

/** Files first (D20): if the process is killed, the account still exists for the next run. @throws the first failure, after the other accounts */
export async function eraseDeletedAccounts(context: ServiceContext): Promise<void> {
  const { config, db, changes } = context;
  const erasureKey = await loadKey(db, "erasure_key", config.KEY_SECRET);
  await storeFinishedMonths(db);
  let count = 0;
  const failed = new Map<string, unknown>();
  const eraseNext = async (): Promise<boolean> => {
    let id: string | undefined;
    try {
      await db.transaction(async (short) => {
        const transaction = await withLongStatements(short);
        id = undefined;
        const except = [...failed.keys()];
        const account = await lockPendingDeletion(transaction, config.ERASE_AFTER_DAYS, except);
        if (account === undefined) return;
        ({ id } = account);
        await insertErasure(transaction, id, erasureHashes(erasureKey, account));
        await eraseWithFiles(context, transaction, account);
      });
    } catch (error) {
      if (id === undefined) throw error;
      failed.set(id, error);
      return true;
    }
    if (id === undefined) return false;
    count += 1;
    changes.announce();
    return true;
  };
  while (await eraseNext());
  // The price hints contain words from names of sold listings.
  if (count > 0) await rebuildSoldPrices(db);
  await deleteFinishedRemovals(db, removalJob);
  for (const error of failed.values()) throw error;
}

/** Erases a locked account and its files, and records the hash of a suspended one. */
export async function eraseWithFiles(
  { storage, lastingKey }: Pick<Context, "storage"> & { lastingKey: Buffer | undefined },
  transaction: Queries,
  account: AccountToErase,
): Promise<void> {
  const { issuer, subject, suspended, suspendedUntil, files } = account;
  if (files.length > 0) await storage.remove(files);
  if (suspended && lastingKey !== undefined) {
    const hash = abuseHash(lastingKey, issuer, subject);
    await insertAbuseRecord(transaction, hash, suspendedUntil);
  }
  await eraseAccount(transaction, account);
}
