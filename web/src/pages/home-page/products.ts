import * as calls from "@market/contract/lists/calls";
import { featuredOf } from "@market/contract/lists/featured";
import { homeGrid } from "@market/contract/limits";
import type { HomeProducts } from "@market/contract/pages/pages";
import type { Product } from "@market/contract/products/product";
import { call } from "../../api/client.ts";

/** @param random products to feature; fetched when there are none yet (Q17) */
export async function fetchHome(
  random: readonly Product[] | undefined,
  signal: AbortSignal,
): Promise<HomeProducts> {
  const list = (sort: "random" | "newest", limit: number) =>
    call(calls.listProducts, { query: { sort, limit }, signal });
  const [chosen, newest] = await Promise.all([
    random ?? list("random", 2 * homeGrid),
    list("newest", homeGrid),
  ]);
  const unsold = ({ isSold }: Product) => !isSold;
  const latest = newest.filter(unsold);
  return { featured: featuredOf(chosen.filter(unsold), latest), latest };
}
