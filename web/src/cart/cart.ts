import { maxCartItems } from "@market/contract/limits";
import type { Product } from "@market/contract/products/product";
import { useStore } from "../browser/store.ts";
import { createStored } from "../browser/stored.ts";

/** An item in the cart (R282). Second-hand items are single, so the quantity is always 1 (Q11). */
export type CartItem = {
  product: Product;
  quantity: 1;
  /** Sold or deleted since it was added. */
  isGone?: boolean;
};

/** Belongs to the device, and goes with sign-out. */
const cart = createStored("cart", (stored) => (Array.isArray(stored) ? stored.filter(isItem) : []));

export const cartItems = (): readonly CartItem[] => cart.get();

export const useCart = (): readonly CartItem[] => useStore(cart);

/** Adds a product, once. @returns false when the cart is full */
export function addToCart(product: Product): boolean {
  const items = cart.get();
  if (items.some((item) => item.product._id === product._id)) return true;
  if (items.length >= maxCartItems) return false;
  cart.set([...items, { product: withoutContact(product), quantity: 1 }]);
  return true;
}

export function removeFromCart(productId: string): void {
  cart.set(cart.get().filter(({ product }) => product._id !== productId));
}

export function updateInCart(product: Product): void {
  change(product._id, () => ({ product: withoutContact(product), quantity: 1 }));
}

export function markGone(productId: string): void {
  change(productId, (item) => ({ ...item, isGone: true }));
}

function change(productId: string, renew: (item: CartItem) => CartItem): void {
  cart.set(cart.get().map((item) => (item.product._id === productId ? renew(item) : item)));
}

export function isAvailable({ product, isGone }: CartItem): boolean {
  return !product.isSold && !isGone;
}

/** The sum of the prices, in rupees. */
export function cartTotal(items: readonly CartItem[]): number {
  return items
    .filter(isAvailable)
    .reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}

/** A device keeps no phone number and no address. */
function withoutContact(product: Product): Product {
  return { ...product, address: null, seller: { _id: product.seller._id, phone: null } };
}

function isItem(item: unknown): item is CartItem {
  const { product } = (item ?? {}) as Partial<CartItem>;
  return (
    typeof product?._id === "string" &&
    typeof product.name === "string" &&
    typeof product.price === "number" &&
    Array.isArray(product.images)
  );
}
