import type { Deal, FeedbackForm, OutcomeForm } from "@market/contract/deals";
import { feedbackDays } from "@market/contract/limits";
import * as messages from "@market/contract/messages/notices";
import type { NoticeAction } from "@market/contract/notices";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { addNotice, addNotices, closeNotices } from "../notices/notices.sql.ts";
import { lockOwnProduct, updateSold } from "../products/products.sql.ts";
import { lockStudent } from "../students/students.sql.ts";
import {
  confirmDeal,
  insertDeal,
  insertFeedback,
  type LockedDeal,
  lockDeal,
  otherRole,
  refuseDeal,
  type Role,
  selectFeedbackShownAlone,
  selectOwnDeal,
  updateReply,
} from "./deals.sql.ts";
import { askWhenUnanswered, countAsking, lockOutcome, updateOutcome } from "./outcomes.sql.ts";

/** What a buyer says of a contact. @throws AppError product-not-found when there was none */
export async function saveOutcome(
  transaction: Queries,
  buyerId: string,
  productId: string,
  { replied, bought }: OutcomeForm,
): Promise<void> {
  await lockStudent(transaction, buyerId);
  const before = await lockOutcome(transaction, buyerId, productId);
  if (before === undefined) throw new AppError("product-not-found");
  const isAsking = replied === undefined && bought === undefined;
  if (isAsking || bought === "not-yet") await countAsking(transaction, buyerId, productId);
  // Nobody buys of a seller who has not replied.
  const hasReplied = bought === true ? true : replied;
  const words = { true: "yes", false: "no", "not-yet": "not-yet" } as const;
  await updateOutcome(transaction, buyerId, productId, {
    replied: hasReplied,
    bought: bought === undefined || before.bought === "yes" ? undefined : words[`${bought}`],
  });
  if (hasReplied === false) await askStillAvailable(transaction, productId);
  if (bought === true) await askSeller(transaction, buyerId, productId);
}

async function askStillAvailable(transaction: Queries, productId: string): Promise<void> {
  const asked = await askWhenUnanswered(transaction, productId);
  if (asked === undefined) return;
  await addNotice(transaction, {
    userId: asked.sellerId,
    kind: "still-available",
    text: messages.noReplies(asked.name),
    productId,
    dedupeKey: `unanswered:${productId}:${asked.askedAt.getTime()}`,
    actions: [
      {
        name: "confirm",
        label: messages.stillAvailable,
        method: "POST",
        path: `/api/products/${productId}/confirm`,
      },
      {
        name: "sold",
        label: messages.isSold,
        method: "PUT",
        path: `/api/products/${productId}/toggle-sold`,
        body: { isSold: true },
      },
    ],
  });
}

const askKey = (dealId: string) => `deal:${dealId}`;
const howKey = (dealId: string, role: Role) => `how:${dealId}:${role}`;

async function askSeller(transaction: Queries, buyerId: string, productId: string): Promise<void> {
  const made = await insertDeal(transaction, buyerId, productId);
  if (made === undefined) return;
  const path = `/api/deals/${made.id}`;
  await addNotice(transaction, {
    userId: made.sellerId,
    kind: "asked-outcome",
    text: messages.soldTo(made.buyer, made.name),
    productId,
    aboutId: buyerId,
    dedupeKey: askKey(made.id),
    actions: [
      { name: "sold", label: messages.soldYes, method: "PUT", path, body: { confirmed: true } },
      { name: "not-sold", label: messages.soldNo, method: "PUT", path, body: { confirmed: false } },
    ],
  });
}

/**
 * The seller says whether the deal was one; that it was marks the listing sold.
 * @throws AppError deal-not-found when it is not the seller's, deal-decided
 */
export async function decideDeal(
  transaction: Queries,
  sellerId: string,
  dealId: string,
  isConfirmed: boolean,
): Promise<Deal> {
  await lockStudent(transaction, sellerId);
  const deal = await lockDeal(transaction, dealId, sellerId, feedbackDays);
  if (deal === undefined || deal.sellerId !== sellerId) throw new AppError("deal-not-found");
  if (isConfirmed && deal.confirmedAt === null) await confirm(transaction, deal, sellerId);
  if (!isConfirmed) {
    if (deal.confirmedAt !== null) throw new AppError("deal-decided");
    await refuseDeal(transaction, dealId);
  }
  await closeNotices(transaction, { kind: "asked-outcome", key: askKey(dealId) });
  return selectOwnDeal(transaction, dealId, sellerId);
}

