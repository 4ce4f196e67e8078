import type { Context } from "../context.ts";
import { readKey } from "../db/secrets.ts";
import { countSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import { countWords } from "../search/search.sql.ts";
import { eraseIdentity, lockAccountOf } from "./deletion.sql.ts";
import { eraseWithFiles } from "./deletion.ts";
import {
  closeSnapshots,
  type Erasure,
  erasureHashes,
  insertErasures,
  selectIdentities,
} from "./erasures.sql.ts";

type ReplayContext = Pick<Context, "config" | "db" | "storage">;

/**
 * Erases accounts that were erased before and that a restore has brought back, and records the erasures. An erasure is of
 * accounts that were created before it. Open cases do not keep their snapshots here.
 * @returns the number of accounts
 */
export async function replayErasures(
  { config, db, storage }: ReplayContext,
  erasureKey: Buffer,
  erasures: readonly Erasure[],
): Promise<number> {
  const latest = new Map<string, string>();
  for (const { subject, address, erasedAt } of erasures)
    for (const hash of [subject, address])
      if (erasedAt > (latest.get(hash) ?? "")) latest.set(hash, erasedAt);
  let count = 0;
  for (const { id, createdAt, ...person } of await selectIdentities(db)) {
    const hashes = erasureHashes(erasureKey, person);
    if (![hashes.subject, hashes.address].some((hash) => (latest.get(hash) ?? "") > createdAt))
      continue;
    await db.transaction(async (transaction) => {
      const account = await lockAccountOf(transaction, id);
      if (account === undefined) return eraseIdentity(transaction, id, person.email);
      const applicationKey = await readKey(transaction, "application_key", config.KEY_SECRET);
      const files = await closeSnapshots(transaction, account.id);
      await eraseWithFiles({ storage, applicationKey }, transaction, {
        ...account,
        files: [...account.files, ...files],
      });
    });
    count += 1;
  }
  await insertErasures(db, erasures);
  if (count > 0) {
    // The nightly and hourly jobs have not removed the words of what was deleted or sold before the backup.
    await countWords(db);
    await countSoldPrices(db);
  }
  return count;
}
