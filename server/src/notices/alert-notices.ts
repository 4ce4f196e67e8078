import * as noticeMessages from "@market/contract/notices/listing-messages";
import { formatPrice } from "@market/contract/price";
import type { AlertEvents } from "../alerts/alerts.ts";
import { addNotices } from "./notices.sql.ts";

export const notifyOfMatches: AlertEvents["alertsMatched"] = (transaction, announced) =>
  addNotices(
    transaction,
    announced.map(({ id, userId, q, productId, name, pricePaise, day, more }) => ({
      userId,
      kind: "search-match",
      text: noticeMessages.matches(q ?? "", name, formatPrice(pricePaise / 100), more),
      productId,
      dedupeKey: `search-match ${id} ${day}`,
    })),
  );
