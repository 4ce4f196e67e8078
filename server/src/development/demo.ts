import { demoStudents } from "@market/fixtures/demo-students";
import { listings, type DemoListing } from "@market/fixtures/listings";
import { readEncodedPictures } from "@market/fixtures/pictures";
import { rebuildSoldPrices } from "../products/lifetime/price-hint.sql.ts";
import { discardPhotos, storePhoto } from "../photos/photos.ts";
import type { Context } from "../context.ts";
import { insertDemoLifetimes } from "./demo-lifetimes.sql.ts";
import { insertDemoDeals } from "./demo-deals.sql.ts";
import { showProgress } from "./demo-progress.ts";
import {
  hasListing,
  hasUsers,
  insertStatistics,
  insertListing,
  selectOptionalDemoMark,
  upsertDemoStudent,
  upsertDemoMark,
} from "./demo.sql.ts";

type DemoContext = Pick<Context, "db" | "storage" | "log">;

const concurrency = 3;

/** Fills an empty database with the demo students and their listings; continues where it was interrupted. */
export async function loadDemoData(
  { db, storage, log }: DemoContext,
  things: readonly DemoListing[] = listings,
): Promise<void> {
  const mark = await selectOptionalDemoMark(db);
  if (mark === "loaded" || (mark === undefined && (await hasUsers(db)))) return;
  await upsertDemoMark(db, "loading");
  const sellers = new Map<string, string>();
  for (const member of demoStudents) sellers.set(member.key, await upsertDemoStudent(db, member));

  const progress = showProgress("Loading the demo campus", things.length);
  const now = Date.now();
  const queue = [...things];
  let done = 0;
  const work = async () => {
    for (let listing = queue.shift(); listing; listing = queue.shift()) {
      const { seller, name, key } = listing;
      const sellerId = sellers.get(seller) ?? "";
      if (!(await hasListing(db, sellerId, name))) {
        const current = listing;
        const pictures = await readEncodedPictures(key);
        const photos = await Promise.all(
          pictures.map((picture) => storePhoto({ storage, log }, picture)),
        );
        // Without AVIF jobs: hundreds of them would keep a core busy for minutes.
        await db
          .transaction((transaction) => insertListing(transaction, sellerId, current, photos, now))
          .catch(async (error: unknown) => {
            await discardPhotos({ storage, log }, photos);
            throw error;
          });
      }
      progress.step(++done);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    progress.end();
  }
  await db.transaction((transaction) => insertDemoDeals(transaction, sellers));
  await db.transaction((transaction) => insertDemoLifetimes(transaction, sellers));
  await insertStatistics(db);
  await rebuildSoldPrices(db);
  await upsertDemoMark(db, "loaded");
}
