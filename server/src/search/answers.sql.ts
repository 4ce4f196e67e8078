import type { Sort } from "@market/contract/products";
import sql, { empty, join, type Sql } from "sql-template-tag";
import type { Queries } from "../db.ts";
import type { Position } from "../products/cursor.ts";
import { place, type ProductRow, publicJson, soldRecently } from "../products/products.sql.ts";
import type { Stage } from "./stages.ts";

export type Order = Exclude<Sort, "newest"> | undefined;
/** A product that fits, and the first stage that holds it. */
export type Hit = { id: string; price_paise: number; stage: number };

export type Wanted = {
  /** Neighbours on the ladder; what is found belongs to the first of them that holds it. */
  stages: readonly Stage[];
  /** The stage before them, whose products are left out. */
  before: Stage | undefined;
  /** In the language of tsquery, words in quotes; empty without filters. */
  filters: string;
  /** The price band among the filters, in rupees. */
  band: { least: number; most?: number | undefined } | undefined;
  order: Order;
  limit: number;
  /** Where the page before ended; only with a single stage. */
  position: Position | undefined;
};

function order(sort: Order): Sql {
  if (sort === "price-low") return sql`hit.price_paise, hit.product_id desc`;
  if (sort === "price-high") return sql`hit.price_paise desc, hit.product_id desc`;
  return sql`hit.product_id desc`;
}

function after(sort: Order, { id, pricePaise }: Position): Sql {
  if (sort === "price-low") {
    return sql`(hit.price_paise > ${pricePaise} or (hit.price_paise = ${pricePaise} and hit.product_id < ${id}))`;
  }
  if (sort === "price-high") {
    return sql`(hit.price_paise, hit.product_id) < (${pricePaise}, ${id})`;
  }
  return sql`hit.product_id < ${id}`;
}

/** Where a walk begins and ends. By price it stays within the band. */
function within({ order: sort, band, position }: Wanted): Sql {
  const conditions: Sql[] = [];
  if (position) conditions.push(after(sort, position));
  if (sort && band) conditions.push(sql`hit.price_paise >= ${band.least * 100}`);
  if (sort && band?.most !== undefined) conditions.push(sql`hit.price_paise <= ${band.most * 100}`);
  return conditions.length === 0 ? empty : sql`where ${join(conditions, " and ")}`;
}

const partsOf = ({ stages, filters }: Wanted): string[] => [
  ...(filters === "" ? [] : [filters]),
  ...(stages.at(-1)?.parts ?? []),
];
const has = (query: string) => sql`words @@ ${query}::tsquery`;

/**
 * Each piece is a condition of its own: the index leaps from one to the next that fits all, which costs a
 * half or less of one large question. Filters stand first because they are the quickest to hold against.
 */
function fits(wanted: Wanted): Sql {
  return join([...partsOf(wanted).map(has), ...leftOut(wanted)], " and ");
}

/** Tested on the row: within the index this would cost more than all the rest. */
function leftOut({ stages, before }: Wanted): Sql[] {
  const queries = [before?.query, stages.at(-1)?.except];
  return queries.filter((query) => query !== undefined).map((query) => sql`not ${has(query)}`);
}

function stageOf(stages: readonly Stage[]): Sql {
  const last = sql`${stages.at(-1)?.stage}::int`;
  if (stages.length === 1) return last;
  const cases = stages
    .slice(0, -1)
    .map(({ query, stage }) => sql`when ${has(query)} then ${stage}::int`);
  return sql`case ${join(cases, " ")} else ${last} end`;
}

/**
 * Walks through the `reach` newest or cheapest products: what is common is found at once this way,
 * however many have it.
 * @returns of each stage at most `limit`; a stage with fewer may have more that were not reached
 */
export function walkEntries(db: Queries, wanted: Wanted, reach: number): Promise<Hit[]> {
  const { stages, limit } = wanted;
  const inOrder = order(wanted.order);
  const seen = sql`
    select product_id, price_paise, words from search_entries hit ${within(wanted)}
    order by ${inOrder} limit ${Math.ceil(reach)}`;
  if (stages.length === 1) {
    // One stage in order: done as soon as the page is full.
    return db.query(sql`
      select hit.product_id as id, hit.price_paise, ${stageOf(stages)} as stage
      from (${seen}) hit where ${fits(wanted)} order by ${inOrder} limit ${limit}`);
  }
  return db.query(sql`
    select hit.product_id as id, hit.price_paise, hit.stage
    from (
      select hit.*, row_number() over (partition by hit.stage order by ${inOrder}) as nth
      from (
        select product_id, price_paise, ${stageOf(stages)} as stage from (${seen}) hit where ${fits(wanted)}
      ) hit
    ) hit where hit.nth <= ${limit} order by hit.stage, ${inOrder}`);
}

/** Finds all that fit through the index of words, then puts them in order: for what is rare. */
export function selectEntries(db: Queries, wanted: Wanted): Promise<Hit[]> {
  return db.query(chosen(wanted, fits(wanted)));
}

/**
 * The same for the cheapest or dearest alone.
 * @param until the price that they reach, in paise
 */
export function selectSlice(db: Queries, wanted: Wanted, until: number): Promise<Hit[]> {
  const side = wanted.order === "price-low" ? sql`<=` : sql`>=`;
  // Of what stands together the planner expects far too little to ask the index of prices as well. What it
  // cannot see it takes for common, and fetches only the few rows that both indexes name.
  const query = partsOf(wanted).join("&");
  const conditions = [
    sql`words @@ (select ${query}::tsquery)`,
    sql`price_paise ${side} ${until}`,
    ...leftOut(wanted),
  ];
  return db.query(chosen(wanted, join(conditions, " and ")));
}

function chosen({ stages, order: sort, limit, position }: Wanted, conditions: Sql): Sql {
  // Apart, so that the planner cannot mistake the order for a reason to walk through everything.
  return sql`
    select hit.product_id as id, hit.price_paise, hit.stage
    from (
      select product_id, price_paise, ${stageOf(stages)} as stage from search_entries
      where ${conditions} offset 0
    ) hit ${position ? sql`where ${after(sort, position)}` : empty}
    order by hit.stage, ${order(sort)} limit ${limit}`;
}

/** The price that a walk by price reaches after so many products; undefined when it ends before. */
export async function selectPriceAt(
  db: Queries,
  wanted: Wanted,
  products: number,
): Promise<number | undefined> {
  const [row] = await db.query<{ price_paise: number }>(sql`
    select hit.price_paise from search_entries hit ${within(wanted)}
    order by ${order(wanted.order)} offset ${Math.ceil(products)} limit 1`);
  return row?.price_paise;
}

/** What lists show of these products, in no order; those that no list shows any more are left out. */
export function selectShown(db: Queries, ids: string[]): Promise<ProductRow[]> {
  return db.query(sql`
    select ${place}, ${publicJson} as json from products product
    where product.id = any(${ids}::uuid[]) and product.listed and ${soldRecently}`);
}
