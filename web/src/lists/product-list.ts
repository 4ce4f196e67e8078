import * as calls from "@market/contract/lists/calls";
import type { Product } from "@market/contract/products/product";
import { call } from "../api/client.ts";
import { nextPage } from "../api/next-page.ts";
import { createStore } from "../browser/store.ts";
import { choiceKey, type ListChoice } from "../search/filters.ts";
import { shuffle, visitSeed } from "./shuffle.ts";

type Pages = {
  products: readonly Product[] | undefined;
  pages: number;
  cursor: string | undefined;
  /** The search text that nothing matches exactly: the products are the nearest. */
  nearestTo: string | undefined;
  /** The number of all products, counted to one more than `countMost`. */
  total: number;
};
export type ListState = Pages & {
  /** While `opening`, the products are those of the previous list. */
  status: "opening" | "failed" | "ready" | "extending" | "extension-failed";
  of: string | undefined;
};

const noPages: Pages = {
  products: undefined,
  pages: 0,
  cursor: undefined,
  nearestTo: undefined,
  total: 0,
};

/** The list of the Buy page. The latest choice wins; its products replace the earlier ones when they arrive. */
export class ProductList {
  readonly store = createStore<ListState>({ ...noPages, status: "opening", of: undefined });
  #choice: ListChoice = {};
  #request: AbortController | undefined;

  /** Fetches a choice (R118). `resume` accepts a list that has loaded already; `pages` to show together, as before a reload. */
  async open(choice: ListChoice, { resume = false, pages = 1 } = {}): Promise<void> {
    this.#choice = choice;
    if (resume && choiceKey(choice) === this.store.get().of) this.#change({ status: "ready" });
    else await this.#load({ busy: "opening", failed: "failed" }, noPages, pages);
  }

  async extend(): Promise<void> {
    const { status, cursor, pages } = this.store.get();
    if (cursor === undefined || status === "opening" || status === "failed") return;
    const names = { busy: "extending", failed: "extension-failed" } as const;
    await this.#load(names, this.store.get(), pages + 1);
  }

  retry(): Promise<void> {
    return this.store.get().status === "extension-failed" ? this.extend() : this.open(this.#choice);
  }

  /** The network is back: repeats what failed, and renews a first page. A longer list stays. */
  async refresh(): Promise<void> {
    const { status, pages } = this.store.get();
    if (status === "failed" || status === "extension-failed") await this.retry();
    else if (status === "ready" && pages === 1) await this.open(this.#choice);
  }

  /** A sold product stays, marked: a search that found it alone would otherwise deny it. */
  markSold(productId: string): void {
    const mark = (product: Product) =>
      product._id === productId ? { ...product, isSold: true } : product;
    this.#change({ products: this.store.get().products?.map(mark) });
  }

  remove(productId: string): void {
    const { products, total } = this.store.get();
    const remaining = products?.filter(({ _id }) => _id !== productId);
    this.#change({
      products: remaining,
      total: total - (products?.length ?? 0) + (remaining?.length ?? 0),
    });
  }

  close(): void {
    this.#request?.abort();
    if (this.store.get().status === "extending") this.#change({ status: "ready" });
  }

  /** Fetches pages after `from` until there are `most`; if one fails, those before it stay. */
  async #load(
    names: { busy: ListState["status"]; failed: ListState["status"] },
    from: Pages,
    most: number,
  ): Promise<void> {
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    const choice = this.#choice;
    this.#change({ status: names.busy });
    let shown = from;
    try {
      do shown = await withNextPage(shown, choice, signal);
      while (shown.pages < most && shown.cursor !== undefined);
    } catch (failure) {
      if (signal.aborted) return;
      console.warn("The products did not arrive", failure);
      if (shown === from) return this.#change({ status: names.failed });
    }
    if (!signal.aborted) this.#change({ ...shown, status: "ready", of: choiceKey(choice) });
  }

  #change(change: Partial<ListState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}

/** The list outlives the page, so that Back finds it as it was. */
export const productList = new ProductList();

/** Adds the next page, shuffled unless an order was chosen (R449, Q61) or the best come first. */
async function withNextPage(
  { products: shown = [], pages, cursor, nearestTo, total }: Pages,
  choice: ListChoice,
  signal: AbortSignal,
): Promise<Pages> {
  const page = await fetchPage(choice, cursor, signal);
  const known = new Set(shown.map(({ _id }) => _id));
  const added = page.products.filter(({ _id }) => !known.has(_id));
  const isMixed = choice.q === undefined && choice.sort === undefined;
  const products = [...shown, ...(isMixed ? shuffle(added, visitSeed()) : added)];
  const counted = page.total ?? total;
  return {
    products,
    pages: pages + 1,
    cursor: page.cursor,
    nearestTo: pages === 0 ? page.nearestTo : nearestTo,
    total: page.cursor === undefined ? products.length : Math.max(counted, products.length + 1),
  };
}

/** An answer that is no array counts as empty (R432). */
async function fetchPage(choice: ListChoice, cursor: string | undefined, signal: AbortSignal) {
  let next: string | undefined;
  let nearestTo: string | undefined;
  let total: number | undefined;
  const answer: unknown = await call(calls.filterProducts, {
    query: { ...choice, cursor },
    signal,
    onHeaders: (headers) => {
      next = nextPage(headers);
      total = Number(headers.get("x-total-count")) || undefined;
      if (headers.get("x-search") === "widened") nearestTo = choice.q;
    },
  });
  const products = Array.isArray(answer) ? (answer as Product[]) : [];
  return { products, cursor: next, nearestTo, total };
}
