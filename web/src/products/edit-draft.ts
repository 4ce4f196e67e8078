import type { ProductDraft } from "@market/contract/product-form";
import type { Product } from "@market/contract/products";
import { perTab } from "../account/storage.ts";

/** The session storage key of what was typed over a product and is not saved. */
const key = "edit";

/** What a student had typed, and the stored product of which it was a change. */
export type EditDraft = { seen: Product; fields: ProductDraft };

/** Keeps what is being typed, so that a session that ends meanwhile costs no words; undefined forgets it. */
export function keepEdit(draft: EditDraft | undefined): void {
  if (draft === undefined) perTab.remove(key);
  else {
    const { seen, fields } = draft;
    const seller = { ...seen.seller, phone: null };
    perTab.write(key, JSON.stringify({ seen: { ...seen, seller }, fields }));
  }
}

/** What was typed over this product in this tab and is not saved. */
export function keptEdit(product: Product): EditDraft | undefined {
  try {
    const draft = JSON.parse(perTab.read(key) ?? "null") as EditDraft | null;
    return draft?.seen._id === product._id ? draft : undefined;
  } catch {
    return undefined;
  }
}
