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
  #isExtended = false;
  #request: AbortController | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): ListState => this.#state;

  /**
   * Shows the products of a choice, fetched anew (R118).
   * @param resume accepts the pages already here when they are of this choice, for the way back
   */
  async open(choice: ListChoice, { resume = false } = {}): Promise<void> {
    const key = choiceKey(choice);
    if (resume && key === this.#shownKey) return;
    this.#choice = choice;
    this.#shownKey = undefined;
    await this.#load(undefined, "opening", "failed", ({ products, cursor, nearestTo }) => {
      this.#shownKey = key;
      this.#isExtended = false;
      this.#cursor = cursor;
      this.#change({
        products: this.#arrange(products),
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
    await this.#load(this.#cursor, "extending", "extension-failed", ({ products, cursor }) => {
      const shown = this.#state.products ?? [];
      const known = new Set(shown.map(({ _id }) => _id));
      this.#isExtended = true;
      const fresh = products.filter(({ _id }) => !known.has(_id));
      this.#cursor = cursor;
      this.#change({
        products: [...shown, ...this.#arrange(fresh)],
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
    else if (status === "ready" && !this.#isExtended) await this.open(this.#choice);
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

  async #load(
    cursor: string | undefined,
    busy: ListState["status"],
    failed: ListState["status"],
    show: (page: Page) => void,
  ): Promise<void> {
    this.#request?.abort();
    const { signal } = (this.#request = new AbortController());
    this.#change({ status: busy });
    try {
      const page = await fetchPage(this.#choice, cursor, signal);
      if (!signal.aborted) show(page);
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
