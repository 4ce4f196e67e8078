import sql, { raw } from "sql-template-tag";
import type { Queries } from "../../db/database.ts";
import { isoTime } from "../../db/iso-time.ts";
import { lifeEvents } from "../listing-life.ts";

/** Rows that one statement deletes, so that none holds its locks for long. */
const batch = 500;

/** Moves a listing, with all that belongs to it, to `deleted_listings`; deals keep its id. @returns false if it is not the seller's */
export async function softDeleteProduct(
  transaction: Queries,
  productId: string,
  sellerId: string,
): Promise<boolean> {
  // Files that are being added to a photo belong to it before its files are copied.
  await transaction.query(sql`
    select from photos where product_id = ${productId} for update`);
  const deleted = await transaction.query(sql`
    insert into deleted_listings (product_id, seller_id, product, photos, files)
    select product.id, product.seller_id, to_jsonb(product),
      coalesce((select jsonb_agg(to_jsonb(photo) || jsonb_build_object('fingerprint', fingerprint.bits::text) order by photo.position)
        from photos photo left join photo_fingerprints fingerprint on fingerprint.photo_id = photo.id
        where photo.product_id = product.id), '[]'),
      array(select file from photos photo, unnest(photo.files) file where photo.product_id = product.id)
    from products product where product.id = ${productId} and product.seller_id = ${sellerId}
    returning product_id`);
  if (deleted.length === 0) return false;
  await transaction.query(sql`
    insert into deleted_listing_rows (product_id, source, user_id, bundle_id, content)
    select product_id, 'price_changes', null::uuid, null::uuid, to_jsonb(change)
    from price_changes change where product_id = ${productId}
    union all
    select product_id, 'saved_products', user_id, null::uuid, to_jsonb(saved)
    from saved_products saved where product_id = ${productId}
    union all
    select product_id, 'bundle_products', null::uuid, bundle_id, to_jsonb(place)
    from bundle_products place where product_id = ${productId}`);
  await transaction.query(sql`
    delete from photos where product_id = ${productId}`);
  await transaction.query(sql`
    delete from products where id = ${productId} and seller_id = ${sellerId}`);
  return true;
}

/** Restores a deleted listing without reservation and expiry. @returns whether it is unsold; undefined if there is none */
export async function undeleteProduct(
  transaction: Queries,
  productId: string,
  sellerId: string,
  days: number,
): Promise<{ isSold: boolean } | undefined> {
  const [deleted] = await transaction.query<{ product: object; photos: object }>(sql`
    select product, photos from deleted_listings
    where product_id = ${productId} and seller_id = ${sellerId}
      and deleted_at > now() - make_interval(days => ${days})
    for update`);
  if (deleted === undefined) return undefined;
  const [restored] = await transaction.query<{ isSold: boolean }>(sql`
    insert into products
    select product.* from jsonb_populate_record(null::products,
      ${JSON.stringify(deleted.product)}::jsonb
      || jsonb_build_object('updated_at', now(), 'expired_at', now(), 'reserved_until', null)) product
    returning sold_at is not null as "isSold"`);
  await transaction.query(sql`
    insert into photos
    select * from jsonb_populate_recordset(null::photos, ${JSON.stringify(deleted.photos)}::jsonb)`);
  await transaction.query(sql`
    insert into photo_fingerprints (photo_id, bits)
    select id, fingerprint from jsonb_to_recordset(${JSON.stringify(deleted.photos)}::jsonb) as photo (id uuid, fingerprint bigint)
    where fingerprint is not null`);
  await transaction.query(sql`
    update products set ${lifeEvents.restore} where id = ${productId}`);
  for (const source of ["price_changes", "saved_products", "bundle_products"])
    await transaction.query(sql`
      insert into ${raw(source)}
      select stored.* from deleted_listing_rows deleted
        cross join lateral jsonb_populate_record(null::${raw(source)}, deleted.content) stored
      where deleted.product_id = ${productId} and deleted.source = ${source}
      on conflict do nothing`);
  // A buyer has two deals if the previous release restored the listing, which leaves its deals without it.
  await transaction.query(sql`
    update deals set product_id = listing_id where id in (
      select distinct on (coalesce(buyer_id, id)) id from deals where listing_id = ${productId}
      order by coalesce(buyer_id, id), confirmed_at is null, id desc)`);
  await transaction.query(sql`
    delete from deleted_listings where product_id = ${productId}`);
  return restored;
}

/** Marks a deleted listing as sold, in case its seller restores it. */
export async function sellDeleted(transaction: Queries, productId: string): Promise<void> {
  await transaction.query(sql`
    update deleted_listings set product = product || jsonb_build_object('sold_at', now())
    where product_id = ${productId} and product ->> 'sold_at' is null`);
}

export function selectDeleted(db: Queries, sellerId: string, days: number) {
  return db.query<{ _id: string; name: string; price: number; deletedAt: string }>(sql`
    select product_id as "_id", product ->> 'name' as name,
      ((product ->> 'price_paise')::int / 100.0)::float8 as price, ${isoTime(sql`deleted_at`)} as "deletedAt"
    from deleted_listings
    where seller_id = ${sellerId} and deleted_at > now() - make_interval(days => ${days})
    order by deleted_at desc`);
}

export async function deleteExpiredDeletions(
  transaction: Queries,
  days: number,
): Promise<string[] | undefined> {
  const gone = await transaction.query<{ files: string[] }>(sql`
    delete from deleted_listings where product_id in (
      select product_id from deleted_listings where deleted_at < now() - make_interval(days => ${days})
      order by deleted_at limit ${batch} for update skip locked)
    returning files`);
  return gone.length === 0 ? undefined : gone.flatMap(({ files }) => files);
}
