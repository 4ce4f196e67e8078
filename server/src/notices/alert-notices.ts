import * as noticeMessages from "@market/contract/notices/listing-messages";
import { formatPrice } from "@market/contract/price";
import type { AlertEvents } from "../alerts/alerts.ts";
import { addNotices } from "./notices.sql.ts";

export const notifyOfMatches: AlertEvents["alertsMatched"] = (
  transaction,
  { productId, name, pricePaise, day },
  alerts,
) =>
  addNotices(
    transaction,
    alerts.map(({ id, userId, q }) => ({
      userId,
      kind: "search-match",
      text: noticeMessages.matches(q ?? "", name, formatPrice(pricePaise / 100)),
      productId,
      dedupeKey: `search-match ${id} ${day}`,
    })),
  );
