import type { Context } from "../context.ts";
import { findLastingKey } from "../db/secrets.ts";
import { rebuildSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import { rebuildSearchWords } from "../search/search.sql.ts";
import { eraseIdentity, lockAccountOf, withLongStatements } from "./deletion.sql.ts";
import { eraseWithFiles } from "./erase-accounts.ts";
import {
  closeSnapshots,
  type Erasure,
  erasureHashes,
  insertErasures,
  selectIdentities,
} from "./erasures.sql.ts";

type ReplayContext = Pick<Context, "config" | "db" | "storage">;

/**
 * Erases accounts again that a restore has brought back, and records the erasures. Skips accounts that were created later
 * or used after their deletion: those were erased in another database only, such as a rehearsal of a restore. Open cases
 * lose their snapshots too, as they may have been decided after the backup.
 * @returns the numbers of accounts that were erased, and that were skipped because they were used
 */
export async function replayErasures(
  { config, db, storage }: ReplayContext,
  erasureKey: Buffer,
  erasures: readonly Erasure[],
): Promise<{ erased: number; skipped: number }> {
  const latest = new Map<string, string>();
  for (const { subject, address, erasedAt, deletedAt } of erasures)
    for (const hash of [subject, address]) {
      const since = deletedAt ?? erasedAt;
      if (since > (latest.get(hash) ?? "")) latest.set(hash, since);
    }
  let [erased, skipped] = [0, 0];
  for (const { id, createdAt, usedAt, ...person } of await selectIdentities(db)) {
    const hashes = Object.values(erasureHashes(erasureKey, person));
    const [since = ""] = hashes
      .map((hash) => latest.get(hash) ?? "")
      .toSorted()
      .toReversed();
    if (since <= createdAt) continue;
    if (usedAt !== null && usedAt > since) {
      skipped += 1;
      continue;
    }
    await db.transaction(async (short) => {
      const transaction = await withLongStatements(short);
      const account = await lockAccountOf(transaction, id);
      if (account === undefined) return eraseIdentity(transaction, id, person.email);
      // After a change of KEY_SECRET a restored one is unreadable until `market reencrypt`.
      const lastingKey = await findLastingKey(transaction, config.KEY_SECRET);
      const files = await closeSnapshots(transaction, account.id);
      await eraseWithFiles({ storage, lastingKey }, transaction, {
        ...account,
        files: [...account.files, ...files],
      });
    });
    erased += 1;
  }
  await insertErasures(db, erasures);
  if (erased > 0) {
    // The nightly and hourly jobs have not removed the words of what was deleted or sold before the backup.
    await rebuildSearchWords(db);
    await rebuildSoldPrices(db);
  }
  return { erased, skipped };
}
