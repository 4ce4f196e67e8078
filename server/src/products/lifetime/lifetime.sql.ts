import { unconfirmedDays } from "@market/contract/limits";
import sql, { raw, type Sql } from "sql-template-tag";
import { campusToday } from "../../db/clock.sql.ts";
import type { Queries } from "../../db/database.ts";
import { isoTime } from "../../db/iso-time.ts";
import { lifeEvents } from "../listing-life.ts";

/** Confirms a listing; an expired or paused one is listed again. @returns false if it is not the seller's */
export async function confirmProduct(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<boolean> {
  const confirmed = await db.query(sql`
    update products product
    set ${lifeEvents.confirm}
    where id = ${productId} and seller_id = ${sellerId} returning id`);
  return confirmed.length > 0;
}

/** Whether the time is in the future by the database's clock, but by no more than that many days. */
export async function isWithinDays(db: Queries, time: Date, days: number): Promise<boolean> {
  const rows = await db.query(sql`
    select where ${time}::timestamptz > now() and ${time}::timestamptz <= now() + make_interval(days => ${days})`);
  return rows.length > 0;
}

/** Reserves a listing. @returns the stored end; undefined if it is not the seller's */
export async function reserveProduct(
  db: Queries,
  productId: string,
  sellerId: string,
  until: Date,
): Promise<{ until: string } | undefined> {
  const [row] = await db.query<{ until: string }>(sql`
    update products product
    set ${lifeEvents.reserve(until)}
    where id = ${productId} and seller_id = ${sellerId}
    returning ${isoTime(sql`reserved_until`)} as until`);
  return row;
}

/** @returns false when it is not the seller's */
export async function releaseProduct(
  db: Queries,
  productId: string,
  sellerId: string,
): Promise<boolean> {
  const released = await db.query(sql`
    update products set ${lifeEvents.release}
    where id = ${productId} and seller_id = ${sellerId} returning id`);
  return released.length > 0;
}

/** A listing whose reservation or activity has ended by time, and the time that distinguishes one end from the next. */
export type EndedReservation = { id: string; sellerId: string; name: string; at: string };
/** A listing whose seller was last active at `aliveAt`; sellers are not notified of listings that left the lists since. */
export type AgedListing = EndedReservation & { aliveAt: Date; now: Date; isDue: boolean };

/** Whether a listing, a row of `listing_clocks` called `clock`, is kept until a day in the future. */
const isKept = sql`exists (select from kept_listings kept
  where kept.product_id = clock.product_id and kept.until >= ${campusToday})`;

/** Rows that one statement ends, so that none holds its locks for long. */
const batch = 500;

/** Locks products before their clocks, as in an edit. @returns what has expired since `cutoff`, and whether there may be more */
export async function expireListings(
  transaction: Queries,
  cutoff: Sql,
): Promise<{ ended: EndedReservation[]; isMore: boolean }> {
  const over = await transaction.query<{ id: string }>(sql`
    select product_id as id from listing_clocks clock where alive_at < ${cutoff} and not ${isKept}
    order by alive_at limit ${batch}`);
  if (over.length === 0) return { ended: [], isMore: false };
  const ids = over.map(({ id }) => id);
  const ended = await transaction.query<EndedReservation>(sql`
    update products product set ${lifeEvents.expire}
    where id = any(${ids}::uuid[]) and sold_at is null and expired_at is null
      and not exists (select from listing_clocks clock where clock.product_id = product.id and clock.alive_at >= ${cutoff})
    returning id, seller_id as "sellerId", name, now()::text as at`);
  await transaction.query(sql`
    delete from listing_clocks where product_id = any(${ids}::uuid[]) and alive_at < ${cutoff}`);
  return { ended, isMore: over.length === batch };
}

/** Marks old listings whose number was viewed since. @param only the one being viewed; otherwise a batch @returns how many */
export async function markUnconfirmed(
  db: Queries,
  only: { productId: string } | { most: number },
): Promise<number> {
  const isOld = sql`clock.alive_at < now() - make_interval(days => ${unconfirmedDays})`;
  const due = sql`select product.id, clock.alive_at
    from listing_clocks clock join products product on product.id = clock.product_id
    where ${isOld} and product.listed and product.sold_at is null and product.unconfirmed_since is null`;
  const marked = await db.query(sql`
    update products product set ${lifeEvents.doubt(sql`due.alive_at`)}
    from (${due} and ${
      "productId" in only
        ? sql`product.id = ${only.productId}`
        : sql`exists (select from reveals reveal
            where reveal.product_id = product.id and reveal.revealed_at > clock.alive_at) limit ${only.most}`
    }) due
    where product.id = due.id returning product.id`);
  return marked.length;
}

export async function endReservations(transaction: Queries): Promise<EndedReservation[]> {
  return transaction.query<EndedReservation>(sql`
    with over as (
      select product_id, reserved_until::text as at from listing_clocks
      where reserved_until <= now() order by reserved_until limit ${batch}
    )
    update products product set ${lifeEvents.endReservation}
    from over where product.id = over.product_id and reserved_until <= now()
    returning id, seller_id as "sellerId", name, over.at`);
}

/** Marks and returns listings to notify sellers of: `told_at` that they expire soon and whether they are available, `asked_at` only the latter. */
export async function markAged(
  transaction: Queries,
  mark: "told_at" | "asked_at",
  cutoff: Sql,
): Promise<AgedListing[]> {
  const column = raw(mark);
  const marks =
    mark === "told_at"
      ? sql`told_at = now(), asked_at = coalesce(asked_at, now())`
      : sql`asked_at = now()`;
  return transaction.query<AgedListing>(sql`
    with aged as (
      select product_id from listing_clocks where alive_at < ${cutoff} and ${column} is null
      order by alive_at limit ${batch} for update skip locked
    ), marked as (
      update listing_clocks clock set ${marks} from aged
      where clock.product_id = aged.product_id returning clock.product_id, clock.alive_at
    )
    select product.id, product.seller_id as "sellerId", product.name, marked.alive_at::text as at,
      marked.alive_at as "aliveAt", now() as now, product.sold_at is null and product.listed
        and not exists (select from kept_listings kept where kept.product_id = product.id) as "isDue"
    from marked join products product on product.id = marked.product_id`);
}
