import type { Queries } from "../db.ts";
import type { Position } from "../products/cursor.ts";
import type { ProductRow } from "../products/products.sql.ts";
import {
  type Hit,
  selectEntries,
  selectPriceAt,
  selectShown,
  selectSlice,
  walkEntries,
  type Wanted,
} from "./answers.sql.ts";
import type { Stage } from "./stages.ts";

/** When to walk through products in order, and how far (in products), instead of looking all answers up. */
export type Reach = { common: number; newest: number; price: number };
/** By price products lie scattered, which costs more for each. */
export const usualReach: Reach = { common: 1_500, newest: 20_000, price: 1_500 };
const dearer = 2;

/** How many times as many products are looked through as should be enough. */
const margin = 2;
/** A walk that found this share of a page is worth going on with. */
const promising = 1 / 4;

/** What is wanted of all levels alike, and what of some stages. */
type Always = Pick<Wanted, "filters" | "band" | "order">;
type Asked = Omit<Wanted, keyof Always>;
/** How many products a walk would pass in all, and which share of those that have a word pass the filters. */
export type Extent = { products: number; share: number };

/** Collects the products of one level, stage by stage. */
export class Answers {
  readonly #db: Queries;
  readonly #reach: Reach;
  readonly #wanted: Always;
  readonly #extent: Extent;

  constructor(db: Queries, reach: Reach, wanted: Always, extent: Extent) {
    this.#db = db;
    this.#reach = reach;
    this.#wanted = wanted;
    this.#extent = extent;
  }

  /** @param position where the page before ended, in one of these stages or before all of them */
  async collect(
    stages: readonly Stage[],
    limit: number,
    position?: Position,
  ): Promise<ProductRow[]> {
    const rows: ProductRow[] = [];
    let last = position;
    for (let isMore = true; isMore && rows.length < limit;) {
      const wanted = limit - rows.length;
      const hits = await this.#find(stages, wanted, last);
      if (hits.length === 0) break;
      const ids = hits.map(({ id }) => id);
      const shown = new Map((await selectShown(this.#db, ids)).map((row) => [row.id, row]));
      for (const { id, price_paise: pricePaise, stage } of hits) {
        const row = shown.get(id);
        if (row) rows.push({ ...row, stage });
        last = { id, pricePaise, isSold: row?.is_sold ?? false, stage };
      }
      isMore = hits.length === wanted;
    }
    return rows;
  }

  /** Goes on within the stage of the position, then through the stages behind it. */
  async #find(stages: readonly Stage[], limit: number, position?: Position): Promise<Hit[]> {
    const from = stages.findIndex(({ stage }) => stage >= (position?.stage ?? 0));
    if (from < 0) return [];
    const before = stages[from - 1];
    const begun = stages[from];
    if (!position || begun?.stage !== position.stage)
      return this.#climb({ stages: stages.slice(from), before, limit, position: undefined });
    const hits = await this.#climb({ stages: [begun], before, limit, position });
    const rest = stages.slice(from + 1);
    if (hits.length === limit || rest.length === 0) return hits;
    const missing = limit - hits.length;
    const further = { stages: rest, before: begun, limit: missing, position: undefined };
    return [...hits, ...(await this.#climb(further))];
  }

  /**
   * What is common is found by walking. The first stages that do not fill the page so are rare enough to be
   * looked up, all at once; the next one then has enough for what is missing.
   */
  async #climb(asked: Asked): Promise<Hit[]> {
    const { stages, limit } = asked;
    const rarely = this.#reach.common * (this.#wanted.order ? dearer : 1);
    const common = stages.find(({ most }) => most * this.#extent.share > rarely);
    if (!common) return this.#lookUp(asked);
    const apart = this.#extent.products / (common.most * this.#extent.share);
    const enough = Math.ceil(margin * apart * limit);
    const walked = this.#wanted.order
      ? await this.#searchByPrice(asked, enough)
      : await this.#walk(asked, enough);
    const rare = stages.filter((stage) => countUpTo(stage, walked) < limit);
    const hits = rare.length === 0 ? [] : await this.#lookUp({ ...asked, stages: rare });
    const next = stages[rare.length];
    const further = walked.filter(({ stage }) => stage === next?.stage);
    return [...hits, ...further].slice(0, limit);
  }

  async #walk(asked: Asked, enough: number): Promise<Hit[]> {
    const { stages, limit } = asked;
    const wanted = { ...asked, ...this.#wanted };
    const whole = this.#reach.newest;
    // One stage alone is done when the page is full, however far it may go.
    const reach = stages.length === 1 ? whole : Math.min(enough || whole, whole);
    const walked = await walkEntries(this.#db, wanted, reach);
    const most = Math.max(
      ...stages.map((stage) => countUpTo(stage, walked)).filter((found) => found < limit),
    );
    if (reach === whole || most < limit * promising) return walked;
    return walkEntries(this.#db, wanted, Math.min(whole, (margin * reach * limit) / most));
  }

  /** The cheapest or dearest: by walking when that is short, else among those up to some price. */
  async #searchByPrice(asked: Asked, enough: number): Promise<Hit[]> {
    const { price } = this.#reach;
    if (!(enough > price)) return walkEntries(this.#db, { ...asked, ...this.#wanted }, price);
    const hits = await this.#slice(asked, enough);
    const found = hits.length;
    if (found === asked.limit || found < asked.limit * promising) return hits;
    return this.#slice(asked, (margin * enough * asked.limit) / found);
  }

  async #slice(asked: Asked, products: number): Promise<Hit[]> {
    const wanted = { ...asked, ...this.#wanted };
    const until = await selectPriceAt(this.#db, wanted, products);
    return until === undefined ? [] : selectSlice(this.#db, wanted, until);
  }

  #lookUp(asked: Asked): Promise<Hit[]> {
    return selectEntries(this.#db, { ...asked, ...this.#wanted });
  }
}

const countUpTo = ({ stage: last }: Stage, hits: readonly Hit[]) =>
  hits.filter(({ stage }) => stage <= last).length;
