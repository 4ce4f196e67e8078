import type { ContactRequest, ReceivedRequest, RequestAnswer } from "@market/contract/deals/deal";
import * as messages from "@market/contract/deals/request-messages";
import { dayAndMonthOf } from "@market/contract/dates";
import { openRequests } from "@market/contract/limits";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import type { ListingContext } from "../products/listing-events.ts";
import { markUnconfirmed } from "../products/lifetime/lifetime.sql.ts";
import { setSold } from "../products/products.ts";
import { lockOwnProduct } from "../products/products.sql.ts";
import { lockStudent } from "../students/students.sql.ts";
import {
  type AskedContact,
  countRequests,
  endRequest,
  insertRequest,
  lockAskedListing,
  lockOpenRequest,
  lockRequestOf,
  reopenRequest,
  repeatRequest,
  selectMade,
  selectReceived,
  selectRequest,
  type StoredRequest,
  withdrawRequest,
} from "./contact-requests.sql.ts";
import type { DealEvents } from "./deal-events.ts";

export type RequestContext = ListingContext & { events: DealEvents };

type Made = {
  request: ContactRequest;
  isNew: boolean;
  /** The listing is marked as not confirmed from now on. */
  isMarked: boolean;
};

/** @throws AppError product-not-found, own-product, not-needed, not-listed, not-again, request-quota, contact-limit */
export async function requestContact(
  { config, events }: Pick<RequestContext, "config" | "events">,
  transaction: Queries,
  buyerId: string,
  productId: string,
): Promise<Made> {
  await lockStudent(transaction, buyerId);
  const listing = await lockAskedListing(transaction, productId, buyerId);
  if (listing === undefined) throw new AppError("product-not-found");
  const { name, sellerId } = listing;
  if (sellerId === buyerId) throw new AppError("own-product");
  if (!listing.asksFirst) throw new AppError("not-needed");
  const between = { productId, buyerId, sellerId };
  const before = await lockRequestOf(transaction, between);
  if (before !== undefined && isAnsweredYes(before))
    return {
      request: await madeOne(transaction, buyerId, before.id),
      isNew: false,
      isMarked: false,
    };
  if (listing.hasContact) throw new AppError("not-needed");
  if (listing.isSold) throw new AppError("not-listed", { message: messages.isSold });
  if (before?.state === "refused") throw new AppError("not-again");
  await requireRequestQuota(transaction, buyerId, config.LIMITS_CONTACTS_PER_DAY);
  const id = before?.id ?? newId();
  if (before === undefined) await insertRequest(transaction, { id, name, ...between });
  else if (before.state === "withdrawn" && !before.isExpired) await reopenRequest(transaction, id);
  else {
    if (before.state !== "sold") requireRepeatable(before);
    await repeatRequest(transaction, id, name);
  }
  const asked = await selectRequest(transaction, id);
  if (asked === undefined) throw new Error("A stored request is gone");
  await events.contactRequested(transaction, asked);
  const marked = await markUnconfirmed(transaction, { productId });
  return {
    request: await madeOne(transaction, buyerId, id),
    isNew: true,
    isMarked: marked > 0,
  };
}

/** Asking again changes nothing while the seller has not answered, or has said yes. */
const isAnsweredYes = ({ state, isExpired }: StoredRequest): boolean =>
  state === "shared" || (state === "open" && !isExpired);

function requireRepeatable({ isRepeatable, isAgain, againAt }: StoredRequest): void {
  if (!isRepeatable) throw new AppError("not-again");
  if (!isAgain)
    throw new AppError("not-again", {
      message: messages.notAgainUntil(dayAndMonthOf(againAt)),
    });
}

/** @throws AppError request-quota, contact-limit */
async function requireRequestQuota(
  transaction: Queries,
  buyerId: string,
  perDay: number,
): Promise<void> {
  const { open, today, openWait, dayWait } = await countRequests(transaction, buyerId);
  if (open >= openRequests) throw new AppError("request-quota", { retryAfter: openWait });
  if (today >= perDay) throw new AppError("contact-limit", { retryAfter: dayWait });
}

async function madeOne(transaction: Queries, buyerId: string, id: string): Promise<ContactRequest> {
  const [made] = await selectMade(transaction, buyerId, id);
  if (made === undefined) throw new AppError("product-not-found");
  return made;
}

/** @throws AppError request-not-found, already-answered */
export async function withdraw(
  transaction: Queries,
  buyerId: string,
  productId: string,
): Promise<void> {
  await lockStudent(transaction, buyerId);
  const isWithdrawn = await withdrawRequest(transaction, productId, buyerId);
  if (isWithdrawn === undefined) throw new AppError("request-not-found");
  if (!isWithdrawn) throw new AppError("already-answered");
}

/** The seller answers a request, once, also after it has expired. @throws AppError request-not-found, already-answered; to share not-listed */
export async function answerRequest(
  context: Pick<RequestContext, "config" | "events">,
  transaction: Queries,
  sellerId: string,
  id: string,
  answer: RequestAnswer,
): Promise<{ request: ReceivedRequest; message: string }> {
  await lockStudent(transaction, sellerId);
  const asked = await selectRequest(transaction, id);
  if (asked?.sellerId !== sellerId) throw new AppError("request-not-found");
  // Locked before the request, as by what sells or removes the listing.
  const listing = await lockOwnProduct(transaction, asked.productId, sellerId);
  if (!(await lockOpenRequest(transaction, id))) {
    await receivedOne(transaction, asked);
    throw new AppError("already-answered");
  }
  if (answer === "sold") await setSold(context, transaction, sellerId, asked.productId, true);
  else {
    const isOffered = listing?.is_active && !listing.is_hidden && listing.resting_because === null;
    if (answer === "share" && !isOffered)
      throw new AppError("not-listed", { message: messages.notOffered });
    await endRequest(transaction, id, answer === "share" ? "shared" : "refused");
    await context.events.requestAnswered(transaction, asked, answer);
  }
  return {
    request: await receivedOne(transaction, asked),
    message: messages.answered[answer](asked.buyer),
  };
}

/** @throws AppError request-not-found across a block; already-answered when it was withdrawn */
async function receivedOne(
  transaction: Queries,
  { sellerId, id, state }: AskedContact & { state: string },
): Promise<ReceivedRequest> {
  const [received] = await selectReceived(transaction, sellerId, id);
  if (received === undefined)
    throw new AppError(state === "withdrawn" ? "already-answered" : "request-not-found");
  return received;
}
