import { endpoints } from "@market/contract/endpoints";
import type { Product } from "@market/contract/products";
import { call } from "../api/client.ts";
import { choiceKey, type ListChoice } from "./filters.ts";
import { shuffle, visitSeed } from "./shuffle.ts";

/** What a screen shows of the list. */
export type ListState = {
  /** Undefined until a first page has arrived. */
  products: readonly Product[] | undefined;
  /** `opening` a list, the products shown being the old ones; `failed` to open it; `extending` it by a page. */
  status: "opening" | "failed" | "ready" | "extending" | "extension-failed";
  hasMore: boolean;
  /** Names the choice that the products are of. */
  of: string | undefined;
  /** The search text of which nothing has all the words as typed: the products are the nearest. */
  nearestTo: string | undefined;
};
type Page = Pick<ListState, "nearestTo"> & { products: Product[]; cursor: string | undefined };

/**
 * The list of the Buy page, kept for the visit so that Back finds its pages again. The latest choice
 * wins: a request of an earlier one is aborted, its products stay until the new ones arrive.
 */
export class ProductList {
  #state: ListState = {
    products: undefined,
    status: "opening",
    hasMore: false,
    of: undefined,
    nearestTo: undefined,
  };
  #choice: ListChoice = {};
  #cursor: string | undefined;
  /** Names the list whose products are shown; undefined when they are not the chosen ones. */
  #shownKey: string | undefined;
  #pages = 0;
  #request: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): ListState => this.#state;
  /** Pages of the chosen list that are shown. */
  readonly pages = (): number => (this.#shownKey === undefined ? 0 : this.#pages);

  /**
   * Shows the products of a choice, fetched anew (R118).
   * @param resume accepts the pages already here when they are of this choice, for the way back
   * @param pages to be shown at once, as they were before a reload
   */
  async open(choice: ListChoice, { resume = false, pages = 1 } = {}): Promise<void> {
    const key = choiceKey(choice);
    if (resume && key === this.#shownKey) return;
    this.#choice = choice;
    this.#shownKey = undefined;
    const ask = (signal: AbortSignal) => this.#fetchPages(pages, signal);
    await this.#load(ask, "opening", "failed", ({ products, cursor, nearestTo, count }) => {
      this.#shownKey = key;
      this.#pages = count;
      this.#cursor = cursor;
      this.#change({
        products,
        status: "ready",
        hasMore: cursor !== undefined,
        of: key,
        nearestTo,
      });
    });
  }

  /** Adds the next page below. */
  async extend(): Promise<void> {
    if (this.#cursor === undefined || this.#shownKey === undefined) return;
    const from = this.#cursor;
    const ask = (signal: AbortSignal) => fetchPage(this.#choice, from, signal);
    await this.#load(ask, "extending", "extension-failed", ({ products, cursor }) => {
      this.#pages += 1;
      this.#cursor = cursor;
      this.#change({
        products: this.#joined(this.#state.products ?? [], products),
        status: "ready",
        hasMore: cursor !== undefined,
      });
    });
  }

  /** Tries again what failed. */
  retry(): Promise<void> {
    return this.#state.status === "extension-failed" ? this.extend() : this.open(this.#choice);
  }

  /** The network is back: what failed is tried again, a first page comes anew, and a longer list stays in place. */
  async refresh(): Promise<void> {
    const { status } = this.#state;
    if (status === "failed" || status === "extension-failed") await this.retry();
    else if (status === "ready" && this.#pages === 1) await this.open(this.#choice);
  }

  /** A product that was just sold stays, as such: a search that found it alone would otherwise deny it. */
  markSold(productId: string): void {
    const products = this.#state.products?.map((product) =>
      product._id === productId ? { ...product, isSold: true } : product,
    );
    this.#change({ products });
  }

  /** Takes out a product that is gone. */
  remove(productId: string): void {
    this.#change({ products: this.#state.products?.filter(({ _id }) => _id !== productId) });
  }

  /** Nobody looks any more: what is under way is given up. */
  close(): void {
    this.#request?.abort();
    if (this.#state.status === "extending") this.#change({ status: "ready" });
  }

  /** Several pages, one after the other; those that came before one failed are enough. */
  async #fetchPages(most: number, signal: AbortSignal): Promise<Page & { count: number }> {
    const first = await fetchPage(this.#choice, undefined, signal);
    let products = this.#joined([], first.products);
    let { cursor } = first;
    let count = 1;
    while (count < most && cursor !== undefined) {
      const next = await fetchPage(this.#choice, cursor, signal).catch((failure: unknown) => {
        if (!signal.aborted) console.warn("A further page did not arrive", failure);
      });
      if (!next) break;
      products = this.#joined(products, next.products);
      cursor = next.cursor;
      count += 1;
    }
    return { products, cursor, nearestTo: first.nearestTo, count };
  }

  /** A page below others, without what they have. */
  #joined(shown: readonly Product[], page: Product[]): Product[] {
    const known = new Set(shown.map(({ _id }) => _id));
    return [...shown, ...this.#arrange(page.filter(({ _id }) => !known.has(_id)))];
  }

  async #load<Answer>(
    ask: (signal: AbortSignal) => Promise<Answer>,
    busy: ListState["status"],
    failed: ListState["status"],
    show: (answer: Answer) => void,
  ): Promise<void> {
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    this.#change({ status: busy });
    try {
      const answer = await ask(signal);
      if (!signal.aborted) show(answer);
    } catch (failure) {
      if (signal.aborted) return;
      console.warn("The products did not arrive", failure);
      this.#change({ status: failed });
    }
  }

  /** Each page is shuffled unless an order was chosen (R449, Q61) or the best come first. */
  #arrange(products: Product[]): Product[] {
    const { q, sort } = this.#choice;
    return q === undefined && sort === undefined ? shuffle(products, visitSeed()) : products;
  }

  #change(change: Partial<ListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** One page; an answer that is no array counts as empty (R432). */
async function fetchPage(
  choice: ListChoice,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  let next: string | undefined;
  let nearestTo: string | undefined;
  const answer: unknown = await call(endpoints.filterProducts, {
    query: { ...choice, cursor },
    signal,
    onHeaders: (headers) => {
      next = nextCursor(headers.get("link"));
      if (headers.get("x-search") === "widened") nearestTo = choice.q;
    },
  });
  return Array.isArray(answer)
    ? { products: answer as Product[], cursor: next, nearestTo }
    : { products: [], cursor: undefined, nearestTo: undefined };
}

/** The cursor inside `<address>; rel="next"` (RFC 8288). */
function nextCursor(link: string | null): string | undefined {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? "")?.[1];
  return address === undefined
    ? undefined
    : (new URL(address, location.origin).searchParams.get("cursor") ?? undefined);
}
