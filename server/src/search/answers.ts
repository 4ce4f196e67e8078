import type { Queries } from "../db.ts";
import type { Position } from "../products/cursor.ts";
import type { ProductRow } from "../products/products.sql.ts";
import { type Hit, selectEntries, selectShown, walkEntries, type Wanted } from "./answers.sql.ts";
import type { Stage } from "./stages.ts";

/** When to walk through products in order, and how far (in products), instead of looking all answers up. */
export type Reach = { common: number; newest: number; price: number };
/** By price products lie scattered, which costs more for each. */
export const usualReach: Reach = { common: 3_000, newest: 8_000, price: 3_000 };

/** A first, short walk through this part of the reach tells whether the whole is worth while. */
const sample = 1 / 8;

/** What is wanted of all levels alike, and what of some stages. */
type Always = Pick<Wanted, "filters" | "band" | "order">;
type Asked = Omit<Wanted, keyof Always>;

/** Collects the products of one level, stage by stage. */
export class Answers {
  readonly #db: Queries;
  readonly #reach: Reach;
  readonly #wanted: Always;

  constructor(db: Queries, reach: Reach, wanted: Always) {
    this.#db = db;
    this.#reach = reach;
    this.#wanted = wanted;
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
    if ((stages.at(-1)?.most ?? 0) <= this.#reach.common) return this.#lookUp(asked);
    const walked = await this.#walk(asked);
    const rare = stages.filter((stage) => countUpTo(stage, walked) < limit);
    const hits = rare.length === 0 ? [] : await this.#lookUp({ ...asked, stages: rare });
    const next = stages[rare.length];
    const enough = walked.filter(({ stage }) => stage === next?.stage);
    return [...hits, ...enough].slice(0, limit);
  }

  async #walk(asked: Asked): Promise<Hit[]> {
    const { stages, limit } = asked;
    const wanted = { ...asked, ...this.#wanted };
    const whole = this.#wanted.order ? this.#reach.price : this.#reach.newest;
    const walked = await walkEntries(this.#db, wanted, Math.ceil(whole * sample));
    const isPromising = stages.some((stage) => {
      const found = countUpTo(stage, walked);
      return found < limit && found >= limit * sample;
    });
    return isPromising ? walkEntries(this.#db, wanted, whole) : walked;
  }

  #lookUp(asked: Asked): Promise<Hit[]> {
    return selectEntries(this.#db, { ...asked, ...this.#wanted });
  }
}

const countUpTo = ({ stage: last }: Stage, hits: readonly Hit[]) =>
  hits.filter(({ stage }) => stage <= last).length;
