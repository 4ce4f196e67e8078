import { locationLabels, type Product } from "@market/contract/products/product";
import * as cardsMessages from "@market/contract/cards/messages";
import { ageOf } from "./age.ts";
import { dateOf, weekdayOf } from "@market/contract/dates";

/** Condition, place, age and category (R109 to R111), and what else the seller says of it. */
export function Chips({ product, now }: { product: Product; now: number }) {
  const chips = [
    product.condition,
    locationLabels[product.locationType],
    ageOf(product.createdAt, now),
    product.category,
    ...(product.negotiable ? [cardsMessages.negotiable] : []),
    ...(product.availableFrom ? [cardsMessages.availableFrom(dateOf(product.availableFrom))] : []),
  ];
  return (
    <ul className="flex flex-wrap gap-2">
      {product.reservedUntil && (
        <li className="bg-marigold text-on-marigold rounded-full px-3 py-1.5 text-sm font-bold">
          {cardsMessages.reservedUntil(weekdayOf(product.reservedUntil))}
        </li>
      )}
      {chips.map((chip) => (
        <li key={chip} className="bg-sunken rounded-full px-3 py-1.5 text-sm">
          {chip}
        </li>
      ))}
    </ul>
  );
}
