import type { RequestAnswer } from "@market/contract/deals/deal";
import type { PauseReason } from "@market/contract/products/product";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import type { AskedContact } from "./contact-requests.sql.ts";
import type { LockedDeal, Role } from "./deals.sql.ts";

/** Events of contacts and deals for rooms to the right. Each is raised in the transaction of the change. */
export type DealEvents = {
  /** A student was given the seller's number, for the first time on this day. */
  contactMade(transaction: Queries, contact: Contact): Promise<void>;
  contactRequested(transaction: Queries, request: AskedContact): Promise<void>;
  requestAnswered(
    transaction: Queries,
    request: AskedContact,
    answer: Exclude<RequestAnswer, "sold">,
  ): Promise<void>;
  /** Several students in a row got no reply. */
  listingUnanswered(transaction: Queries, listing: UnansweredListing): Promise<void>;
  listingPaused(transaction: Queries, listing: PausedListing): Promise<void>;
  /** One buyer says that it is sold, and its seller has not been seen for long. */
  absentSellerAsked(transaction: Queries, listing: UnansweredListing): Promise<void>;
  /** A buyer says that the deal was made; the seller has not said so. */
  purchaseReported(transaction: Queries, purchase: Purchase): Promise<void>;
  dealConfirmed(transaction: Queries, deal: LockedDeal): Promise<void>;
  dealRefused(transaction: Queries, deal: LockedDeal): Promise<void>;
  /** @param given by `role`; `isMutual` when both sides have given theirs, which shows both */
  feedbackGiven(
    transaction: Queries,
    given: { deal: LockedDeal; role: Role; good: boolean; isMutual: boolean },
  ): Promise<void>;
  /** `role` has replied to the other side's feedback. */
  feedbackAnswered(
    transaction: Queries,
    answer: { deal: LockedDeal; role: Role; userId: string },
  ): Promise<void>;
};

export type Contact = {
  productId: string;
  name: string;
  sellerId: string;
  day: string;
  /** The number of students who have seen the number on this day. */
  students: number;
};

export type UnansweredListing = {
  productId: string;
  name: string;
  sellerId: string;
  askedAt: Date;
};

export type PausedListing = {
  productId: string;
  name: string;
  sellerId: string;
  because: PauseReason;
  buyers: number;
  pausedAt: Date;
};

export type Purchase = {
  dealId: string;
  productId: string;
  name: string;
  sellerId: string;
  buyerId: string;
  buyer: string;
};

export type DealContext = Context & { events: DealEvents };