async function confirm(transaction: Queries, deal: LockedDeal, sellerId: string): Promise<void> {
  const { productId } = deal;
  if (productId !== null) {
    const product = await lockOwnProduct(transaction, productId, sellerId);
    if (product?.is_sold === false) await updateSold(transaction, productId, sellerId, true);
    // Of several who say that they bought it, one did.
    await closeNotices(transaction, { kind: "asked-outcome", productId });
  }
  if (!(await confirmDeal(transaction, deal))) throw new AppError("deal-decided");
  for (const role of ["buyer", "seller"] as const) await askHowItWas(transaction, deal, role);
}

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
    actions: [allWell(deal.id)],
  });
}

const allWell = (dealId: string): NoticeAction => ({
  name: "good",
  label: messages.allWell,
  method: "PUT",
  path: `/api/deals/${dealId}/feedback`,
  body: { good: true },
});

/** @throws AppError deal-not-found, deal-not-confirmed, feedback-closed, feedback-given */
export async function giveFeedback(
  transaction: Queries,
  userId: string,
  dealId: string,
  { good, tags = [], text = "" }: FeedbackForm,
): Promise<Deal> {
  const { deal, role } = await lockOwn(transaction, userId, dealId);
  if (deal.confirmedAt === null) throw new AppError("deal-not-confirmed");
  if (!deal.isOpen || deal.buyerId === null || deal.sellerId === null)
    throw new AppError("feedback-closed");
  const unique = [...new Set(tags)];
  const given = await insertFeedback(transaction, { deal, role, good, tags: unique, text });
  if (given === "given") throw new AppError("feedback-given");
  await closeNotices(transaction, { kind: "feedback", key: howKey(dealId, role) });
  if (given === "both") {
    await addNotices(transaction, [
      feedbackNotice({
        dealId,
        role: "buyer",
        aboutId: deal.sellerId,
        authorId: deal.buyerId,
        author: deal.buyer,
        name: deal.name,
      }),
      feedbackNotice({
        dealId,
        role: "seller",
        aboutId: deal.buyerId,
        authorId: deal.sellerId,
        author: deal.seller,
        name: deal.name,
      }),
    ]);
  }
  return selectOwnDeal(transaction, dealId, userId);
}

type GivenBy = Awaited<ReturnType<typeof selectFeedbackShownAlone>>[number];

const feedbackNotice = ({ dealId, role, aboutId, authorId, author, name }: GivenBy) => ({
  userId: aboutId,
  kind: "feedback" as const,
  text: messages.gaveFeedback(author ?? messages.someone, name),
  aboutId: authorId ?? undefined,
  dedupeKey: `feedback:${dealId}:${role}`,
});

/** Tells of feedback that is shown because the other side gave none in time. */
export const tellShownFeedback = async (db: Queries): Promise<void> =>
  addNotices(db, (await selectFeedbackShownAlone(db)).map(feedbackNotice));

/** @throws AppError deal-not-found, also when there is nothing to reply to; feedback-given when there is a reply */
export async function replyToFeedback(
  transaction: Queries,
  userId: string,
  dealId: string,
  text: string,
): Promise<Deal> {
  const { deal, role } = await lockOwn(transaction, userId, dealId);
  const before = await selectOwnDeal(transaction, dealId, userId);
  if (before.feedback.theirs === undefined) throw new AppError("deal-not-found");
  if (!(await updateReply(transaction, deal, role, text))) throw new AppError("feedback-given");
  const [authorId, name] =
    otherRole(role) === "buyer" ? [deal.buyerId, deal.seller] : [deal.sellerId, deal.buyer];
  if (authorId !== null)
    await addNotice(transaction, {
      userId: authorId,
      kind: "feedback",
      text: messages.repliedToFeedback(name ?? messages.someone, deal.name),
      aboutId: userId,
      dedupeKey: `reply:${dealId}:${role}`,
    });
  return selectOwnDeal(transaction, dealId, userId);
}

async function lockOwn(transaction: Queries, userId: string, dealId: string) {
  await lockStudent(transaction, userId);
  const deal = await lockDeal(transaction, dealId, userId, feedbackDays);
  if (deal === undefined) throw new AppError("deal-not-found");
  const role: Role = deal.sellerId === userId ? "seller" : "buyer";
  return { deal, role };
}
