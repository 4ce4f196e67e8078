import type { Product } from "@market/contract/products";
import { startTransition, useDeferredValue, useEffect, useState } from "react";
import { afterPaint } from "../ui/after-paint.ts";
import type { ListState } from "./product-list.ts";

/**
 * The products of a list that are drawn: a page that comes to it is drawn some at a time, each in a
 * frame of its own, so that a slow phone answers a finger between them. What a list opens with is drawn
 * whole, and on the way back all that it has: the page needs its height to stand where it stood.
 * @param step products of one turn
 */
export function useRowsInTurn(
  list: ListState,
  step: number,
): { products: readonly Product[] | undefined; isBehind: boolean } {
  const products = useDeferredValue(list.products);
  const of = useDeferredValue(list.of);
  const all = products?.length ?? 0;
  const [drawn, setDrawn] = useState({ of, count: all });
  const isNew = drawn.of !== of;
  const count = isNew ? all : drawn.count;
  useEffect(() => {
    if (isNew) setDrawn({ of, count: all });
    if (count >= all) return undefined;
    return afterPaint(() => startTransition(() => setDrawn({ of, count: count + step })));
  }, [isNew, of, all, count, step]);
  return {
    products: products?.slice(0, count),
    isBehind: products !== list.products || count < all,
  };
}
