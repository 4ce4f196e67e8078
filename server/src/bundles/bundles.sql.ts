import sql from "sql-template-tag";
import { bundlePage } from "@market/contract/pages/pages";
import type { Bundle, OwnBundle } from "@market/contract/bundles/schemas";
import type { Queries } from "../db/database.ts";
import { isOnOffer } from "../products/listing-life.ts";
import { presentProducts, type ProductRow, publicColumns } from "../products/present-product.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";
import { firstNameOf } from "../students/students.sql.ts";

export const bundleUrl = (id: string) => bundlePage.replace("{bundleId}", id);

export function lockOwn(
  transaction: Queries,
  sellerId: string,
  productIds: readonly string[],
): Promise<{ isSold: boolean }[]> {
  return transaction.query(sql`
    select sold_at is not null as "isSold" from products
    where seller_id = ${sellerId} and id = any(${productIds}::uuid[]) order by id for key share`);
}

export async function countBundles(transaction: Queries, sellerId: string): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(*)::int as count from bundles where seller_id = ${sellerId}`);
  return row?.count ?? 0;
}

export async function insertBundle(
  transaction: Queries,
  id: string,
  sellerId: string,
  form: { productIds: readonly string[]; place: string; leavingOn: string },
): Promise<void> {
  await transaction.query(sql`
    insert into bundles (id, seller_id, place, leaving_on)
    values (${id}, ${sellerId}, ${form.place}, ${form.leavingOn})`);
  await transaction.query(sql`
    insert into bundle_products (bundle_id, product_id, position)
    select ${id}, wanted.id, wanted.position
    from unnest(${form.productIds}::uuid[]) with ordinality as wanted (id, position)`);
}

export async function selectOwnBundles(db: Queries, sellerId: string): Promise<OwnBundle[]> {
  const rows = await db.query<Omit<OwnBundle, "url">>(sql`
    select bundle.id, bundle.leaving_on::text as "leavingOn",
      (select count(*)::int from bundle_products thing where thing.bundle_id = bundle.id) as things
    from bundles bundle where bundle.seller_id = ${sellerId} order by bundle.id desc`);
  return rows.map((row) => ({ ...row, url: bundleUrl(row.id) }));
}

export async function deleteBundle(
  db: Queries,
  bundleId: string,
  sellerId: string,
): Promise<boolean> {
  const deleted = await db.query(sql`
    delete from bundles where id = ${bundleId} and seller_id = ${sellerId} returning id`);
  return deleted.length > 0;
}

/**
 * Selects a bundle with sold listings and without hidden, expired and paused ones; with the place for its seller and for
 * viewers of the seller's number for one of its listings.
 * @returns undefined for an absent one, for a suspended or deleted seller, and for a blocked viewer alike
 */
export async function selectBundle(
  db: Queries,
  bundleId: string,
  viewerId: string | undefined,
): Promise<Bundle | undefined> {
  const viewer = sql`${viewerId ?? null}::uuid`;
  const [bundle] = await db.query<Omit<Bundle, "products">>(sql`
    select bundle.id, json_build_object('_id', seller.id, 'name', ${firstNameOf(sql`seller`)}) as seller,
      case when bundle.seller_id = ${viewer} or exists (
        select from reveals reveal join bundle_products thing on thing.product_id = reveal.product_id
        where thing.bundle_id = bundle.id and reveal.user_id = ${viewer}) then bundle.place end as place,
      bundle.leaving_on::text as "leavingOn"
    from bundles bundle join users seller on seller.id = bundle.seller_id
    where bundle.id = ${bundleId} and seller.suspended_at is null and seller.deleted_at is null
      and (${viewer} is null or not ${eitherBlocked(sql`seller.id`, viewer)})`);
  if (bundle === undefined) return undefined;
  const products = await db.query<ProductRow>(sql`
    select ${publicColumns}
    from bundle_products thing join products product on product.id = thing.product_id
    where thing.bundle_id = ${bundleId} and ${isOnOffer}
    order by thing.position`);
  return { ...bundle, products: presentProducts(products) };
}
