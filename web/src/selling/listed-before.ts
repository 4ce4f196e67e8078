import type { ProductDraft } from "@market/contract/products/product-form";
import type { OwnProduct } from "@market/contract/products/schemas";
import { guessCategory } from "./guess-category.ts";

/** The number of listings to name; more would be a list to read. */
const most = 2;

/** Own listings that a new one may repeat (R1115): same (or suggested) category, and two words of the name in common, or its only one. */
export function listedBefore(
  { name, category }: Pick<ProductDraft, "name" | "category">,
  own: readonly OwnProduct[],
): OwnProduct[] {
  const typed = wordsOf(name);
  const inCommon = (other: string) => [...wordsOf(other)].filter((word) => typed.has(word)).length;
  const wanted = category === "" ? guessCategory(name) : category;
  if (typed.size === 0 || wanted === undefined) return [];
  const enough = Math.min(typed.size, 2);
  return own
    .filter(
      (product) =>
        !product.isSold && product.hiddenBecause === undefined && product.category === wanted,
    )
    .filter((product) => inCommon(product.name) >= enough)
    .slice(0, most);
}

const wordsOf = (name: string) => new Set(name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
