import { maxCartItems } from "@market/contract/limits";
import type { Product } from "@market/contract/products";
import { useSyncExternalStore } from "react";
import { local } from "../account/storage.ts";

/** R282. Second-hand things are single, so the quantity is always 1 (Q11). */
export type CartItem = {
  product: Product;
  quantity: 1;
  /** Was found to be sold or taken down since it was set aside. */
  isGone?: boolean;
};

/** The local storage key of the cart; it belongs to the device and goes with sign-out. */
const cartKey = "cart";
const empty: readonly CartItem[] = [];
const listeners = new Set<() => void>();
let read: { text: string | undefined; items: readonly CartItem[] } = {
  text: undefined,
  items: empty,
};

/** What is in the cart now, the newest last; the same array until something changes. */
export function cartItems(): readonly CartItem[] {
  const text = local.read(cartKey);
  if (text !== read.text) read = { text, items: parse(text) };
  return read.items;
}

/** The cart as every tab of this browser sees it; empty on the server. */
export function useCart(): readonly CartItem[] {
  return useSyncExternalStore(subscribe, cartItems, () => empty);
}

/** Sets a product aside, once. @returns false when the cart is full */
export function addToCart(product: Product): boolean {
  const items = cartItems();
  if (items.some((item) => item.product._id === product._id)) return true;
  if (items.length >= maxCartItems) return false;
  keep([...items, { product: withoutContact(product), quantity: 1 }]);
  return true;
}

export function removeFromCart(productId: string): void {
  keep(cartItems().filter(({ product }) => product._id !== productId));
}

/** Takes the newer words of a product that is in the cart, which is for sale unless they say otherwise. */
export function renewInCart(product: Product): void {
  change(product._id, () => ({ product: withoutContact(product), quantity: 1 }));
}

/** Says of a product that nobody can have it any more. */
export function markGone(productId: string): void {
  change(productId, (item) => ({ ...item, isGone: true }));
}

function change(productId: string, renew: (item: CartItem) => CartItem): void {
  keep(cartItems().map((item) => (item.product._id === productId ? renew(item) : item)));
}

/** Whether an item can still be had. */
export function isAvailable({ product, isGone }: CartItem): boolean {
  return !product.isSold && !isGone;
}

/** Rupees of everything that can still be had. */
export function cartTotal(items: readonly CartItem[]): number {
  return items
    .filter(isAvailable)
    .reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}

function keep(items: readonly CartItem[]): void {
  local.write(cartKey, JSON.stringify(items));
  for (const listener of listeners) listener();
}

/** A device remembers nobody's number or address. */
function withoutContact(product: Product): Product {
  return { ...product, address: null, seller: { _id: product.seller._id, phone: null } };
}

function subscribe(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === null || key === cartKey) listener();
  };
  listeners.add(listener);
  addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", follow);
  };
}

function parse(text: string | undefined): readonly CartItem[] {
  try {
    const items: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(items) ? (items as unknown[]).filter(isItem) : empty;
  } catch {
    return empty;
  }
}

/** What an older build or another hand left there is not taken for an item. */
function isItem(item: unknown): item is CartItem {
  const { product } = (item ?? {}) as Partial<CartItem>;
  return (
    typeof product?._id === "string" &&
    typeof product.name === "string" &&
    typeof product.price === "number" &&
    Array.isArray(product.images)
  );
}
