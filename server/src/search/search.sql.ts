import { countMost } from "@market/contract/limits";
import { priceBands, type ProductFilter, type Sort } from "@market/contract/products/product";
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Database, Queries } from "../db/database.ts";
import type { Position } from "./cursor.ts";
import type { Step } from "./steps.ts";

export type KnownWord = { word: string; sound: string; products: number };

export function selectWords(db: Queries, raw: string): Promise<{ word: string; sound: string }[]> {
  return db.query(sql`
    select word, sound_of(word) as sound from unnest(words_of(${raw})) with ordinality as split (word, place)
    order by place limit 10`);
}

/** A word that ends in a star stands for its prefix. */
export function selectKnownWords(db: Queries, words: string[]): Promise<{ word: string }[]> {
  return db.query(sql`
    select asked.word from unnest(${words}::text[]) asked (word) where exists (
      select from search_words known
      where known.word >= rtrim(asked.word, '*')
        and known.word <= case when right(asked.word, 1) = '*' then rtrim(asked.word, '*') || U&'\\+10FFFF' else asked.word end
    )`);
}

export function selectFolded(
  db: Queries,
  phrases: string[],
): Promise<{ raw: string; words: string[]; sound: string }[]> {
  return db.query(sql`
    select raw, words, coalesce(sound_of(words[1]), '') as sound
    from unnest(${phrases}::text[]) raw cross join lateral words_of(raw) words`);
}

export function selectAlikeWords(db: Queries, word: string, sound: string): Promise<KnownWord[]> {
  return db.query(sql`select word, sound, products from alike_words(${word}, ${sound})`);
}

/** Which rows called `product` are found, and what is selected of them, `id` included. */
export type View = { columns: Sql; condition: Sql };

export type Hit = { id: string };

export type Wanted = {
  steps: readonly Step[];
  from: number;
  filter: ProductFilter;
  limit: number;
  position: Position | undefined;
  view: View;
};

/** Equal prices come newest first, both ways; in lists without words the cheapest first shows the oldest of them first. */
const orders: Record<Sort, { by: Sql; after(position: Position): Sql }> = {
  newest: { by: sql`hit.product_id desc`, after: ({ id }) => sql`hit.product_id < ${id}` },
  "price-low": {
    by: sql`hit.price_paise, hit.product_id desc`,
    after: ({ id, pricePaise }) =>
      sql`(hit.price_paise > ${pricePaise} or (hit.price_paise = ${pricePaise} and hit.product_id < ${id}))`,
  },
  "price-high": {
    by: sql`hit.price_paise desc, hit.product_id desc`,
    after: ({ id, pricePaise }) => sql`(hit.price_paise, hit.product_id) < (${pricePaise}, ${id})`,
  },
};
const orderOf = ({ filter }: Wanted) => orders[filter.sort ?? "newest"];

function query({ steps, filter }: Wanted): string {
  const filters = [filter.category, filter.condition, filter.locationType, filter.priceRange];
  const words = filters.flatMap((value) => (value === undefined ? [] : [`'#${value}'`]));
  return [...words, steps.at(-1)?.query].join("&");
}

const isSingle = ({ steps, from }: Wanted) => steps.at(-1)?.step === from;

function withStep({ steps, from }: Wanted, entries: Sql): Sql {
  const has = (words: string) => sql`words @@ ${words}::tsquery`;
  const cases = steps.map(({ query: words, except, step }) =>
    except === undefined
      ? sql`when ${has(words)} then ${step}::int`
      : sql`when ${has(words)} and not ${has(except)} then ${step}::int`,
  );
  return sql`
    select product_id, price_paise, step
    from (select entry.*, case ${join(cases, " ")} end as step from (${entries}) entry) entry
    where step >= ${from}`;
}

function shown(wanted: Wanted, hits: Sql): Sql {
  const { position, from, limit, view } = wanted;
  const later = position
    ? sql`where hit.step > ${from} or ${orderOf(wanted).after(position)}`
    : empty;
  // With one step the index gives the order.
  const inOrder = isSingle(wanted) ? orderOf(wanted).by : sql`hit.step, ${orderOf(wanted).by}`;
  return sql`
    select hit.step, product.*
    from (select * from (${hits}) hit ${later} order by ${inOrder}) hit
    cross join lateral (
      select ${view.columns} from products product
      where product.id = hit.product_id and ${view.condition} offset 0
    ) product
    order by ${inOrder} limit ${limit}`;
}

/** @returns undefined when more than `most` products match */
export async function selectRare<Row extends Hit>(
  db: Queries,
  wanted: Wanted,
  most: number,
): Promise<{ rows: Row[]; total: number } | undefined> {
  const rare = sql`select * from few where (select count(*) from few) <= ${most}`;
  const rows = await db.query<Row & { count: number; total: number }>(sql`
    with few as materialized (select * from some_entries(${query(wanted)}::tsquery, ${most + 1}::int)),
    hit as materialized (${withStep(wanted, rare)})
    select * from (
      select (select count(*)::int from few) as count,
        (select count(*)::int from (select from hit limit ${raw(String(countMost + 1))}) counted) as total
    ) counted
    left join lateral (${shown(wanted, sql`select * from hit`)}) row on true`);
  const { count = 0, total = 0 } = rows[0] ?? {};
  return count > most ? undefined : { rows: rows.filter(({ id }) => id !== null), total };
}

/** What matches among the next `reach` products in order: common words are found at once. */
export function walk<Row extends Hit>(db: Queries, wanted: Wanted, reach: number): Promise<Row[]> {
  const next = sql`
    select * from search_entries hit ${within(wanted)}
    order by ${orderOf(wanted).by} limit ${raw(String(reach))}`;
  const fits = sql`select * from (${next}) hit where words @@ ${query(wanted)}::tsquery`;
  return db.query(shown(wanted, withStep(wanted, fits)));
}

/** As text: with parameters the planner would rather sort the table. */
function within(wanted: Wanted): Sql {
  const { priceRange, sort } = wanted.filter;
  const isByPrice = sort === "price-low" || sort === "price-high";
  const { least, most } = (isByPrice && priceRange && priceBands[priceRange]) || { least: 0 };
  const conditions = [
    wanted.position && orderOf(wanted).after(wanted.position),
    least > 0 && raw(`hit.price_paise >= ${least * 100}`),
    most !== undefined && raw(`hit.price_paise <= ${most * 100}`),
  ].filter((condition): condition is Sql => Boolean(condition));
  return conditions.length === 0 ? empty : sql`where ${join(conditions, " and ")}`;
}

export function selectAll<Row extends Hit>(db: Queries, wanted: Wanted): Promise<Row[]> {
  // A subquery, because the planner misjudges words that stand together.
  const fits = sql`select * from search_entries where words @@ (select ${query(wanted)}::tsquery) offset 0`;
  return db.query(shown(wanted, withStep(wanted, fits)));
}

const countTimeoutMs = 600_000;

export async function countWords(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`set local statement_timeout = 0`);
    // Shorter than deadlock_timeout: this count gives up before PostgreSQL could cancel a student's listing instead.
    await transaction.query(sql`set local lock_timeout = 500`);
    await transaction.query(sql`select count_search_words()`, countTimeoutMs);
  });
}
