import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { paths } from "../paths.ts";
import { formatPrice } from "@market/contract/price";

/** What is shared of a product: its public page under an absolute address, and a line about it. */
export type Shared = { title: string; text: string; url: string };

export function sharedOf({ _id: productId, name, price }: Product, origin: string): Shared {
  return {
    title: name,
    text: messages.shareText(name, formatPrice(price)),
    url: origin + paths.item(productId),
  };
}

/** Where a messenger asks to whom the line and the link shall go. */
export function messengerLink({ text, url }: Shared): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`;
}

/**
 * Hands the product to the system's share sheet.
 * @returns false where there is none, or it failed; closing it without a choice is no failure
 */
export async function shareBySystem(shared: Shared): Promise<boolean> {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share(shared);
    return true;
  } catch (failure) {
    return failure instanceof DOMException && failure.name === "AbortError";
  }
}
