import * as calls from "@market/contract/products/calls";

/** Counts a view (R443); a failure is only logged (R444). */
export function countClick(productId: string): void {
  import("../../api/client.ts")
    .then(({ call }) => call(calls.clickProduct, { params: { productId } }))
    .catch((failure: unknown) => console.warn("The view was not counted", failure));
}
