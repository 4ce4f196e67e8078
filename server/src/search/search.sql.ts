import { countMost } from "@market/contract/limits";
import { priceBands, type ProductFilter } from "@market/contract/products/product";
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Database, Queries } from "../db/database.ts";
import type { Position } from "./cursor.ts";
import { ordersOf } from "./order.ts";
import type { Step } from "./steps.ts";

export type KnownWord = { word: string; sound: string; products: number };

export function selectWords(db: Queries, raw: string): Promise<{ word: string; sound: string }[]> {
  return db.query(sql`
    select word, sound_of(word) as sound from unnest(words_of(${raw})) with ordinality as split (word, place)
    order by place limit 10`);
}

/** Selects the words that occur in listings; one that ends in a star is a prefix. */
export function selectKnownWords(db: Queries, words: string[]): Promise<{ word: string }[]> {
  return db.query(sql`
    select candidate.word from unnest(${words}::text[]) candidate (word) where exists (
      select from search_words known
      where known.word >= rtrim(candidate.word, '*')
        and known.word <= case when right(candidate.word, 1) = '*' then rtrim(candidate.word, '*') || U&'\\+10FFFF' else candidate.word end
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

/** The columns, `id` included, and the condition of rows called `product`. */
export type View = { columns: Sql; condition: Sql };

export type Hit = { id: string };

export type SearchRequest = {
  steps: readonly Step[];
  from: number;
  filter: ProductFilter;
  limit: number;
  position: Position | undefined;
  view: View;
};

const orders = ordersOf(sql`hit.product_id`, sql`hit.price_paise`);
const orderOf = ({ filter }: SearchRequest) => orders[filter.sort ?? "newest"];

function query({ steps, filter }: SearchRequest): string {
  const filters = [filter.category, filter.condition, filter.locationType, filter.priceRange];
  const words = filters.flatMap((value) => (value === undefined ? [] : [`'#${value}'`]));
  return [...words, steps.at(-1)?.query].join("&");
}

const isSingle = ({ steps, from }: SearchRequest) => steps.at(-1)?.step === from;

function withStep({ steps, from }: SearchRequest, entries: Sql): Sql {
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

function shown(request: SearchRequest, hits: Sql): Sql {
  const { position, from, limit, view } = request;
  const later = position
    ? sql`where hit.step > ${from} or ${orderOf(request).after(position)}`
    : empty;
  // With one step the index gives the order.
  const inOrder = isSingle(request) ? orderOf(request).by : sql`hit.step, ${orderOf(request).by}`;
  return sql`
    select hit.step, product.*
    from (select * from (${hits}) hit ${later} order by ${inOrder}) hit
    cross join lateral (
      select ${view.columns} from products product
      where product.id = hit.product_id and ${view.condition} offset 0
    ) product
    order by ${inOrder} limit ${limit}`;
}

/** Selects matches by the index. @returns undefined if more than `most` products match */
export async function selectFewMatches<Row extends Hit>(
  db: Queries,
  request: SearchRequest,
  most: number,
): Promise<{ rows: Row[]; total: number } | undefined> {
  const selective = sql`select * from few where (select count(*) from few) <= ${most}`;
  const rows = await db.query<Row & { count: number; total: number }>(sql`
    with few as materialized (select * from some_entries(${query(request)}::tsquery, ${most + 1}::int)),
    hit as materialized (${withStep(request, selective)})
    select * from (
      select (select count(*)::int from few) as count,
        (select count(*)::int from (select from hit limit ${raw(String(countMost + 1))}) counted) as total
    ) counted
    left join lateral (${shown(request, sql`select * from hit`)}) row on true`);
  const { count = 0, total = 0 } = rows[0] ?? {};
  return count > most ? undefined : { rows: rows.filter(({ id }) => id !== null), total };
}

/** Selects matches among the next `maxScanned` products in order, which is fast for common words. */
export function scanCandidates<Row extends Hit>(
  db: Queries,
  request: SearchRequest,
  maxScanned: number,
): Promise<Row[]> {
  const next = sql`
    select * from search_entries hit ${within(request)}
    order by ${orderOf(request).by} limit ${raw(String(maxScanned))}`;
  const fits = sql`select * from (${next}) hit where words @@ ${query(request)}::tsquery`;
  return db.query(shown(request, withStep(request, fits)));
}

/** Conditions of position and price as text, because with parameters the planner would sort the table. */
function within(request: SearchRequest): Sql {
  const { priceRange, sort } = request.filter;
  const isByPrice = sort === "price-low" || sort === "price-high";
  const { least, most } = (isByPrice && priceRange && priceBands[priceRange]) || { least: 0 };
  const conditions = [
    request.position && orderOf(request).after(request.position),
    least > 0 && raw(`hit.price_paise >= ${least * 100}`),
    most !== undefined && raw(`hit.price_paise <= ${most * 100}`),
  ].filter((condition): condition is Sql => Boolean(condition));
  return conditions.length === 0 ? empty : sql`where ${join(conditions, " and ")}`;
}

export function selectAll<Row extends Hit>(db: Queries, request: SearchRequest): Promise<Row[]> {
  // A subquery, because the planner misjudges words that occur together.
  const fits = sql`select * from search_entries where words @@ (select ${query(request)}::tsquery) offset 0`;
  return db.query(shown(request, withStep(request, fits)));
}

const countTimeoutMs = 600_000;

export async function rebuildSearchWords(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`set local statement_timeout = 0`);
    // Shorter than deadlock_timeout: this count gives up before PostgreSQL could cancel a student's listing instead.
    await transaction.query(sql`set local lock_timeout = 500`);
    await transaction.query(sql`select count_search_words()`, countTimeoutMs);
  });
}
