import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { SessionOver } from "../account/token.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";

/** `isPassing` failures may be gone with another try. */
export type EditLoad = { product: Product } | { failure: string; isPassing: boolean };

/** Reads a product for its seller (Q57); somebody else's is refused like an absent one. Never rejects. */
export async function loadForEdit(productId: string, caller: string): Promise<EditLoad> {
  try {
    const { product } = await call(endpoints.getProduct, { params: { productId } });
    if (product.seller._id === caller) return { product };
    return { failure: messages.loadProductRefused, isPassing: false };
  } catch (failure) {
    return explain(failure);
  }
}

function explain(failure: unknown): EditLoad {
  const status = failure instanceof ApiError ? failure.status : 0;
  if (failure instanceof SessionOver || status === 401)
    return { failure: messages.sessionExpired, isPassing: false };
  if (status < 400) return { failure: messages.loadProductFailed, isPassing: true };
  return { failure: messages.loadProductRefused, isPassing: status === 429 || status >= 500 };
}
