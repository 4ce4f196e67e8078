import { endpoints } from "@market/contract/endpoints";
import { call } from "../api/client.ts";

/** Counts that a product was opened (R443). Nobody waits for it, and a failure is only logged (R444). */
export function countClick(productId: string): void {
  call(endpoints.clickProduct, { params: { productId } }).catch((failure: unknown) => {
    console.warn("The view was not counted", failure);
  });
}
