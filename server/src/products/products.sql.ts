import { filterDefault, homeGrid, listDefault, soldListedDays } from "@market/contract/limits";
import { priceBands, type ProductFilter } from "@market/contract/products";
import type { ProductInput } from "@market/contract/product-form";
import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import type { Queries } from "../db.ts";
import type { Position } from "./cursor.ts";
import type { TraitRow } from "./traits.ts";

/** A row of a list: its place in the order, and its JSON as the database wrote it. */
export type ProductRow = {
  id: string;
  price_paise: number;
  is_sold: boolean;
  json: string;
  /** Where a search found it. */
  stage?: number;
};

const images = sql`(select string_agg(photo.image::text, ',' order by photo.position) from photos photo where photo.product_id = product.id)`;

const nothing = sql`''`;
/**
 * The contract's product; phone and address are only in the text when they are handed in. Written as text: a page of
 * cards takes the database two thirds of what json_build_object takes. `concat` reads null as nothing.
 */
const productJson = (phone: Sql, address: Sql, rest = nothing) => sql`concat(
  '{"_id":"', product.id,
  '","name":', to_json(product.name),
  ',"price":', trim_scale(product.price_paise / 100.0),
  ',"description":', to_json(product.description),
  ',"images":[', ${images},
  '],"createdAt":"', to_char(product.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  '","seller":{"_id":"', product.seller_id, '","phone":', ${phone},
  '},"isSold":', (product.sold_at is not null)::text,
  ',"category":', to_json(product.category),
  ',"condition":', to_json(product.condition),
  ',"locationType":', to_json(product.location_type),
  ',"address":', ${address},
  ',"version":', product.version,
  ${rest}, '}')`;
const withheld = sql`'null'`;
/** Physically without phone and address (Q38, Q39): every list and public answer is made of this. */
export const publicJson = productJson(withheld, withheld);
/** A number too short to dial is kept but never offered (Q44). */
const phone = sql`case when length(regexp_replace(seller.phone, '\\D', '', 'g')) >= 7 then to_json(seller.phone)::text else 'null' end`;
/** Only an owner meets a hidden one of these. */
const hidden = sql`case when product.hidden_at is not null then ',"hidden":true' end`;
const fullJson = productJson(phone, sql`to_json(product.address)`, hidden);

export const place = sql`product.id, product.price_paise, product.sold_at is not null as is_sold`;
/** Whether anybody but its owner may see a product, listed or not; `product` and `seller` are the tables. */
export const isShown = sql`(product.hidden_at is null and seller.suspended_at is null)`;
export const traits = sql`product.category, product.condition, product.location_type, product.price_paise`;
export const soldRecently = raw(
  `(product.sold_at is null or product.sold_at > now() - interval '${soldListedDays} days')`,
);

/**
 * A number of ours as part of a statement's text. The planner must know limits and price bands beforehand: while they are
 * parameters, the one plan for all values looks dear, so that it makes a new one for every call.
 */
const literal = (value: number) => raw(String(value));
const parameter = (value: number) => sql`${value}`;

/** One more than a page, to see whether another follows. */
const usualLimits = new Set([homeGrid, filterDefault + 1, listDefault + 1]);
/** Unusual pages share a statement, so that nobody can have the database keep one for each size that he asks for. */
const first = (rows: number) => (usualLimits.has(rows) ? literal(rows) : parameter(rows));

/** Newest unsold products first, after `position` when given. */
export function selectUnsoldProducts(
  db: Queries,
  limit: number,
  position?: Position,
): Promise<ProductRow[]> {
  const after = position ? sql`and product.id < ${position.id}` : empty;
  return db.query(sql`
    select ${place}, ${publicJson} as json
    from products product
    where product.listed and product.sold_at is null ${after}
    order by product.id desc
    limit ${first(limit)}`);
}

/** Products sold within the fortnight, newest first, after `position` when given. */
export function selectSoldProducts(
  db: Queries,
  limit: number,
  position?: Position,
): Promise<ProductRow[]> {
  const after = position ? sql`and product.id < ${position.id}` : empty;
  return db.query(sql`
    select ${place}, ${publicJson} as json
    from products product
    where product.listed and product.sold_at is not null and ${soldRecently} ${after}
    order by product.id desc
    limit ${first(limit)}`);
}

/** Products in a row behind each random key; fewer probes read fewer pages, more mix better. */
const perProbe = 3;

