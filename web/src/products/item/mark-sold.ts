import * as calls from "@market/contract/products/calls";
import * as profileMessages from "@market/contract/students/messages";
import type { Product } from "@market/contract/products/product";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";
import { toast } from "../../ui/toast.ts";

/** R481 to R483. @returns the state that now holds */
export async function markSold({ _id: productId }: Product, isSold: boolean): Promise<boolean> {
  const id = `sold ${productId}`;
  try {
    const reply = await call(calls.toggleSold, { params: { productId }, body: { isSold } });
    toast.success(reply.isSold ? profileMessages.markedSold : profileMessages.markedUnsold, { id });
    return reply.isSold;
  } catch (error) {
    const reason = error instanceof ApiError ? error.serverMessage : undefined;
    toast.error(reason ?? profileMessages.soldStatusFailed, { id });
    return !isSold;
  }
}
