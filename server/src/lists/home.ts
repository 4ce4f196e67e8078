import { featuredOf } from "@market/contract/lists/featured";
import { homeGrid } from "@market/contract/limits";
import type { HomeProducts } from "@market/contract/pages/pages";
import type { Product } from "@market/contract/products/product";
import type { Queries } from "../db/database.ts";
import {
  type ProductRow,
  selectRandomProducts,
  selectUnsoldProducts,
} from "../products/products.sql.ts";

const parse = (rows: ProductRow[]) => rows.map((row) => JSON.parse(row.json) as Product);

/** Eight at random and the eight newest, none of them sold (R095, R098, Q16). */
export async function selectHomeProducts(db: Queries): Promise<HomeProducts> {
  const [random, newest] = await Promise.all([
    selectRandomProducts(db, 2 * homeGrid),
    selectUnsoldProducts(db, homeGrid),
  ]);
  const latest = parse(newest);
  return { featured: featuredOf(parse(random), latest), latest };
}
