import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../api/client.ts";
import { subscribeToReturn } from "../api/connection.ts";
import { keepSaved } from "./saved.ts";
import { savesSettled } from "./saved-actions.ts";

/** What the page has of the list; `failure` is the sentence of a list that could not be had. */
type SavedList = { products?: readonly Product[]; failure?: string };

/** Kept outside the page, with whose it is: Back finds the list, and its place in it, at once. */
let shown: { by: string; products: readonly Product[] } | undefined;

/** The student's saved products: what was there last, until the account has answered. */
export function useSavedProducts(userId: string): SavedList & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [list, setList] = useState<SavedList>(() =>
    shown?.by === userId ? { products: shown.products } : {},
  );
  useEffect(() => {
    const leaving = new AbortController();
    const asked = savesSettled().then(() =>
      call(endpoints.savedProducts, { signal: leaving.signal }),
    );
    asked.then(
      ({ products }) => {
        shown = { by: userId, products };
        keepSaved(products.map(({ _id }) => _id));
        setList({ products });
      },
      (failure: unknown) => {
        if (leaving.signal.aborted) return;
        console.warn("The saved products did not arrive", failure);
        setList((before) => ({ ...before, failure: messages.savedFetchFailed }));
      },
    );
    return () => leaving.abort();
  }, [userId, attempt]);
  const retry = () => {
    setList({});
    setAttempt(attempt + 1);
  };
  const retryOnReturn = useEffectEvent(() => {
    if (list.failure !== undefined) retry();
  });
  useEffect(() => subscribeToReturn(() => retryOnReturn()), []);
  return { ...list, retry };
}
