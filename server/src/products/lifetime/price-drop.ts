import * as noticeMessages from "@market/contract/messages/listing-notices";
import { formatPrice } from "@market/contract/price";
import type { Queries } from "../../db/database.ts";
import { addNotices } from "../../notices/notices.sql.ts";
import { selectSavers } from "./lifetime.sql.ts";

/** Tells those who have saved a listing that it costs less, once for each price. */
export async function tellSavers(transaction: Queries, productId: string): Promise<void> {
  const savers = await selectSavers(transaction, productId);
  await addNotices(
    transaction,
    savers.map(({ userId, name, price, before }) => ({
      userId,
      kind: "price-drop",
      text: noticeMessages.priceDropped(name, formatPrice(price), formatPrice(before)),
      productId,
      dedupeKey: `price-drop ${productId} ${price}`,
    })),
  );
}
