import {
  absentDays,
  doubtAnswerHours,
  doubtDays,
  doubtRetentionDays,
  overruledDays,
  overrulesMost,
  reporterAgeHours,
  soldWordHours,
  soldWordsPerDay,
} from "@market/contract/limits";
import type { PauseReason } from "@market/contract/products/product";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isShown, lifeEvents } from "../products/listing-life.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";
import { isOfSeller } from "./outcomes.sql.ts";

export type Doubt = "sold" | "wrong-number";

/** Whether few enough sellers have lately brought back what this student paused. */
const isTrusted = (buyerId: Sql) => sql`(
  select count(distinct overruled.seller_id) from listing_doubts overruled
  where overruled.buyer_id = ${buyerId}
    and overruled.overruled_at > now() - make_interval(days => ${overruledDays})) < ${overrulesMost}`;

const today = sql`date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`;

/** Whether a word that is said now counts; of rows `outcomes` and `buyer`. */
const counts = (doubt: Doubt) => sql`(
  buyer.created_at < now() - make_interval(hours => ${reporterAgeHours})
  and not ${eitherBlocked(sql`outcomes.seller_id`, sql`outcomes.buyer_id`)}
  and ${isTrusted(sql`outcomes.buyer_id`)}
  and (${doubt} <> 'sold' or (
    outcomes.contacted_at <= now() - make_interval(hours => ${soldWordHours})
    and (select count(*) from listing_doubts other
      where other.buyer_id = outcomes.buyer_id and other.kind = 'sold' and other.counted
        and other.said_at >= ${today} and other.product_id <> outcomes.product_id) < ${soldWordsPerDay})))`;

/** Stores what a buyer says about a listing; one that counts is not replaced by one that does not. @returns false without a contact */
export async function saveDoubt(
  transaction: Queries,
  buyerId: string,
  productId: string,
  doubt: Doubt,
): Promise<boolean> {
  const contacts = await transaction.query(sql`
    with contact as (
      select outcomes.buyer_id, outcomes.product_id, outcomes.seller_id, ${counts(doubt)} as counted
      from outcomes join users buyer on buyer.id = outcomes.buyer_id
      where outcomes.buyer_id = ${buyerId} and outcomes.product_id = ${productId} and ${isOfSeller}
    ), said as (
      insert into listing_doubts as known (buyer_id, product_id, kind, seller_id, counted)
      select buyer_id, product_id, ${doubt}, seller_id, counted from contact
      on conflict (buyer_id, product_id, kind) do update
      set seller_id = excluded.seller_id, said_at = now(), counted = excluded.counted, used_at = null
      where excluded.counted or not known.counted or known.used_at is not null
    )
    select from contact`);
  return contacts.length > 0;
}

export type DoubtedListing = {
  productId: string;
  name: string;
  sellerId: string;
  /** Neither sold nor out of the lists, nor protected because its seller has brought it back twice. */
  isPausable: boolean;
  isSellerAbsent: boolean;
};

const isPausable = sql`(${isShown} and product.sold_at is null and product.expired_at is null
  and product.resting_at is null and coalesce(product.unpausable_until <= now(), true))`;

/** Locks the listing, so that of concurrent words exactly one pauses it. @returns undefined if it was deleted */
export async function lockDoubtedListing(
  transaction: Queries,
  productId: string,
): Promise<DoubtedListing | undefined> {
  // Read once it is locked, because it may have changed hands while the lock was waited for.
  await transaction.query(sql`select from products where id = ${productId} for no key update`);
  const [row] = await transaction.query<DoubtedListing>(sql`
    select product.id as "productId", product.name, product.seller_id as "sellerId", ${isPausable} as "isPausable",
      greatest(identity.created_at, identity.signed_in_at, identity.seen_at,
        (select max(coalesce(session.last_seen_at, session.created_at)) from sessions session
          where session.identity_id = identity.id)) < now() - make_interval(days => ${absentDays}) as "isSellerAbsent"
    from products product join users seller on seller.id = product.seller_id
      join identities identity on identity.id = seller.identity_id
    where product.id = ${productId}`);
  return row;
}

/** Whether a row of `listing_doubts` called `doubt` counts now. */
const isCounted = sql`(doubt.counted and doubt.used_at is null
  and doubt.said_at > now() - make_interval(days => ${doubtDays})
  and exists (select from users buyer where buyer.id = doubt.buyer_id and buyer.suspended_at is null)
  and not ${eitherBlocked(sql`doubt.seller_id`, sql`doubt.buyer_id`)}
  and ${isTrusted(sql`doubt.buyer_id`)})`;

export async function countDoubts(
  transaction: Queries,
  productId: string,
  doubt: Doubt,
): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(sql`
    select count(*)::int as count from listing_doubts doubt
    where doubt.product_id = ${productId} and doubt.kind = ${doubt} and ${isCounted}`);
  return row?.count ?? 0;
}

/** Pauses a locked listing, and marks the words that did it. @returns when */
export async function pauseDoubted(
  transaction: Queries,
  productId: string,
  doubt: Doubt,
  because: PauseReason,
): Promise<Date> {
  await transaction.query(sql`
    update listing_doubts doubt set paused = true
    where doubt.product_id = ${productId} and doubt.kind = ${doubt} and ${isCounted}`);
  await transaction.query(sql`delete from doubted_listings where product_id = ${productId}`);
  const [row] = await transaction.query<{ at: Date }>(sql`
    update products product set ${lifeEvents.pause(because)} where id = ${productId} returning resting_at as at`);
  if (row === undefined) throw new Error("A locked listing is gone");
  return row.at;
}

/** Notes that the seller of a locked listing is asked. @returns since when, undefined if they are asked already */
export async function askAbsentSeller(
  transaction: Queries,
  productId: string,
): Promise<Date | undefined> {
  const [row] = await transaction.query<{ at: Date }>(sql`
    insert into doubted_listings (product_id) values (${productId})
    on conflict do nothing returning asked_at as at`);
  return row?.at;
}

const isUnanswered = sql`asked_at < now() - make_interval(hours => ${doubtAnswerHours})`;

/** Selects at most so many listings whose absent sellers did not answer in time. */
export async function selectUnansweredDoubts(db: Queries, most: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select product_id as id from doubted_listings where ${isUnanswered} order by asked_at limit ${most}`);
  return rows.map(({ id }) => id);
}

/** Ends the question about a locked listing. @returns false if its seller has answered since */
export async function endUnansweredDoubt(
  transaction: Queries,
  productId: string,
): Promise<boolean> {
  const ended = await transaction.query(sql`
    delete from doubted_listings where product_id = ${productId} and ${isUnanswered} returning product_id`);
  return ended.length > 0;
}

/** Discards buyers' reports about a listing that its seller has brought back, and counts those who paused it as overruled. */
export async function overruleDoubts(
  transaction: Queries,
  productId: string,
  doubt: Doubt,
): Promise<void> {
  await transaction.query(sql`
    update listing_doubts set used_at = now(), paused = false,
      overruled_at = case when paused then now() else overruled_at end
    where product_id = ${productId} and kind = ${doubt} and used_at is null`);
}

export async function deleteOldDoubts(db: Queries): Promise<void> {
  await db.query(sql`
    delete from listing_doubts where said_at < now() - make_interval(days => ${doubtRetentionDays})`);
}
