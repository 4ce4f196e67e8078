import { featuredOf } from "@market/contract/lists/featured";
import { homeGrid } from "@market/contract/limits";
import type { HomeProducts } from "@market/contract/pages/pages";
import type { Queries } from "../db/database.ts";
import { presentProducts } from "../products/present-product.ts";
import { selectRandomProducts, selectUnsoldProducts } from "./lists.sql.ts";

/** Eight at random and the eight newest, none of them sold (R095, R098, Q16). */
export async function selectHomeProducts(db: Queries): Promise<HomeProducts> {
  const [random, newest] = await Promise.all([
    selectRandomProducts(db, 2 * homeGrid),
    selectUnsoldProducts(db, homeGrid),
  ]);
  const latest = presentProducts(newest);
  return { featured: featuredOf(presentProducts(random), latest), latest };
}
