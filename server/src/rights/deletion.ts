import type { Context } from "../context.ts";
import { abuseHash, insertAbuseRecord } from "../identity/abuse-records.sql.ts";
import { removalJob } from "../photos/photos.ts";
import { countSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import { deleteFinishedRemovals, eraseAccount, lockPendingDeletion } from "./deletion.sql.ts";

type ServiceContext = Pick<Context, "config" | "db" | "changes" | "storage" | "applicationKey">;

/**
 * Erases every account whose grace period has ended, each in a transaction (D20). Files are removed first: if the process
 * is killed, the account still exists and the next run finds it again.
 */
export async function eraseDeletedAccounts({
  config,
  db,
  changes,
  storage,
  applicationKey,
}: ServiceContext): Promise<void> {
  for (let count = 0; ; count += 1) {
    const isErased = await db.transaction(async (transaction) => {
      const pendingDeletion = await lockPendingDeletion(transaction, config.ERASE_AFTER_DAYS);
      if (pendingDeletion === undefined) return false;
      const { issuer, subject, suspended, suspendedUntil, files } = pendingDeletion;
      if (files.length > 0) await storage.remove(files);
      if (suspended) {
        const hash = abuseHash(applicationKey, issuer, subject);
        await insertAbuseRecord(transaction, hash, suspendedUntil);
      }
      await eraseAccount(transaction, pendingDeletion);
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
