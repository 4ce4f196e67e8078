import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { loadKey } from "../db/secrets.ts";
import { abuseHash, insertAbuseRecord } from "../identity/abuse-records.sql.ts";
import { removalJob } from "../photos/photos.ts";
import { countSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import {
  type AccountToErase,
  deleteFinishedRemovals,
  eraseAccount,
  lockPendingDeletion,
} from "./deletion.sql.ts";
import { erasureHashes, insertErasure } from "./erasures.sql.ts";

type ServiceContext = Pick<Context, "config" | "db" | "changes" | "storage" | "applicationKey">;

/**
 * Erases every account whose grace period has ended, each in a transaction (D20). Files are removed first: if the process
 * is killed, the account still exists and the next run finds it again.
 */
export async function eraseDeletedAccounts(context: ServiceContext): Promise<void> {
  const { config, db, changes } = context;
  const erasureKey = await loadKey(db, "erasure_key", config.KEY_SECRET);
  for (let count = 0; ; count += 1) {
    const isErased = await db.transaction(async (transaction) => {
      const account = await lockPendingDeletion(transaction, config.ERASE_AFTER_DAYS);
      if (account === undefined) return false;
      await insertErasure(transaction, account.id, erasureHashes(erasureKey, account));
      await eraseWithFiles(context, transaction, account);
      return true;
    });
    if (!isErased) {
      // They hold the words of sold listings' names.
      if (count > 0) await countSoldPrices(db);
      break;
    }
    changes.announce();
  }
  await deleteFinishedRemovals(db, removalJob);
}

/** Erases a locked account and its files; of a suspended one a record stays. */
export async function eraseWithFiles(
  { storage, applicationKey }: Pick<Context, "storage"> & { applicationKey: Buffer | undefined },
  transaction: Queries,
  account: AccountToErase,
): Promise<void> {
  const { issuer, subject, suspended, suspendedUntil, files } = account;
  if (files.length > 0) await storage.remove(files);
  if (suspended && applicationKey !== undefined) {
    const hash = abuseHash(applicationKey, issuer, subject);
    await insertAbuseRecord(transaction, hash, suspendedUntil);
  }
  await eraseAccount(transaction, account);
}
