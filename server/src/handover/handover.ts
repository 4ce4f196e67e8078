import * as messages from "@market/contract/handover/messages";
import type {
  GivenHandover,
  Handover,
  HandoverAnswer,
  ReceivedHandover,
} from "@market/contract/handover/schemas";
import { handoversPerDay } from "@market/contract/limits";
import type { NoticeAction } from "@market/contract/notices/notice";
import * as sellingMessages from "@market/contract/products/selling-messages";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { AppError } from "../errors/errors.ts";
import type { Job } from "../jobs/jobs.ts";
import { addNotice, addNotices } from "../notices/notices.sql.ts";
import { notifyOfNewSeller } from "../notices/request-notices.ts";
import { lookEvery } from "../products/lifetime/lifetime.ts";
import { requireListingQuota } from "../products/quotas.ts";
import { lockBoth, lockStudent } from "../students/students.sql.ts";
import {
  assignOffers,
  countOffers,
  endOffer,
  insertHandover,
  lapseOffers,
  lockAddress,
  lockListing,
  type Offer,
  selectEmail,
  selectGivenOne,
  selectOffer,
  selectReceivedOne,
  transferListing,
  withdrawOffer,
} from "./handover.sql.ts";

/** The answer does not depend on who has the address. @throws AppError product-not-found, not-listed, own-product, already-offered, handover-quota */
export async function offerListing(
  transaction: Queries,
  giverId: string,
  productId: string,
  email: string,
): Promise<Handover> {
  await lockStudent(transaction, giverId);
  const listing = await lockListing(transaction, productId, giverId);
  if (listing === undefined) throw new AppError("product-not-found");
  if (!listing.isOfferable) throw new AppError("not-listed");
  if (email === (await selectEmail(transaction, giverId)))
    throw new AppError("own-product", {
      message: messages.ownAddress,
      errors: [{ field: "email", message: messages.ownAddress }],
    });
  await notifyLapsed(transaction, await lapseOffers(transaction, productId));
  const { today, wait } = await countOffers(transaction, giverId);
  const offer = { id: newId(), productId, name: listing.name, giverId, email };
  const handover = await insertHandover(transaction, offer);
  if (handover === undefined) throw new AppError("already-offered");
  if (today >= handoversPerDay) throw new AppError("handover-quota", { retryAfter: wait });
  await notifyFriend(transaction, { email });
  return handover;
}

/** Notifies the student with this address, if there is one, of the open offers to it: when it is offered, and on registering. */
export async function notifyFriend(transaction: Queries, { email }: { email: string }) {
  const address = email.toLowerCase();
  await lockAddress(transaction, address);
  const offers = await assignOffers(transaction, address);
  await addNotices(
    transaction,
    offers.map(({ id, productId, name, giverId, takerId, from }) => ({
      userId: takerId,
      kind: "handover",
      text: messages.offer(from, name),
      // Not `productId`: the notice stays when the listing is removed.
      listingId: productId,
      aboutId: giverId,
      actions: [acceptAction, declineOf(id)],
      dedupeKey: `handover:${id}`,
    })),
  );
}

/** Accepting asks where buyers meet the new seller. */
const acceptAction: NoticeAction = {
  name: "accept",
  label: messages.accept,
  method: "GET",
  path: "/profile#handovers",
};

const declineOf = (id: string): NoticeAction => ({
  name: "decline",
  label: messages.decline,
  method: "POST",
  path: `/api/handovers/${id}`,
  body: { accept: false },
});

/** @throws AppError handover-not-found, already-answered; to accept invalid-fields, not-listed, listing-quota */
export async function answerOffer(
  context: Pick<Context, "config">,
  transaction: Queries,
  takerId: string,
  id: string,
  { accept, address }: HandoverAnswer,
): Promise<ReceivedHandover> {
  const offer = await selectOffer(transaction, id, takerId);
  if (offer === undefined) throw new AppError("handover-not-found");
  if (accept && address === undefined)
    throw new AppError("invalid-fields", {
      message: sellingMessages.addressRequired,
      errors: [{ field: "address", message: sellingMessages.addressRequired }],
    });
  await lockBoth(transaction, takerId, offer.giverId);
  await lockStudent(transaction, takerId);
  if (accept && address !== undefined) await take(context, transaction, offer, takerId, address);
  else if (!(await endOffer(transaction, id, "declined"))) throw new AppError("already-answered");
  await notifyGiver(
    transaction,
    offer,
    (accept ? messages.noticeAccepted : messages.noticeDeclined)(offer.name),
  );
  const answered = await selectReceivedOne(transaction, id, takerId);
  if (answered === undefined) throw new AppError("handover-not-found");
  return answered;
}

async function take(
  context: Pick<Context, "config">,
  transaction: Queries,
  { id, productId, giverId }: Offer,
  takerId: string,
  address: string,
): Promise<void> {
  // Locked before the offer, as by what sells, hides or removes the listing.
  const listing = await lockListing(transaction, productId, giverId);
  if (!(await endOffer(transaction, id, "accepted"))) throw new AppError("already-answered");
  if (listing?.isOfferable !== true) throw new AppError("not-listed");
  await notifyOfNewSeller(transaction, { productId, giverId, takerId });
  await transferListing(transaction, { productId, giverId, takerId, address });
  await requireListingQuota(context, transaction, takerId).catch((refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.code !== "listing-quota") throw refusal;
    throw new AppError("listing-quota", { status: 409, message: messages.full });
  });
}

/** @throws AppError handover-not-found, already-answered */
export async function withdraw(
  transaction: Queries,
  giverId: string,
  id: string,
): Promise<GivenHandover> {
  await lockStudent(transaction, giverId);
  const wasOpen = await withdrawOffer(transaction, id, giverId);
  const offer = await selectGivenOne(transaction, id, giverId);
  if (wasOpen === undefined || offer === undefined) throw new AppError("handover-not-found");
  if (!wasOpen) throw new AppError("already-answered");
  return offer;
}

const notifyGiver = (transaction: Queries, { id, productId, giverId }: Offer, text: string) =>
  addNotice(transaction, {
    userId: giverId,
    kind: "handover",
    text,
    listingId: productId,
    dedupeKey: `handed-over:${id}`,
  });

async function notifyLapsed(transaction: Queries, offers: readonly Offer[]): Promise<void> {
  for (const offer of offers)
    await notifyGiver(transaction, offer, messages.noticeLapsed(offer.name));
}

export const handoverJobs = ({ db }: Pick<Context, "db">): Job<never>[] => [
  {
    name: "lapse-handovers",
    everySeconds: lookEvery,
    async work() {
      for (let isMore = true; isMore;)
        isMore = await db.transaction(async (transaction) => {
          const lapsed = await lapseOffers(transaction);
          await notifyLapsed(transaction, lapsed);
          return lapsed.length > 0;
        });
    },
  },
];
