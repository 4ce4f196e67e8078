import * as messages from "@market/contract/notices/messages";
import type { NoticeAction, NoticeAnswer } from "@market/contract/notices/notice";
import type { Queries } from "../db/database.ts";
import type {
  Contact,
  DealEvents,
  PausedListing,
  Purchase,
  UnansweredListing,
} from "../deals/deal-events.ts";
import {
  type LockedDeal,
  otherRole,
  type Role,
  selectFeedbackShownAlone,
  type ShownFeedback,
} from "../deals/deals.sql.ts";
import { goneKey, notifyInterested } from "./gone-notices.ts";
import { confirmOf, soldOf } from "./listing-actions.ts";
import { addNotice, addNotices, closeNotices } from "./notices.sql.ts";

/** The seller learns how many students have seen the number today. */
export async function notifyOfContact(
  transaction: Queries,
  { productId, name, sellerId, day, students }: Contact,
): Promise<void> {
  await addNotice(transaction, {
    userId: sellerId,
    kind: "contacted",
    text: messages.contacted(students, name),
    productId,
    dedupeKey: `contacted:${productId}:${day}`,
  });
}

export async function askStillAvailable(
  transaction: Queries,
  { productId, name, sellerId, askedAt }: UnansweredListing,
): Promise<void> {
  await addNotice(transaction, {
    userId: sellerId,
    kind: "still-available",
    text: messages.noReplies(name),
    productId,
    dedupeKey: `unanswered:${productId}:${askedAt.getTime()}`,
    actions: [confirmOf(productId, messages.stillAvailable), soldOf(productId, messages.isSold)],
  });
}

export async function notifyOfPause(
  transaction: Queries,
  { productId, name, sellerId, because, buyers, pausedAt }: PausedListing,
): Promise<void> {
  const isNumber = because === "wrong-number";
  await addNotice(transaction, {
    userId: sellerId,
    kind: "sold-said",
    text: isNumber ? messages.pausedForNumber(name) : messages.pausedAsSold(buyers, name),
    productId,
    dedupeKey: `paused:${productId}:${pausedAt.getTime()}`,
    actions: [
      soldOf(productId, messages.isSold),
      confirmOf(productId, isNumber ? messages.numberIsMine : messages.stillThere),
    ],
  });
}

export async function askWhetherSold(
  transaction: Queries,
  { productId, name, sellerId, askedAt }: UnansweredListing,
): Promise<void> {
  await addNotice(transaction, {
    userId: sellerId,
    kind: "sold-said",
    text: messages.oneSaysSold(name),
    productId,
    dedupeKey: `doubted:${productId}:${askedAt.getTime()}`,
    actions: [soldOf(productId, messages.isSold), confirmOf(productId, messages.stillThere)],
  });
}

const askKey = (dealId: string) => `deal:${dealId}`;
const howKey = (dealId: string, role: Role) => `how:${dealId}:${role}`;

export async function askSeller(
  transaction: Queries,
  { dealId, productId, name, sellerId, buyerId, buyer }: Purchase,
): Promise<void> {
  const path = `/api/deals/${dealId}`;
  await closeNotices(transaction, {
    kind: "sold-told",
    key: goneKey(productId, buyerId),
    answer: "bought",
  });
  await addNotice(transaction, {
    userId: sellerId,
    kind: "asked-outcome",
    text: messages.soldTo(buyer, name),
    productId,
    aboutId: buyerId,
    dedupeKey: askKey(dealId),
    actions: [
      { name: "sold", label: messages.soldYes, method: "PUT", path, body: { confirmed: true } },
      { name: "not-sold", label: messages.soldNo, method: "PUT", path, body: { confirmed: false } },
    ],
  });
}

export async function askBothHowItWas(transaction: Queries, deal: LockedDeal): Promise<void> {
  const { productId } = deal;
  await closeQuestion(transaction, deal, "deal-confirmed");
  if (productId !== null) await notifyInterested(transaction, productId, "sold");
  // Only one of several buyers can have bought it.
  if (productId !== null)
    await closeNotices(transaction, { kind: "asked-outcome", productId, answer: "other-buyer" });
  for (const role of ["buyer", "seller"] as const) await askHowItWas(transaction, deal, role);
}

/** A seller may confirm what they refused, so the last answer counts. */
const closeQuestion = (
  transaction: Queries,
  { id }: LockedDeal,
  answer: NoticeAnswer,
): Promise<void> =>
  closeNotices(transaction, { kind: "asked-outcome", key: askKey(id), answer, again: true });

export const closeRefused = (transaction: Queries, deal: LockedDeal): Promise<void> =>
  closeQuestion(transaction, deal, "deal-refused");

async function askHowItWas(transaction: Queries, deal: LockedDeal, role: Role): Promise<void> {
  const [userId, aboutId] =
    role === "buyer" ? [deal.buyerId, deal.sellerId] : [deal.sellerId, deal.buyerId];
  if (userId === null || aboutId === null) return;
  await addNotice(transaction, {
    userId,
    kind: "feedback",
    text:
      role === "buyer"
        ? messages.howWasBuying(deal.seller ?? messages.someone, deal.name)
        : messages.howWasSelling(deal.buyer ?? messages.someone, deal.name),
    productId: deal.productId ?? undefined,
    aboutId,
    dedupeKey: howKey(deal.id, role),
    actions: [feedbackOf(deal.id, true), feedbackOf(deal.id, false)],
  });
}

const feedbackOf = (dealId: string, good: boolean): NoticeAction => ({
  name: good ? "good" : "not-good",
  label: good ? messages.allWell : messages.notSoWell,
  method: "PUT",
  path: `/api/deals/${dealId}/feedback`,
  body: { good },
});

/** Feedback is shown when both sides have given theirs. */
export const notifyOfFeedback: DealEvents["feedbackGiven"] = async (
  transaction,
  { deal: { id: dealId, buyerId, sellerId, buyer, seller, name }, role, good, isMutual },
) => {
  await closeNotices(transaction, {
    kind: "feedback",
    key: howKey(dealId, role),
    answer: good ? "good" : "not-good",
  });
  if (!isMutual || buyerId === null || sellerId === null) return;
  const byBuyer = { role: "buyer", aboutId: sellerId, authorId: buyerId, author: buyer } as const;
  const bySeller = {
    role: "seller",
    aboutId: buyerId,
    authorId: sellerId,
    author: seller,
  } as const;
  await addNotices(
    transaction,
    [byBuyer, bySeller].map((given) => feedbackNotice({ ...given, dealId, name })),
  );
};

const feedbackNotice = ({ dealId, role, aboutId, authorId, author, name }: ShownFeedback) => ({
  userId: aboutId,
  kind: "feedback" as const,
  text: messages.gaveFeedback(author ?? messages.someone, name),
  aboutId: authorId ?? undefined,
  dedupeKey: `feedback:${dealId}:${role}`,
});

/** Feedback that is shown because the other side gave none in time. */
export const notifyOfShownFeedback = async (db: Queries): Promise<void> =>
  addNotices(db, (await selectFeedbackShownAlone(db)).map(feedbackNotice));

export const notifyOfReply: DealEvents["feedbackAnswered"] = async (
  transaction,
  { deal, role, userId },
) => {
  const [authorId, name] =
    otherRole(role) === "buyer" ? [deal.buyerId, deal.seller] : [deal.sellerId, deal.buyer];
  if (authorId === null) return;
  await addNotice(transaction, {
    userId: authorId,
    kind: "feedback",
    text: messages.repliedToFeedback(name ?? messages.someone, deal.name),
    aboutId: userId,
    dedupeKey: `reply:${deal.id}:${role}`,
  });
};
