import * as cardsMessages from "@market/contract/cards/messages";
import * as dealMessages from "@market/contract/deals/messages";
import { dayAndMonthOf } from "@market/contract/dates";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products/product";

export function ItemPrice({ price, previousPrice }: Product) {
  return (
    // Beside a photo there is too little space for the longest price in large text.
    <p className="text-3xl font-bold tabular-nums md:text-[min(1.75rem,5.5vw)]">
      {formatPrice(price)}
      {previousPrice !== undefined && (
        <>
          {" "}
          <span className="text-muted text-base font-normal">
            {cardsMessages.priceWas(formatPrice(previousPrice))}
          </span>
        </>
      )}
    </p>
  );
}

const day = 86_400_000;
const longest = 30;

/** R777, R1059: how lately its seller has said that it is still there. */
export function Freshness({ product, now }: { product: Product; now: number }) {
  const { confirmedAt, unconfirmedSince } = product;
  if (unconfirmedSince !== undefined)
    return (
      <p className="text-sm font-bold">
        {cardsMessages.unconfirmedSince(dayAndMonthOf(unconfirmedSince))}
      </p>
    );
  if (confirmedAt === undefined) return null;
  const days = Math.max(0, Math.floor((now - Date.parse(confirmedAt)) / day));
  if (days > longest) return null;
  return <p className="text-muted text-sm">{dealMessages.sellerConfirmed(days)}</p>;
}
