import type { KeyAct } from "@market/contract/keys/acts";
import { keyDays, keyTokenMinutes } from "@market/contract/limits";
import type { ProductImage } from "@market/contract/products/product";
import sql, { empty } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { soldRecently } from "../products/listing-life.ts";

/** A key that opens something: of a student, for all of their listings or for one. */
export type Key = { hash: Buffer; userId: string; productId: string | null };

/** Whether a row of `listing_keys` called `key` has not ended by time. */
const isGood = sql`(key.created_at > now() - make_interval(days => ${keyDays}))`;

/** @param isHeld whether it cannot be ended before the end of the transaction */
export async function selectKey(
  db: Queries,
  hash: Buffer,
  isHeld = false,
): Promise<Key | undefined> {
  const [key] = await db.query<Key>(sql`
    select key.hash, key.user_id as "userId", key.product_id as "productId"
    from listing_keys key join users owner on owner.id = key.user_id
    where key.hash = ${hash} and ${isGood} and owner.suspended_at is null and owner.deleted_at is null
    ${isHeld ? sql`for share of key` : empty}`);
  return key;
}

/** Replaces all keys of a student, those of mails too, by one for all listings. */
export async function replaceKeys(
  transaction: Queries,
  userId: string,
  hash: Buffer,
): Promise<void> {
  await deleteKeys(transaction, userId);
  await transaction.query(sql`
    insert into listing_keys (hash, user_id) values (${hash}, ${userId})`);
}

export async function deleteKeys(db: Queries, userId: string): Promise<void> {
  await db.query(sql`delete from listing_keys where user_id = ${userId}`);
}

export type MailKey = { productId: string; name: string; hash: Buffer };

/** The student's listings of these; a suspended student has none to look after. */
export function selectOwned(
  transaction: Queries,
  userId: string,
  productIds: readonly string[],
): Promise<Omit<MailKey, "hash">[]> {
  return transaction.query(sql`
    select product.id as "productId", product.name
    from products product join users owner on owner.id = product.seller_id
    where product.id = any(${productIds}::uuid[]) and owner.id = ${userId}
      and owner.suspended_at is null and owner.deleted_at is null
    order by product.id
    for share of owner`);
}

/** Replaces the keys of a mail, of which an earlier attempt may have had others. */
export async function replaceMailKeys(
  transaction: Queries,
  { userId, mailId }: { userId: string; mailId: string },
  keys: readonly MailKey[],
): Promise<void> {
  await transaction.query(sql`delete from listing_keys where mail_id = ${mailId}`);
  await transaction.query(sql`
    insert into listing_keys (hash, user_id, product_id, mail_id)
    select hash, ${userId}, product_id, ${mailId}
    from unnest(${keys.map(({ hash }) => hash)}::bytea[], ${keys.map(({ productId }) => productId)}::uuid[])
      as made (hash, product_id)`);
}

export async function selectOwnKey(
  db: Queries,
  userId: string,
): Promise<{ createdAt: string; endsAt: string } | undefined> {
  const [key] = await db.query<{ createdAt: string; endsAt: string }>(sql`
    select ${isoTime(sql`key.created_at`)} as "createdAt",
      ${isoTime(sql`(key.created_at + make_interval(days => ${keyDays}))`)} as "endsAt"
    from listing_keys key where key.user_id = ${userId} and key.product_id is null and ${isGood}`);
  return key;
}

export type KeyListing = {
  id: string;
  name: string;
  pricePaise: number;
  state: "listed" | "reserved" | "paused" | "expired" | "hidden" | "sold";
  isSold: boolean;
  /** Empty for a hidden listing, whose photos are not public. */
  photos: ProductImage[];
};

/** Selects what a key opens, newest first: what its student owns now. @param only of these, one listing */
export function selectListings(
  db: Queries,
  { userId, productId }: Key,
  only: string | null = null,
): Promise<KeyListing[]> {
  return db.query(sql`
    select product.id, product.name, product.price_paise as "pricePaise",
      case when product.hidden_at is not null then 'hidden' when product.sold_at is not null then 'sold'
        when product.resting_at is not null then 'paused' when product.expired_at is not null then 'expired'
        when product.reserved_until > now() then 'reserved' else 'listed' end as state,
      product.sold_at is not null as "isSold",
      case when product.hidden_at is null then (
        select coalesce(json_agg(photo.image order by photo.position), '[]') from photos photo
        where photo.product_id = product.id) else '[]' end as photos
    from products product
    where product.seller_id = ${userId} and ${soldRecently}
      and (${productId}::uuid is null or product.id = ${productId}::uuid)
      and (${only}::uuid is null or product.id = ${only}::uuid)
    order by product.id desc`);
}

/** The question that a token answers; without a product it is about all listings of the key. */
export type Question = { key: Key; productId: string | null; act: KeyAct };

const tokenLife = sql`make_interval(mins => ${keyTokenMinutes})`;

/** Stores a token, and deletes the key's expired ones. */
export async function insertToken(
  transaction: Queries,
  { key, productId, act }: Question,
  hash: Buffer,
): Promise<void> {
  await transaction.query(sql`
    delete from listing_key_tokens where key_hash = ${key.hash} and created_at <= now() - ${tokenLife}`);
  await transaction.query(sql`
    insert into listing_key_tokens (hash, key_hash, product_id, act)
    values (${hash}, ${key.hash}, ${productId}, ${act})`);
}

/** Uses a token up. @returns false if it is used, too old, or of another question */
export async function useToken(
  transaction: Queries,
  { key, productId, act }: Question,
  hash: Buffer,
): Promise<boolean> {
  const used = await transaction.query(sql`
    delete from listing_key_tokens
    where hash = ${hash} and key_hash = ${key.hash} and act = ${act}
      and product_id is not distinct from ${productId}::uuid and created_at > now() - ${tokenLife}
    returning hash`);
  return used.length > 0;
}

/** Using a key counts as a visit of its owner. */
export async function markSeen(transaction: Queries, userId: string): Promise<void> {
  await transaction.query(sql`
    update identities set seen_at = now()
    from users owner where owner.id = ${userId} and identities.id = owner.identity_id`);
}

export async function deleteOldKeys(db: Queries): Promise<void> {
  await db.query(sql`delete from listing_keys key where not ${isGood}`);
  await db.query(sql`delete from listing_key_tokens where created_at <= now() - ${tokenLife}`);
}
