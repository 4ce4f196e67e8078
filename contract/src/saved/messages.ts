import { maxSaved } from "../limits.ts";

export const savedItems = "Saved items";
export const saveFailed = "This could not be saved. Please try again.";
export const unsaveFailed = "This could not be removed from your saved items. Please try again.";
export const savedFull = `You can save ${maxSaved} items at most. Please remove one first.`;
export const savedForYou = "Saved for you.";
export const savedEmpty = "Nothing saved yet";
export const savedEmptyText = "Tap the heart on anything you like, and it will wait for you here.";
export const priceDrop = "Price drop";
export const priceBefore = "Was";
export const savedFetchFailed = "Your saved items could not be loaded";
export const browse = "Browse items";

export const addToCart = "Add to cart";
export const viewCart = "View cart";
export const addedToCart = "Added to your cart";
export const cartFull = (most: number) => `Your cart holds ${most} items at most.`;
export const cartWith = (items: string) => `Cart, ${items}`;
export const cartEmpty = "Your cart is empty";
export const cartEmptyText = "Items you add on the Buy page wait here, on this device.";
export const quantity = "Quantity";
export const total = "Total";
export const notCounted = "Items that are gone are not counted.";
export const removeFromCart = (name: string) => `Remove ${name}`;
export const noLongerListed = "Sold or taken down";
export const buyNow = "Buy Now";
export const noPaymentsHere =
  "Payments are not handled here. Message the seller to complete the deal.";
export const continueShopping = "Continue Shopping";
export const cartIsEmpty = "Your cart is empty. Find something on the Buy page.";
export const platformFee = "Platform fee";
export const earlyBird = "Early-bird offer";