/**
 * Different unsold products at random: a few index probes at random keys instead of a sort of the
 * whole catalogue. A catalogue too small for its probes is topped up with its newest.
 */
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
    select ${place}, ${publicJson} as json from chosen product`);
  if (found.length === limit) return found;
  const newest = await selectUnsoldProducts(db, limit);
  const missing = newest.filter(({ id }) => found.every((product) => product.id !== id));
  return [...found, ...missing].slice(0, limit);
}

/** One line per filter; an absent filter leaves no trace, so every combination gets its own plan. */
export function selectFilteredProducts(
  db: Queries,
  filter: Omit<ProductFilter, "cursor" | "q">,
  limit: number,
  position?: Position,
): Promise<ProductRow[]> {
  const band = filter.priceRange && priceBands[filter.priceRange];
  const isNarrow = filter.category !== undefined || filter.condition !== undefined;
  const isByPrice = filter.sort === "price-low" || filter.sort === "price-high";
  const conditions = [
    sql`product.listed`,
    soldRecently,
    filter.category && sql`product.category = ${filter.category}`,
    filter.condition && sql`product.condition = ${filter.condition}`,
    filter.locationType && sql`product.location_type = ${filter.locationType}`,
    band && sql`product.price_paise >= ${literal(band.least * 100)}`,
    band?.most !== undefined && sql`product.price_paise <= ${literal(band.most * 100)}`,
    position && after(filter.sort, position),
  ].filter((condition): condition is Sql => Boolean(condition));
  return db.query(sql`
    select ${place}, ${publicJson} as json
    from products product
    where ${join(conditions, " and ")}
    order by ${isNarrow && !isByPrice ? newestOfNarrow : order(filter.sort)}
    limit ${isNarrow && isByPrice ? parameter(limit) : first(limit)}`);
}

/**
 * The same order, for which only the indexes that begin with a category or condition will do: a plan for all values does not
 * know how rare one is. By price all filters share an index, so each such call has its own plan.
 */
const newestOfNarrow = sql`product.id desc nulls last`;

/** Dearest first is cheapest first read from the other end, so that one index serves both. */
function order(sort: ProductFilter["sort"]): Sql {
  if (sort === "price-low") return sql`product.price_paise, product.id`;
  if (sort === "price-high") return sql`product.price_paise desc, product.id desc`;
  return sql`product.id desc`;
}

function after(sort: ProductFilter["sort"], { id, pricePaise }: Position): Sql {
  if (sort === "price-low") return sql`(product.price_paise, product.id) > (${pricePaise}, ${id})`;
  if (sort === "price-high") return sql`(product.price_paise, product.id) < (${pricePaise}, ${id})`;
  return sql`product.id < ${id}`;
}

/** All products of a seller, sold ones included, newest first, with phone and address. */
export function selectOwnProducts(db: Queries, sellerId: string): Promise<ProductRow[]> {
  return db.query(sql`
    select ${place}, ${fullJson} as json
    from products product join users seller on seller.id = product.seller_id
    where product.seller_id = ${sellerId}
    order by product.id desc`);
}

/** One product with phone and address, unless it is hidden or its seller suspended; the seller always finds it. */
export async function selectOptionalProduct(
  db: Queries,
  productId: string,
  viewerId: string,
): Promise<{ seller_id: string; json: string } | undefined> {
  const [row] = await db.query<{ seller_id: string; json: string }>(sql`
    select product.seller_id, ${fullJson} as json
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and (${isShown} or seller.id = ${viewerId})`);
  return row;
}

/** Unsold products of a seller. */
export async function countActiveProducts(db: Queries, sellerId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from products where seller_id = ${sellerId} and sold_at is null`);
  return row?.count ?? 0;
}

export async function insertProduct(
  db: Queries,
  id: string,
  sellerId: string,
  input: ProductInput,
): Promise<void> {
  await db.query(sql`
    insert into products (id, seller_id, name, price_paise, description, address, location_type, category, condition)
    values (${id}, ${sellerId}, ${input.name}, ${paise(input)}, ${input.description}, ${input.address},
      ${input.locationType}, ${input.category}, ${input.condition})`);
}

type OwnRow = TraitRow & { version: number; is_sold: boolean };

/** @returns what it is before a change, or undefined when it is not the seller's; locks the row */
export async function selectOptionalOwn(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<OwnRow | undefined> {
  const [row] = await db.query<OwnRow>(sql`
    select product.version, product.sold_at is not null as is_sold, ${traits} from products product
    where product.id = ${productId} and product.seller_id = ${sellerId} for no key update`);
  return row;
}

export async function updateProduct(
  db: Queries,
  productId: string,
  sellerId: string,
  input: ProductInput,
): Promise<void> {
  await db.query(sql`
    update products
    set name = ${input.name}, price_paise = ${paise(input)}, description = ${input.description},
      address = ${input.address}, location_type = ${input.locationType}, category = ${input.category},
      condition = ${input.condition}, version = version + 1, updated_at = now()
    where id = ${productId} and seller_id = ${sellerId}`);
}

/**
 * Marks a product sold or unsold; flips it when `isSold` is undefined (R441, Q59).
 * @returns what it is now, or undefined when it is not the seller's
 */
export async function updateSold(
  db: Queries,
  productId: string,
  sellerId: string,
  isSold: boolean | undefined,
): Promise<(TraitRow & { is_sold: boolean }) | undefined> {
  const wanted = isSold === undefined ? sql`sold_at is null` : sql`${isSold}::boolean`;
  const [row] = await db.query<TraitRow & { is_sold: boolean }>(sql`
    update products product
    set sold_at = case when ${wanted} then coalesce(sold_at, now()) end, listed = hidden_at is null,
      version = version + 1, updated_at = now()
    where id = ${productId} and seller_id = ${sellerId}
    returning sold_at is not null as is_sold, ${traits}`);
  return row;
}

/** @returns what it was, or undefined when it is not the seller's */
export async function deleteProduct(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<TraitRow | undefined> {
  const [row] = await db.query<TraitRow>(sql`
    delete from products product
    where product.id = ${productId} and product.seller_id = ${sellerId}
    returning ${traits}`);
  return row;
}

/** Takes products that were sold more than a fortnight ago out of the lists. @returns what they are */
export async function delistSoldProducts(db: Queries): Promise<TraitRow[]> {
  return db.query(sql`
    update products product set listed = false
    where product.listed and product.sold_at is not null and not ${soldRecently}
    returning ${traits}`);
}

export const paise = (input: Pick<ProductInput, "price">) => Math.round(input.price * 100);
