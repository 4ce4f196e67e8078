import { locationLabels, type Product } from "@market/contract/products";
import { ageOf } from "./age.ts";

/** Condition, place, age and category (R109 to R111). */
export function Chips({ product, now }: { product: Product; now: number }) {
  const chips = [
    product.condition,
    locationLabels[product.locationType],
    ageOf(product.createdAt, now),
    product.category,
  ];
  return (
    <ul className="flex flex-wrap gap-2">
      {chips.map((chip) => (
        <li key={chip} className="bg-sunken rounded-full px-3 py-1.5 text-sm">
          {chip}
        </li>
      ))}
    </ul>
  );
}
