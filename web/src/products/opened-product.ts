import type { Product } from "@market/contract/products";
import { perTab } from "../account/storage.ts";

/** The session storage key of the product that was opened last. */
const openedKey = "opened-product";

/**
 * Keeps what a card shows of the opened product, so that its dialog comes back after a reload or a
 * sign-in without a call that would bring the seller's phone.
 */
export function rememberOpened(product: Product): void {
  perTab.write(openedKey, JSON.stringify(product));
}

/** The kept product of that id. */
export function openedProduct(productId: string | null): Product | undefined {
  const kept = JSON.parse(perTab.read(openedKey) ?? "null") as Product | null;
  return kept?._id === productId ? kept : undefined;
}
