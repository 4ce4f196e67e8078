import * as calls from "@market/contract/products/calls";
import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { Product } from "@market/contract/products/product";
import { SessionOver } from "../identity/session.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";

/** `isPassing` failures may be gone with another try. */
export type EditLoad = { product: Product } | { failure: string; isPassing: boolean };

/** Reads a product for its seller (Q57). Never rejects. */
export async function loadForEdit(productId: string, sellerId: string): Promise<EditLoad> {
  const refusal = sellingMessages.loadProductRefused;
  try {
    const { product } = await call(calls.getProduct, { params: { productId } });
    if (product.seller._id === sellerId) return { product };
    return { failure: refusal, isPassing: false };
  } catch (failure) {
    const status = failure instanceof ApiError ? failure.status : 0;
    if (failure instanceof SessionOver || status === 401)
      return { failure: shellMessages.sessionExpired, isPassing: false };
    if (status < 400) return { failure: sellingMessages.loadProductFailed, isPassing: true };
    return { failure: refusal, isPassing: status === 429 || status >= 500 };
  }
}
