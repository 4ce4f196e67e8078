import { homeGrid } from "@market/contract/limits";
import type { HomeProducts } from "@market/contract/pages";
import type { Product } from "@market/contract/products";
import type { Queries } from "../db.ts";
import { type ProductRow, selectRandomProducts, selectUnsoldProducts } from "./products.sql.ts";

const parse = (rows: ProductRow[]) => rows.map((row) => JSON.parse(row.json) as Product);

/** The two home grids: eight at random and the eight newest, none of them sold (R095, R098, Q16). */
export async function selectHomeProducts(db: Queries): Promise<HomeProducts> {
  const [featured, latest] = await Promise.all([
    selectRandomProducts(db),
    selectUnsoldProducts(db, homeGrid),
  ]);
  return { featured: parse(featured), latest: parse(latest) };
}
