import { endpoints } from "@market/contract/endpoints";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { cartItems, markGone, renewInCart } from "./cart.ts";

/** Asks what became of everything in the cart, by calls that reveal no phone. Never rejects. */
export async function refreshCart(signal: AbortSignal): Promise<void> {
  await Promise.all(cartItems().map(({ product }) => refreshItem(product._id, signal)));
}

/** What cannot be asked right now stays as it is kept. */
async function refreshItem(productId: string, signal: AbortSignal): Promise<void> {
  try {
    const { product } = await call(endpoints.getItem, { params: { productId }, signal });
    renewInCart(product);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 404) markGone(productId);
    else if (!signal.aborted)
      console.warn("An item of the cart was not brought up to date", failure);
  }
}
