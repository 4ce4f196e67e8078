import { setTimeout as sleep } from "node:timers/promises";
import { openStorage } from "@market/server/context";
import { sweepOrphans } from "@market/server/photos/photo-jobs";
import { removeAbandonedWork } from "@market/server/photos/work-folder";
import type { Setup } from "../../bench/support/product.ts";
import { openBeside } from "../../bench/support/students.ts";

const aDay = 25 * 3_600_000;
/** Milliseconds by which the sweeper's clock is ahead: its grace of a day shrinks to two seconds. */
const ahead = 24 * 3_600_000 - 2_000;
const log = { info: () => undefined, error: console.error };

/** Sweeps again and again beside a running product. @returns how often, and how many files were removed */
export async function sweepUntil(end: Promise<void>, setup: Setup) {
  const { config, db } = await openBeside(setup);
  const storage = await openStorage(config);
  const parts = { db, storage, log } as unknown as Parameters<typeof sweepOrphans>[0];
  let isOver = false;
  void end.then(() => (isOver = true));
  const count = { sweeps: 0, files: 0 };
  for (; !isOver; count.sweeps++) count.files += await sweepOrphans(parts, Date.now() + ahead);
  await db.close();
  return count;
}

/**
 * Compares rows and files while no product runs, sweeps as if a day had passed, and compares again.
 * @returns how many files had no row before, after, and how many rows lack a file
 */
export async function sweepOnce(
  setup: Setup,
): Promise<{ before: number; after: number; missing: number }> {
  const { config, db } = await openBeside(setup);
  try {
    const storage = await openStorage(config);
    await untilQuiet();
    const files = async () => (await Array.fromAsync(storage.list())).map(({ key }) => key);
    const { rows } = await db.run(
      "select files from photos union all select files from deleted_listings",
    );
    const known = new Set(rows.flatMap((row) => (row as { files: string[] }).files));
    const before = await files();
    const present = new Set(before);
    const parts = { db, storage, log } as unknown as Parameters<typeof sweepOrphans>[0];
    await sweepOrphans(parts, Date.now() + aDay);
    await removeAbandonedWork(config.DATA_DIR, Date.now() + aDay);
    return {
      before: before.filter((key) => !known.has(key)).length,
      after: (await files()).filter((key) => !known.has(key)).length,
      missing: [...known].filter((key) => !present.has(key)).length,
    };
  } finally {
    await db.close();
  }

  /** Waits until the database has rolled back the transactions of a killed product. */
  async function untilQuiet(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const { rows } = await db.run(
        `select from pg_stat_activity where application_name like 'campus-marketplace%'
          and xact_start is not null and pid <> pg_backend_pid()`,
      );
      if (rows.length === 0) return;
      await sleep(20);
    }
    throw new Error("transactions of a killed product live on");
  }
}
