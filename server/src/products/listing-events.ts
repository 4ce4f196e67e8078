import type { PauseReason } from "@market/contract/products/product";
import type { Queries } from "../db/database.ts";
import type { PhotoContext } from "../photos/photos.ts";
import type { EndedReservation } from "./lifetime/lifetime.sql.ts";

/** Events of listings for rooms to the right. Each is raised in the transaction of the change. */
export type ListingEvents = {
  /** The price has fallen far enough to notify students who saved the listing. */
  priceDropped(transaction: Queries, productId: string): Promise<void>;
  /** A listing was sold, or its seller is about to remove it. */
  listingGone(transaction: Queries, productId: string, because: "sold" | "removed"): Promise<void>;
  reservationsEnded(transaction: Queries, listings: readonly EndedReservation[]): Promise<void>;
  broughtBack(transaction: Queries, productId: string, because: PauseReason): Promise<void>;
};

export type ListingContext = PhotoContext & { events: ListingEvents };
