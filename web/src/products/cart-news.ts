import { endpoints } from "@market/contract/endpoints";
import type { Product } from "@market/contract/products";
import { call } from "../api/client.ts";
import { type CartItem, cartItems, isAvailable, keep, withoutContact } from "./cart.ts";
import { nextCursor } from "./product-list.ts";

/** Pages of a hundred products that are looked through at most; older items keep what is stored. */
const mostPages = 3;

/** The beginning of the public list: unsold products newest first, then those sold lately. */
export type ListStart = { products: readonly Product[]; isWhole: boolean };

/**
 * Looks the cart's products up in the public list, which reveals no phone. A failure leaves the cart
 * as it is.
 */
export async function refreshCart(signal: AbortSignal): Promise<void> {
  const oldest = cartItems()
    .filter(isAvailable)
    .map(({ product }) => product._id)
    .sort()[0];
  if (oldest === undefined) return;
  try {
    const start = await fetchStart(oldest, signal);
    keep(withNews(cartItems(), start));
  } catch (failure) {
    if (!signal.aborted) console.warn("The cart was not brought up to date", failure);
  }
}

async function fetchStart(oldest: string, signal: AbortSignal): Promise<ListStart> {
  let products: readonly Product[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    let next: string | undefined;
    const query = { cursor };
    const onHeaders = (headers: Headers) => {
      next = nextCursor(headers.get("link"));
    };
    products = [...products, ...(await call(endpoints.listProducts, { query, signal, onHeaders }))];
    cursor = next;
    if (cursor === undefined || hasPassed({ products, isWhole: false }, oldest)) break;
  }
  return { products, isWhole: cursor === undefined };
}

/**
 * The items with what the list says of them. Ids grow with time: an item that is missing where the
 * list has gone past its place is neither for sale nor sold lately there, so it is gone.
 */
export function withNews(items: readonly CartItem[], start: ListStart): CartItem[] {
  const found = new Map(start.products.map((product) => [product._id, product]));
  return items.map((item) => {
    const product = found.get(item.product._id);
    if (product) return { product: withoutContact(product), quantity: 1 };
    return hasPassed(start, item.product._id) ? { ...item, isGone: true } : item;
  });
}

function hasPassed({ products, isWhole }: ListStart, productId: string): boolean {
  return isWhole || products.some(({ _id, isSold }) => isSold || _id < productId);
}
