import { availableParallelism } from "node:os";
import { cast } from "@market/fixtures/cast";
import { listings, type DemoListing } from "@market/fixtures/listings";
import { picturePaths } from "@market/fixtures/pictures";
import { discardPhotos, makePhotos } from "../images/photos.ts";
import { createImageProcessor } from "../images/processor.ts";
import { withWorkFolder } from "../images/work-folder.ts";
import type { Parts } from "../parts.ts";
import { rememberEncoded } from "./encoded-cache.ts";
import { showProgress } from "./demo-progress.ts";
import {
  hasListing,
  hasUsers,
  insertListing,
  selectOptionalDemoMark,
  upsertCastMember,
  upsertDemoMark,
} from "./demo.sql.ts";

type DemoParts = Pick<Parts, "config" | "db" | "storage" | "jobs" | "log">;

/** Listings in work at a time: while one is written, the image processes have the next. */
const lanes = 3;

/**
 * Fills an empty database with the cast and what they sell, through the real photo pipeline. Does
 * nothing when that has happened or when students are there already; goes on where it was interrupted.
 */
export async function loadDemoData(
  { config, db, storage, jobs, log }: DemoParts,
  things: readonly DemoListing[] = listings,
): Promise<void> {
  const mark = await selectOptionalDemoMark(db);
  if (mark === "loaded" || (mark === undefined && (await hasUsers(db)))) return;
  await upsertDemoMark(db, "loading");
  const sellers = new Map<string, string>();
  for (const member of cast) sellers.set(member.key, await upsertCastMember(db, member));

  // An empty installation has nobody to serve meanwhile: every core makes photos, none is kept free.
  const processor = createImageProcessor({
    processes: availableParallelism(),
    waiting: Number.POSITIVE_INFINITY,
    killAfter: 60_000,
    onTrouble: (reason) => log.warn({ reason }, "image process"),
  });
  const parts = { storage, processor: { ...processor, ...rememberEncoded(processor) }, jobs, log };
  const progress = showProgress("Loading the demo campus", things.length);
  const now = Date.now();
  const queue = [...things];
  let done = 0;
  const work = async (folder: string) => {
    for (let listing = queue.shift(); listing; listing = queue.shift()) {
      const { seller, name, key } = listing;
      const sellerId = sellers.get(seller) ?? "";
      if (!(await hasListing(db, sellerId, name))) {
        const current = listing;
        const photos = await makePhotos(parts, picturePaths(key), folder, key);
        // No AVIF jobs: hundreds of them would keep a core busy for minutes while somebody looks around.
        await db
          .transaction((transaction) => insertListing(transaction, sellerId, current, photos, now))
          .catch(async (error: unknown) => {
            await discardPhotos(parts, photos);
            throw error;
          });
      }
      progress.step(++done);
    }
  };
  try {
    await withWorkFolder(config.DATA_DIR, (folder) =>
      Promise.all(Array.from({ length: lanes }, () => work(folder))),
    );
  } finally {
    progress.end();
    await processor.close();
  }
  await upsertDemoMark(db, "loaded");
}
