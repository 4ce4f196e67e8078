import * as calls from "@market/contract/products/calls";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { cartItems, markGone, updateInCart } from "./cart.ts";

/** Updates the cart by calls that reveal no phone number. Never rejects. */
export async function refreshCart(signal: AbortSignal): Promise<void> {
  await Promise.all(cartItems().map(({ product }) => refreshItem(product._id, signal)));
}

async function refreshItem(productId: string, signal: AbortSignal): Promise<void> {
  try {
    const { product } = await call(calls.getItem, { params: { productId }, signal });
    updateInCart(product);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) markGone(productId);
    else if (!signal.aborted)
      console.warn("An item of the cart was not brought up to date", failure);
  }
}
