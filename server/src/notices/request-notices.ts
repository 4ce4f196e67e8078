import * as messages from "@market/contract/deals/request-messages";
import type { RequestAnswer } from "@market/contract/deals/deal";
import type { NoticeAction } from "@market/contract/notices/notice";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { type AskedContact, markExpired, selectWaiting } from "../deals/contact-requests.sql.ts";
import type { DealContext, DealEvents } from "../deals/deal-events.ts";
import { askWhenUnanswered } from "../deals/outcomes.sql.ts";
import { addNotice, addNotices, openNotice } from "./notices.sql.ts";

/** The seller answers a request in the bell. Without a listing: the notice leads to the requests. */
export async function notifyOfRequest(
  transaction: Queries,
  { id, name, sellerId, buyerId, buyer, deals, asked }: AskedContact,
): Promise<void> {
  const dedupeKey = `request:${id}:${asked}`;
  const actions = [answerOf(id, "share"), answerOf(id, "not-now"), answerOf(id, "sold")];
  await addNotices(
    transaction,
    [
      {
        userId: sellerId,
        kind: "contact-request",
        text: messages.asksWithDeals(buyer, deals, name),
        aboutId: buyerId,
        actions,
        dedupeKey,
      },
    ],
    { isRepeatable: false },
  );
  // A withdrawn request that is sent again has had its notice: it gets its buttons back, and no other push or mail.
  await openNotice(transaction, sellerId, dedupeKey, actions);
}

const answerOf = (id: string, answer: RequestAnswer): NoticeAction => ({
  name: answer,
  label: messages.answers[answer],
  method: "POST",
  path: `/api/contact-requests/${id}`,
  body: { answer },
});

export const notifyOfAnswer: DealEvents["requestAnswered"] = (transaction, request, answer) =>
  notifyBuyer(transaction, request, answer === "share" ? "shared" : "refused");

const notifyBuyer = (
  transaction: Queries,
  { id, productId, name, buyerId, sellerId, seller, asked }: AskedContact,
  what: keyof typeof messages.noticeTexts,
) =>
  addNotice(transaction, {
    userId: buyerId,
    kind: "contact-request",
    text: messages.noticeTexts[what](seller, name),
    productId,
    aboutId: sellerId,
    dedupeKey: `requested:${id}:${asked}:${what}`,
  });

/** Whether the seller has seen the notice of a row of `contact_requests` called `request`, or it was delivered by push or mail. */
const wasNoticed = sql`(exists (
    select from notices notice where notice.user_id = request.seller_id
      and notice.dedupe_key = 'request:' || request.id || ':' || request.asked
      and (notice.read_at is not null or exists (
        select from pushes push where push.notice_id = notice.id and push.delivered)))
  or exists (select from outbox mail where mail.id = request.mail_id and mail.state = 'sent'))`;

/** Tells buyers of requests that the sellers did not answer in time; counts as no reply those that they can have known of. */
export async function expireRequests({
  db,
  events,
}: Pick<DealContext, "db" | "events">): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await db.transaction(async (transaction) => {
      const expired = await markExpired(transaction, wasNoticed);
      for (const request of expired) {
        if (request.isHidden) continue;
        if (request.isOpenNow) await notifyOfOpenContact(transaction, request);
        else await notifyBuyer(transaction, request, "expired");
        if (!request.isUnanswered) continue;
        const { productId } = request;
        const unanswered = await askWhenUnanswered(transaction, productId);
        if (unanswered) await events.listingUnanswered(transaction, { productId, ...unanswered });
      }
      return expired.length > 0;
    });
}

const notifyOfOpenContact = (
  transaction: Queries,
  { id, productId, name, buyerId, asked }: AskedContact,
) =>
  addNotice(transaction, {
    userId: buyerId,
    kind: "contact-request",
    text: messages.noticeOpen(name),
    productId,
    dedupeKey: `requested:${id}:${asked}:expired`,
  });

/** Notifies buyers who wait for a number that the listing changes hands; called before it does. Earlier answers no longer hold. */
export async function notifyOfNewSeller(
  transaction: Queries,
  { productId, giverId, takerId }: { productId: string; giverId: string; takerId: string },
): Promise<void> {
  const waiting = await selectWaiting(transaction, productId, takerId);
  await transaction.query(sql`
    delete from notices where kind = 'contact-request' and product_id = ${productId} and about_id = ${giverId}`);
  await addNotices(
    transaction,
    waiting.map(({ id, asked, name, buyerId }) => ({
      userId: buyerId,
      kind: "contact-request",
      text: messages.noticeNewSeller(name),
      productId,
      aboutId: takerId,
      dedupeKey: `requested:${id}:${asked}:handed-over`,
    })),
  );
}
