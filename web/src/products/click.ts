import { endpoints } from "@market/contract/endpoints";

/** Counts that a product was opened (R443). Nobody waits for it, and a failure is only logged (R444). */
export function countClick(productId: string): void {
  count(productId).catch((failure: unknown) => {
    console.warn("The view was not counted", failure);
  });
}

async function count(productId: string): Promise<void> {
  const { call } = await import("../api/client.ts");
  await call(endpoints.clickProduct, { params: { productId } });
}
