import { doubtsToPause } from "@market/contract/limits";
import type { PauseReason } from "@market/contract/products/product";
import type { Queries } from "../db/database.ts";
import type { DealContext, DealEvents } from "./deal-events.ts";
import {
  askAbsentSeller,
  countDoubts,
  type Doubt,
  type DoubtedListing,
  endUnansweredDoubt,
  lockDoubtedListing,
  overruleDoubts,
  pauseDoubted,
  saveDoubt,
  selectUnansweredDoubts,
} from "./doubts.sql.ts";

type Events = Pick<DealEvents, "listingPaused" | "absentSellerAsked">;

const reasons = { sold: "sold-said", "wrong-number": "wrong-number" } as const satisfies Record<
  Doubt,
  PauseReason
>;

/** Two buyers' words pause a listing; an absent seller is asked after one. Without a contact nothing is stored. @returns whether it is paused now */
export async function doubtListing(
  transaction: Queries,
  events: Events,
  buyerId: string,
  productId: string,
  doubt: Doubt,
): Promise<boolean> {
  // Locked before the words about it, as by a seller who brings it back.
  const listing = await lockDoubtedListing(transaction, productId);
  if (!(await saveDoubt(transaction, buyerId, productId, doubt)) || !listing?.isPausable)
    return false;
  const buyers = await countDoubts(transaction, productId, doubt);
  if (buyers >= doubtsToPause) {
    await pause(transaction, events, listing, doubt, buyers);
    return true;
  }
  if (doubt === "sold" && buyers > 0 && listing.isSellerAbsent)
    await askSeller(transaction, events, listing);
  return false;
}

async function pause(
  transaction: Queries,
  events: Events,
  { productId, name, sellerId }: DoubtedListing,
  doubt: Doubt,
  buyers: number,
): Promise<void> {
  const because = reasons[doubt];
  const pausedAt = await pauseDoubted(transaction, productId, doubt, because);
  const listing = { productId, name, sellerId, because, buyers, pausedAt };
  await events.listingPaused(transaction, listing);
}

async function askSeller(
  transaction: Queries,
  events: Events,
  { productId, name, sellerId }: DoubtedListing,
): Promise<void> {
  const askedAt = await askAbsentSeller(transaction, productId);
  if (askedAt === undefined) return;
  await events.absentSellerAsked(transaction, { productId, name, sellerId, askedAt });
}

const most = 500;

/** Pauses listings whose absent sellers did not answer in time that they are still there. */
export async function pauseUnanswered({
  db,
  changes,
  events,
}: Pick<DealContext, "db" | "changes" | "events">): Promise<void> {
  for (const productId of await selectUnansweredDoubts(db, most)) {
    const isPaused = await db.transaction(async (transaction) => {
      const listing = await lockDoubtedListing(transaction, productId);
      const isUnanswered = await endUnansweredDoubt(transaction, productId);
      if (!isUnanswered || !listing?.isPausable) return false;
      const buyers = await countDoubts(transaction, productId, "sold");
      if (buyers > 0) await pause(transaction, events, listing, "sold", buyers);
      return buyers > 0;
    });
    if (isPaused) changes.announce();
  }
}

/** The seller has brought back a listing that was paused. */
export async function overruleBuyers(
  transaction: Queries,
  productId: string,
  because: PauseReason,
): Promise<void> {
  if (because === "sold-said") await overruleDoubts(transaction, productId, "sold");
  if (because === "wrong-number") await overruleDoubts(transaction, productId, "wrong-number");
}
