import * as noticeMessages from "@market/contract/notices/listing-messages";
import type { NoticeAction } from "@market/contract/notices/notice";
import type { Category } from "@market/contract/products/product";
import type { Queries } from "../db/database.ts";
import { selectInterested } from "../deals/interested.sql.ts";
import { addNotices } from "./notices.sql.ts";

export const goneKey = (productId: string, userId: string): string =>
  `sold-told:${productId}:${userId}`;

/** Notifies students who have saved a listing or viewed its number that it is gone, each student once for each listing. */
export async function notifyInterested(
  transaction: Queries,
  productId: string,
  because: "sold" | "removed",
): Promise<void> {
  const interested = await selectInterested(transaction, productId);
  await addNotices(
    transaction,
    interested.map(({ userId, sellerId, name, category, mayHaveBought }) => ({
      userId,
      kind: "sold-told",
      text: noticeMessages.goneTexts[because](name),
      // Not `productId`: the notice stays when the listing is removed, and is erased with its seller.
      listingId: productId,
      aboutId: sellerId,
      actions: [
        moreLike(category),
        ...(because === "sold" && mayHaveBought ? [boughtOf(productId)] : []),
      ],
      dedupeKey: goneKey(productId, userId),
    })),
    { isRepeatable: false },
  );
}

const moreLike = (category: Category): NoticeAction => ({
  name: "more",
  label: noticeMessages.moreLikeThis,
  method: "GET",
  path: `/buy?${new URLSearchParams({ category }).toString()}`,
});

const boughtOf = (productId: string): NoticeAction => ({
  name: "bought",
  label: noticeMessages.boughtIt,
  method: "PUT",
  path: `/api/outcomes/${productId}`,
  body: { bought: true },
});
