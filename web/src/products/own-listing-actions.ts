import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { toast } from "../ui/toast.ts";

/**
 * Marks a product sold or unsold, and says so (R481 to R483).
 * @returns the state that now holds: the new one, or the old one after a failure
 */
export async function markSold({ _id: productId }: Product, isSold: boolean): Promise<boolean> {
  try {
    const reply = await call(endpoints.toggleSold, { params: { productId }, body: { isSold } });
    toast.success(reply.isSold ? messages.markedSold : messages.markedUnsold);
    return reply.isSold;
  } catch (error) {
    const said = error instanceof ApiError ? error.said : undefined;
    toast.error(said ?? messages.soldStatusFailed);
    return !isSold;
  }
}

/** Deletes a product, and says so (R484, R485). @returns whether it is gone */
export async function deleteProduct({ _id: productId }: Product): Promise<boolean> {
  try {
    await call(endpoints.deleteProduct, { params: { productId } });
    toast.success(messages.productDeleted);
    return true;
  } catch {
    toast.error(messages.deleteFailed);
    return false;
  }
}
