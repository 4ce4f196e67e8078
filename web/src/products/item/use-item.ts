import * as calls from "@market/contract/products/calls";
import type { Item } from "@market/contract/pages/pages";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/client.ts";

/** Fetches what a card does not contain after the product is shown; undefined without an answer. */
export function useItem(productId: string, onGone: () => void): Item | undefined {
  const [item, setItem] = useState<Item>();
  const reportGone = useEffectEvent(onGone);
  useEffect(() => {
    const leaving = new AbortController();
    call(calls.getItem, { params: { productId }, signal: leaving.signal }).then(
      setItem,
      (failure: unknown) => {
        if (leaving.signal.aborted) return;
        if (failure instanceof ApiError && failure.code === "product-not-found") reportGone();
        else console.warn("Seller and similar products could not be had", failure);
      },
    );
    return () => leaving.abort();
  }, [productId]);
  return item;
}
