import {
  filterDefault,
  homeGrid,
  listDefault,
  namesFrom,
  namesMost,
} from "@market/contract/limits";
import { priceBands, type ProductFilter } from "@market/contract/products/product";
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { soldRecently } from "../products/listing-life.ts";
import { type ProductRow, publicColumns } from "../products/present-product.ts";
import type { Position } from "../search/cursor.ts";
import { ordersOf } from "../search/order.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";

export const listedProducts = {
  columns: publicColumns,
  condition: sql`product.listed and ${soldRecently}`,
};

/** Inserts a limit into the statement's text, so that the planner caches its plan (decision 028). */
const literal = (value: number) => raw(String(value));
const parameter = (value: number) => sql`${value}`;

/** The usual sizes of pages, with the row that shows whether another page follows. */
const usualLimits = new Set([homeGrid, 2 * homeGrid, filterDefault + 1, listDefault + 1]);
/** Other sizes share one statement, so that the database does not cache a plan for each. */
const first = (rows: number) => (usualLimits.has(rows) ? literal(rows) : parameter(rows));

export const selectUnsoldProducts = (db: Queries, limit: number, position?: Position) =>
  selectNewest(db, sql`product.sold_at is null`, limit, position);

export const selectSoldProducts = (db: Queries, limit: number, position?: Position) =>
  selectNewest(db, sql`product.sold_at is not null and ${soldRecently}`, limit, position);

function selectNewest(
  db: Queries,
  condition: Sql,
  limit: number,
  position: Position | undefined,
): Promise<ProductRow[]> {
  const after = position ? sql`and product.id < ${position.id}` : empty;
  return db.query(sql`
    select ${publicColumns}
    from products product
    where product.listed and ${condition} ${after}
    order by product.id desc
    limit ${first(limit)}`);
}

/** Selects the names of listings on offer that are listed most often, spelled as in the newest. */
export const selectNames = (db: Queries) =>
  db.query<{ name: string; listings: number }>(sql`
    select (array_agg(name order by place))[1] as name, count(*)::int as listings
    from (
      select name, row_number() over (order by id desc) as place
      from products
      where listed and sold_at is null
      order by id desc
      limit ${literal(namesFrom)}
    ) newest
    group by lower(name)
    order by listings desc, min(place)
    limit ${literal(namesMost)}`);

/** Rows read after each random key. */
const perProbe = 3;

/** Selects by random index probes; in a small catalogue the newest products are added. */
export async function selectRandomProducts(db: Queries, limit = homeGrid): Promise<ProductRow[]> {
  const found = await db.query<ProductRow>(sql`
    with probe as materialized (select random() as key from generate_series(1, ${literal(Math.ceil(limit / perProbe))})),
    chosen as (
      select * from (
        select distinct on (hit.id) hit.*
        from probe cross join lateral (
          select candidate.*
          from products candidate
          where candidate.listed and candidate.sold_at is null and candidate.random_key >= probe.key
          order by candidate.random_key
          limit ${literal(perProbe)}
        ) hit
      ) different
      order by random()
      limit ${first(limit)}
    )
    select ${publicColumns} from chosen product`);
  if (found.length === limit) return found;
  const newest = await selectUnsoldProducts(db, limit);
  const missing = newest.filter(({ id }) => found.every((product) => product.id !== id));
  return [...found, ...missing].slice(0, limit);
}

type Filter = Omit<ProductFilter, "cursor" | "q">;

export function selectFilteredProducts(
  db: Queries,
  filter: Filter,
  limit: number,
  position?: Position,
): Promise<ProductRow[]> {
  return db.query(sql`select ${publicColumns} ${filteredPage(filter, limit, position)}`);
}

/** The rows of `selectFilteredProducts`, without their columns. */
export function filteredPage(filter: Filter, limit: number, position?: Position): Sql {
  const { sort = "newest" } = filter;
  const rows = isNarrow(filter) && sort !== "newest" ? parameter(limit) : first(limit);
  return sql`${filtered(filter, position)} limit ${rows}`;
}

/** Counts at most `most` products, in the order of the list and so by its index. */
export async function countFilteredProducts(
  db: Queries,
  filter: Filter,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count
    from (select product.id ${filtered(filter)} limit ${literal(most)}) found`);
  return row?.count ?? 0;
}

const isNarrow = ({ category, condition }: Filter) =>
  category !== undefined || condition !== undefined;

function filtered(filter: Filter, position?: Position): Sql {
  const { sort = "newest" } = filter;
  const band = filter.priceRange && priceBands[filter.priceRange];
  const clauses = [
    sql`product.listed`,
    soldRecently,
    filter.category && sql`product.category = ${filter.category}`,
    filter.condition && sql`product.condition = ${filter.condition}`,
    filter.locationType && sql`product.location_type = ${filter.locationType}`,
    band && sql`product.price_paise >= ${literal(band.least * 100)}`,
    band?.most !== undefined && sql`product.price_paise <= ${literal(band.most * 100)}`,
    position && orders[sort].after(position),
  ].filter((clause): clause is Sql => Boolean(clause));
  const order = isNarrow(filter) && sort === "newest" ? newestOfNarrow : orders[sort].by;
  return sql`from products product where ${join(clauses, " and ")} order by ${order}`;
}

/** The same order as `newest`, written so that the planner takes the index of category or condition (decision 029). */
const newestOfNarrow = sql`product.id desc nulls last`;

const orders = ordersOf(sql`product.id`, sql`product.price_paise`);

/** Selects a student's listings, newest first; none if viewer or seller has blocked the other. */
export function selectProductsOfSeller(
  db: Queries,
  sellerId: string,
  viewerId: string,
  limit: number,
): Promise<ProductRow[]> {
  return db.query(sql`
    select ${publicColumns}
    from products product
    where product.seller_id = ${sellerId} and product.listed and product.sold_at is null
      and not ${eitherBlocked(sql`product.seller_id`, sql`${viewerId}`)}
    order by product.id desc limit ${limit}`);
}
