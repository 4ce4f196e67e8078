import { soldListedDays, unpausableDays } from "@market/contract/limits";
import type { PauseReason } from "@market/contract/products/product";
import sql, { raw, type Sql } from "sql-template-tag";

/** Whether buyers paused a listing, a row of `products`, by what they said about it. */
const isPausedByBuyers = sql`(resting_at is not null and resting_because in ('sold-said', 'wrong-number'))`;

/**
 * The life of a listing. Its state follows from facts: columns of `products`, and of `users` for its seller. Each event
 * writes some of them. From the facts the database decides whether the listing is in the lists (`products.listed`): one
 * rule, in migration 045, in which every write ends.
 *
 * | state     | fact                                 | in the lists    | its page |
 * |-----------|--------------------------------------|-----------------|----------|
 * | available | none of these                        | yes             | yes      |
 * | reserved  | `reserved_until` ahead               | yes             | yes      |
 * | sold      | `sold_at`                            | for 14 days     | yes      |
 * | retired   | `sold_at` over 14 days ago           | no              | yes      |
 * | expired   | `expired_at`, unless sold            | no              | yes      |
 * | paused    | `resting_at`, `resting_because`      | no              | yes      |
 * | hidden    | `hidden_at`                          | no              | no       |
 * | suspended | its seller's `suspended_at`          | no              | no       |
 * | left      | its seller's `deleted_at` (account)  | no              | no       |
 * | deleted   | the row is in `deleted_listings`     | no              | no       |
 * | erased    | no row                               | no              | no       |
 *
 * Several may hold at the same time; the page and the lists show it when all of them allow it.
 */
export const lifeEvents = {
  /** Events that the seller causes; `confirm` and `reserve` are refused if it is sold or hidden (`lockChangeable`). */
  /** Does not end a pause: only `confirm` answers the buyers' question whether it is available. */
  edit: sql`expired_at = null`,
  /** Ends a pause. Buyers cannot pause a listing for a while that was brought back twice after they had paused it. */
  confirm: sql`confirmed_at = now(), expired_at = null, resting_at = null, resting_because = null,
    brought_back = case when ${isPausedByBuyers} then brought_back is not true else brought_back end,
    unpausable_until = case when ${isPausedByBuyers} and brought_back
      then now() + make_interval(days => ${unpausableDays}) else unpausable_until end`,
  /** @param isSold whether it is from now on */
  sell: (isSold: Sql) => sql`sold_at = case when ${isSold} then coalesce(sold_at, now()) end,
    expired_at = null, resting_at = null, resting_because = null, reserved_until = null`,
  reserve: (until: Date) => sql`reserved_until = ${until}::timestamptz`,
  release: sql`reserved_until = null`,
  /** A deleted one; it is inserted as an expired one first, so that it comes back into the lists with its photos. */
  restore: sql`expired_at = null`,

  /** Caused by a student who takes it over: a new start, as if just confirmed. */
  handOver: sql`confirmed_at = now(), expired_at = null, resting_at = null, resting_because = null,
    reserved_until = null, brought_back = null, unpausable_until = null`,

  /** Events that the clock causes. */
  expire: sql`expired_at = now(), reserved_until = null`,
  endReservation: sql`reserved_until = null`,
  /** @param aliveAt of its last activity; what its seller does ends it (migration 074) */
  doubt: (aliveAt: Sql) => sql`unconfirmed_since = (${aliveAt} at time zone 'Asia/Kolkata')::date`,
  /** Changes nothing, but fires the trigger, which delists what was sold over 14 days ago. */
  retire: sql`version = version`,

  /** Caused by buyers, and by the clock when the seller does not answer or has left. */
  pause: (because: PauseReason) => sql`resting_at = now(), resting_because = ${because}`,

  /** Its seller, who should have left, has another day. */
  stay: sql`resting_at = null, resting_because = null`,

  /** Events that moderators and reports cause. */
  hide: sql`hidden_at = coalesce(hidden_at, now())`,
  show: sql`hidden_at = null, hidden_note = null`,
} satisfies Record<string, Sql | ((...facts: never[]) => Sql)>;

/** Events of a seller, which affect all of the seller's listings. */
export const sellerEvents = {
  suspend: (days: number | undefined) => sql`suspended_at = coalesce(suspended_at, now()),
    suspension_reason = null, suspended_until = now() + make_interval(days => ${days ?? null})`,
  reinstate: sql`suspended_at = null, suspended_until = null, suspension_reason = null`,
  leave: sql`deleted_at = now()`,
  return: sql`deleted_at = null`,
} satisfies Record<string, Sql | ((...facts: never[]) => Sql)>;

// Five conditions that are easily confused: `products.listed`, in the lists; `isShown`, has a public page; `isOnOffer`,
// belongs to a move-out sale; `isContactable`, gives the number; `isActive`, counts towards the seller's limit.

/** Whether its page, its photos and its contact are public; `seller` is its row of `users`. */
export const isShown = sql`(product.hidden_at is null and seller.suspended_at is null and seller.deleted_at is null)`;

/** Belongs on the page of a move-out sale, where sold ones stay; its seller is not suspended. */
export const isOnOffer = sql`(product.hidden_at is null
  and (product.sold_at is not null or (product.expired_at is null and product.resting_at is null)))`;

/** Whether its seller can be contacted by students who see it. */
export const isContactable = sql`(${isShown} and ${isOnOffer})`;

export const isActive = sql`(product.sold_at is null and product.expired_at is null)`;

/** Excludes listings whose fortnight has ended and which the job has not delisted yet. */
export const soldRecently = raw(
  `(product.sold_at is null or product.sold_at > now() - interval '${soldListedDays} days')`,
);
