import { priceDropPercent } from "@market/contract/limits";
import type { PauseReason } from "@market/contract/products/product";
import type { ProductInput } from "@market/contract/products/product-form";
import sql, { raw, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";
import { lifeEvents, isActive, isContactable, isShown, soldRecently } from "./listing-life.ts";
import {
  contactColumns,
  type ContactRow,
  ownColumns,
  type OwnRow,
  priceDropShown,
} from "./present-product.ts";

export function selectOwnProducts(db: Queries, sellerId: string): Promise<OwnRow[]> {
  return db.query(sql`
    select ${ownColumns}
    from products product join users seller on seller.id = product.seller_id
    where product.seller_id = ${sellerId}
    order by product.id desc`);
}

export async function selectOwnProduct(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<OwnRow | undefined> {
  const [row] = await db.query<OwnRow>(sql`
    select ${ownColumns}
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and product.seller_id = ${sellerId}`);
  return row;
}

/** Selects a product; the seller also finds one without a contact, and a block on either side hides it. */
export async function selectProductWithContact(
  db: Queries,
  productId: string,
  viewerId: string,
): Promise<ContactRow | undefined> {
  const [row] = await db.query<ContactRow>(sql`
    select ${contactColumns}
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and (${isContactable} or seller.id = ${viewerId})
      and not ${eitherBlocked(sql`seller.id`, sql`${viewerId}`)}`);
  return row;
}

/** Whether a listing that a viewer cannot contact has expired, is paused, or was deleted by its seller. */
export async function isGone(db: Queries, productId: string, viewerId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and ${isShown} and not ${isContactable}
      and not ${eitherBlocked(sql`seller.id`, sql`${viewerId}`)}
    union all
    select from deleted_listings deleted where deleted.product_id = ${productId}`);
  return rows.length > 0;
}

export async function countActiveProducts(db: Queries, sellerId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from products product where product.seller_id = ${sellerId} and ${isActive}`);
  return row?.count ?? 0;
}

export async function insertProduct(
  db: Queries,
  id: string,
  sellerId: string,
  input: ProductInput,
): Promise<void> {
  await db.query(sql`
    insert into products (id, seller_id, name, price_paise, description, address, location_type, category, condition,
      drafted, negotiable, available_from, asks_first)
    values (${id}, ${sellerId}, ${input.name}, ${paise(input)}, ${input.description}, ${input.address},
      ${input.locationType}, ${input.category}, ${input.condition}, ${input.drafted ?? false},
      ${input.negotiable ?? false}, ${input.availableFrom ?? null}, ${asksFirst(input)})`);
}

/** @returns undefined when it is not the seller's */
export async function ownsProduct(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    select from products product where product.id = ${productId} and product.seller_id = ${sellerId}`);
  return rows.length > 0;
}

export type LockedProduct = {
  version: number;
  is_sold: boolean;
  is_hidden: boolean;
  is_active: boolean;
  resting_because: PauseReason | null;
};

export async function lockOwnProduct(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<LockedProduct | undefined> {
  const [row] = await db.query<LockedProduct>(sql`
    select product.version, product.sold_at is not null as is_sold, product.hidden_at is not null as is_hidden,
      ${isActive} as is_active,
      case when product.resting_at is not null then coalesce(product.resting_because, 'no-answer') end as resting_because
    from products product
    where product.id = ${productId} and product.seller_id = ${sellerId} for no key update`);
  return row;
}

/** An edit counts as activity and renews an expired listing. @returns whether the price fell far enough to notify savers */
export async function updateProduct(
  db: Queries,
  productId: string,
  sellerId: string,
  input: ProductInput,
): Promise<{ dropped: boolean }> {
  // Compared with the lowest price of the last days, so that raising and lowering it again is no drop.
  const before = sql`least(product.price_paise, (select min(change.price_paise) from price_changes change
    where change.product_id = product.id and change.changed_at > now() - ${priceDropShown}))`;
  const isBelow = (price: Sql) =>
    sql`${paise(input)}::bigint * 100 <= ${price}::bigint * ${raw(String(100 - priceDropPercent))}`;
  const [row] = await db.query<{ dropped: boolean }>(sql`
    update products product
    set name = ${input.name}, price_paise = ${paise(input)}, description = ${input.description},
      address = ${input.address}, location_type = ${input.locationType}, category = ${input.category},
      condition = ${input.condition},
      drafted = coalesce(${input.drafted ?? null}::boolean, drafted and description = ${input.description}),
      negotiable = coalesce(${input.negotiable ?? null}::boolean, negotiable),
      available_from = case when ${input.availableFrom === undefined}::boolean then available_from
        else ${input.availableFrom ?? null}::date end,
      asks_first = case when ${input.contact === undefined}::boolean then asks_first
        else ${asksFirst(input)}::boolean end,
      previous_price_paise = case when price_paise = ${paise(input)} then previous_price_paise
        when ${isBelow(before)} then ${before}
        when ${isBelow(sql`previous_price_paise`)} then previous_price_paise end,
      price_dropped_at = case when price_paise = ${paise(input)} then price_dropped_at
        when ${isBelow(before)} then now()
        when ${isBelow(sql`previous_price_paise`)} then price_dropped_at end,
      ${lifeEvents.edit},
      version = version + 1, updated_at = now()
    where id = ${productId} and seller_id = ${sellerId}
    returning coalesce(price_dropped_at = now(), false) as dropped`);
  return { dropped: row?.dropped ?? false };
}

/** Sets a listing sold or unsold; toggles it if `isSold` is undefined (R441, Q59). @returns undefined if it is not the seller's */
export async function updateSold(
  db: Queries,
  productId: string,
  sellerId: string,
  isSold: boolean | undefined,
): Promise<boolean | undefined> {
  const wanted = isSold === undefined ? sql`sold_at is null` : sql`${isSold}::boolean`;
  const [row] = await db.query<{ is_sold: boolean }>(sql`
    update products product
    set ${lifeEvents.sell(wanted)}, version = version + 1, updated_at = now()
    where id = ${productId} and seller_id = ${sellerId}
    returning sold_at is not null as is_sold`);
  return row?.is_sold;
}

/** Takes listings out of the lists that were sold a fortnight ago. @returns how many of at most `most` */
export async function delistSoldProducts(db: Queries, most = 500): Promise<number> {
  const isOver = sql`product.listed and product.sold_at is not null and not ${soldRecently}`;
  const delisted = await db.query(sql`
    update products product set ${lifeEvents.retire}
    where ${isOver} and id in (select id from products product where ${isOver} limit ${most})
    returning product.id`);
  return delisted.length;
}

/** Null leaves it to the seller's choice. */
const asksFirst = ({ contact }: Pick<ProductInput, "contact">) =>
  contact === undefined || contact === null ? null : contact === "ask";

const paise = (input: Pick<ProductInput, "price">) => Math.round(input.price * 100);
