import type { Queries } from "../db.ts";
import { selectOptionalItem, selectSimilarProducts } from "./items.sql.ts";

/**
 * What the public page of a product shows (Q10), as the JSON of the contract's `Item`.
 * @returns undefined for an absent product, a hidden one and one of a suspended seller alike (D19)
 */
export async function findItem(db: Queries, productId: string): Promise<string | undefined> {
  const row = await selectOptionalItem(db, productId);
  if (row === undefined) return undefined;
  const similar = await selectSimilarProducts(db, productId, row);
  return `{"product":${row.json},"similar":[${similar.map(({ json }) => json).join(",")}]}`;
}
