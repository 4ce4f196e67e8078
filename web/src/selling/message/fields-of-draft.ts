import type { ProductDraft } from "@market/contract/products/product-form";
import type { MessageDraft } from "./read-message.ts";

/** The fields of the form that a message fills; all others are absent. */
export function fieldsOf(draft: MessageDraft): Partial<ProductDraft> {
  const { name, price, category, condition, locationType, address, negotiable, availableFrom } =
    draft;
  return {
    name,
    ...(draft.description !== "" && { description: draft.description }),
    ...(price !== undefined && { price: String(price) }),
    ...(category !== undefined && { category }),
    ...(condition !== undefined && { condition }),
    ...(locationType !== undefined && { locationType }),
    ...(address !== undefined && { address }),
    ...(negotiable !== undefined && { negotiable: String(negotiable) }),
    ...(availableFrom !== undefined && { availableFrom }),
  };
}

export const removedFrom = (drafts: readonly MessageDraft[]) => [
  ...new Set(drafts.flatMap(({ removed }) => removed)),
];
