import { endpoints } from "@market/contract/endpoints";
import type { Product } from "@market/contract/products";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";

/** Looks for a product that an address names. @returns undefined when there is none (any more) */
export async function findItem(
  productId: string,
  signal: AbortSignal,
): Promise<Product | undefined> {
  try {
    return (await call(endpoints.getItem, { params: { productId }, signal })).product;
  } catch (failure) {
    if (failure instanceof ApiError && [400, 404, 410, 422].includes(failure.status))
      return undefined;
    throw failure;
  }
}
