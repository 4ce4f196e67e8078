import type { Deal, FeedbackForm, OutcomeForm } from "@market/contract/deals/deal";
import { feedbackDays } from "@market/contract/limits";
import * as noticeMessages from "@market/contract/notices/messages";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { sellDeleted } from "../products/lifetime/deleted-listings.sql.ts";
import { lockOwnProduct, updateSold } from "../products/products.sql.ts";
import { lockStudent } from "../students/students.sql.ts";
import type { DealEvents } from "./deal-events.ts";
import {
  confirmDeal,
  insertDeal,
  insertFeedback,
  type LockedDeal,
  lockDeal,
  refuseDeal,
  type Role,
  selectOwnDeal,
  selectSale,
  updateReply,
} from "./deals.sql.ts";
import { doubtListing } from "./doubts.ts";
import { saveDoubt } from "./doubts.sql.ts";
import { askWhenUnanswered, countAsking, lockOutcome, updateOutcome } from "./outcomes.sql.ts";

type SavedOutcome = {
  /** The outcome of `bought: true`. */
  message?: string;
  /** Whether `sold: true` has paused the listing. */
  isPaused: boolean;
};

/** Saves a buyer's answer about a contact. @throws AppError product-not-found if there was none, too-early */
export async function saveOutcome(
  transaction: Queries,
  events: DealEvents,
  buyerId: string,
  productId: string,
  { replied, bought, sold }: OutcomeForm,
): Promise<SavedOutcome> {
  await lockStudent(transaction, buyerId);
  const before = await lockOutcome(transaction, buyerId, productId);
  if (before === undefined) {
    // Across a block the word that it is sold is stored like every one that does not count, so that nothing tells which does.
    const isStored = sold === true && (await saveDoubt(transaction, buyerId, productId, "sold"));
    if (!isStored) throw new AppError("product-not-found");
    return { isPaused: false };
  }
  if (replied === false && before.noReplyIn > 0)
    throw new AppError("too-early", {
      message: noticeMessages.tooEarlyForNo,
      retryAfter: before.noReplyIn,
    });
  const isAsking = replied === undefined && bought === undefined && sold === undefined;
  if (isAsking || bought === "not-yet") await countAsking(transaction, buyerId, productId);
  // A buyer cannot have bought from a seller who has not replied.
  const hasReplied = bought === true ? true : replied;
  const words = { true: "yes", false: "no", "not-yet": "not-yet" } as const;
  await updateOutcome(transaction, buyerId, productId, {
    replied: hasReplied,
    bought: bought === undefined || before.bought === "yes" ? undefined : words[`${bought}`],
  });
  if (hasReplied === false) {
    const unanswered = await askWhenUnanswered(transaction, productId);
    if (unanswered) await events.listingUnanswered(transaction, { productId, ...unanswered });
  }
  const isPaused =
    sold === true && (await doubtListing(transaction, events, buyerId, productId, "sold"));
  if (bought !== true) return { isPaused };
  return { message: await reportPurchase(transaction, events, buyerId, productId), isPaused };
}

async function reportPurchase(
  transaction: Queries,
  events: DealEvents,
  buyerId: string,
  productId: string,
): Promise<string> {
  const deal = await insertDeal(transaction, buyerId, productId);
  if (deal) {
    const { id: dealId, ...purchase } = deal;
    await events.purchaseReported(transaction, { dealId, productId, buyerId, ...purchase });
  }
  const { seller, isOthers } = await selectSale(transaction, buyerId, productId);
  const name = seller ?? noticeMessages.someone;
  if (isOthers) return noticeMessages.soldToOther(name);
  return (deal ? noticeMessages.sellerConfirms : noticeMessages.sellerAlreadyPrompted)(name);
}

/** Confirms a deal, which marks the listing sold, or refuses it, which can be undone for a day. @throws AppError deal-not-found, deal-decided */
export async function decideDeal(
  transaction: Queries,
  events: DealEvents,
  sellerId: string,
  dealId: string,
  isConfirmed: boolean,
): Promise<Deal> {
  await lockStudent(transaction, sellerId);
  const deal = await lockDeal(transaction, dealId, sellerId, feedbackDays);
  if (deal === undefined || deal.sellerId !== sellerId) throw new AppError("deal-not-found");
  if (isConfirmed && !deal.isConfirmable) throw new AppError("deal-decided");
  if (isConfirmed && deal.confirmedAt === null) await confirm(transaction, events, deal, sellerId);
  if (!isConfirmed) {
    if (deal.confirmedAt !== null) throw new AppError("deal-decided");
    await refuseDeal(transaction, dealId);
    await events.dealRefused(transaction, deal);
  }
  return selectOwnDeal(transaction, dealId, sellerId);
}

async function confirm(
  transaction: Queries,
  events: DealEvents,
  deal: LockedDeal,
  sellerId: string,
): Promise<void> {
  const { productId, listingId } = deal;
  if (productId !== null) {
    const product = await lockOwnProduct(transaction, productId, sellerId);
    if (product?.is_sold === false) await updateSold(transaction, productId, sellerId, true);
  } else if (listingId !== null) await sellDeleted(transaction, listingId);
  if (!(await confirmDeal(transaction, deal))) throw new AppError("deal-decided");
  await events.dealConfirmed(transaction, deal);
}

/** @throws AppError deal-not-found, deal-not-confirmed, feedback-closed, too-early, feedback-given */
export async function giveFeedback(
  transaction: Queries,
  events: DealEvents,
  userId: string,
  dealId: string,
  { good, tags = [], text = "" }: FeedbackForm,
): Promise<Deal> {
  const { deal, role } = await lockOwn(transaction, userId, dealId);
  if (deal.confirmedAt === null) throw new AppError("deal-not-confirmed");
  if (!deal.isOpen || deal.buyerId === null || deal.sellerId === null)
    throw new AppError("feedback-closed");
  if (deal.feedbackIn > 0) throw new AppError("too-early", { retryAfter: deal.feedbackIn });
  const unique = [...new Set(tags)];
  const given = await insertFeedback(transaction, { deal, role, good, tags: unique, text });
  if (given === "given") throw new AppError("feedback-given");
  await events.feedbackGiven(transaction, { deal, role, good, isMutual: given === "both" });
  return selectOwnDeal(transaction, dealId, userId);
}

/** @throws AppError deal-not-found, also when there is nothing to reply to; feedback-given when there is a reply */
export async function replyToFeedback(
  transaction: Queries,
  events: DealEvents,
  userId: string,
  dealId: string,
  text: string,
): Promise<Deal> {
  const { deal, role } = await lockOwn(transaction, userId, dealId);
  const before = await selectOwnDeal(transaction, dealId, userId);
  if (before.feedback.theirs === undefined) throw new AppError("deal-not-found");
  if (!(await updateReply(transaction, deal, role, text))) throw new AppError("feedback-given");
  await events.feedbackAnswered(transaction, { deal, role, userId });
  return selectOwnDeal(transaction, dealId, userId);
}

async function lockOwn(transaction: Queries, userId: string, dealId: string) {
  await lockStudent(transaction, userId);
  const deal = await lockDeal(transaction, dealId, userId, feedbackDays);
  if (deal === undefined) throw new AppError("deal-not-found");
  const role: Role = deal.sellerId === userId ? "seller" : "buyer";
  return { deal, role };
}
