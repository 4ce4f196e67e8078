import type { Context } from "../context.ts";
import { abuseHash, insertAbuseRecord } from "../identity/abuse-records.sql.ts";
import { removalJob } from "../photos/photos.ts";
import { deleteFinishedRemovals, eraseLeaver, lockLeaver } from "./deletion.sql.ts";

type ServiceContext = Pick<Context, "config" | "db" | "changes" | "storage" | "applicationKey">;

/**
 * Erases every account whose time is over, each in a transaction (D20). Files go first: if the process dies, the
 * account is still there and the next run finds it again.
 */
export async function eraseDeletedAccounts({
  config,
  db,
  changes,
  storage,
  applicationKey,
}: ServiceContext): Promise<void> {
  for (;;) {
    const isErased = await db.transaction(async (transaction) => {
      const leaver = await lockLeaver(transaction, config.ERASE_AFTER_DAYS);
      if (leaver === undefined) return false;
      const { issuer, subject, suspended, suspendedUntil, files } = leaver;
      if (files.length > 0) await storage.remove(files);
      if (suspended) {
        const hash = abuseHash(applicationKey, issuer, subject);
        await insertAbuseRecord(transaction, hash, suspendedUntil);
      }
      await eraseLeaver(transaction, leaver);
      return true;
    });
    if (!isErased) break;
    changes.announce();
  }
  await deleteFinishedRemovals(db, removalJob);
}
