import {
  daysAfterTerm,
  expiryNoticeDays,
  mostReservedDays,
  restoreDays,
} from "@market/contract/limits";
import * as dealMessages from "@market/contract/deals/messages";
import type { OwnProduct, Product } from "@market/contract/products/product";
import sql, { type Sql } from "sql-template-tag";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import type { Queries } from "../../db/database.ts";
import type { Job } from "../../jobs/jobs.ts";
import { AppError } from "../../errors/errors.ts";
import { comparisonJob, removalJob } from "../../photos/photos.ts";
import { lockStudent } from "../../students/students.sql.ts";
import { presentProduct } from "../present-product.ts";
import {
  type LockedProduct,
  lockOwnProduct,
  selectOwnProduct,
  selectProductWithContact,
} from "../products.sql.ts";
import type { ListingContext } from "../listing-events.ts";
import { requireListingQuota } from "../quotas.ts";
import { keepProduct, pauseKept, pauseListingsOfLeavers } from "./leaving.sql.ts";
import { rebuildSoldPrices } from "./price-hint.sql.ts";
import { deleteExpiredDeletions, undeleteProduct } from "./deleted-listings.sql.ts";
import {
  confirmProduct,
  endReservations,
  expireListings,
  isWithinDays,
  markUnconfirmed,
} from "./lifetime.sql.ts";

const day = 86_400_000;
/** Seconds between two checks for passed deadlines; lists show no listing for more than a minute after its end. */
export const lookEvery = 20;

export type Terms = Pick<Config, "LISTING_DAYS" | "TERM_ENDS">;

const noticeTime = expiryNoticeDays * day;
const databaseNow = sql`now()`;
/** The days on which listings leave the lists because a term has ended. */
const termExpiries = ({ TERM_ENDS }: Terms): number[] =>
  TERM_ENDS.map((date) => Date.parse(`${date}T23:59:59+05:30`) + daysAfterTerm * day);

/**
 * Sellers are notified before a term ends; activity from then on keeps a listing beyond it.
 * @param ahead milliseconds before expiry and before ends of terms
 * @returns the activity before which listings expire
 */
function cutoff(terms: Terms, ahead: { days: number; term: number }, now: Sql): Sql | undefined {
  if (terms.LISTING_DAYS === 0) return undefined;
  const after = (milliseconds: number) =>
    sql`${now} + make_interval(secs => ${milliseconds / 1000}::float8)`;
  const ends = termExpiries(terms).map((end) => new Date(end));
  return sql`(select greatest(${after(ahead.days - terms.LISTING_DAYS * day)},
      max(term.ends) - make_interval(days => ${expiryNoticeDays}))
    from unnest(${ends}::timestamptz[]) term (ends) where term.ends <= ${after(ahead.term)})`;
}

/** The last activity before which listings have expired, by the database's clock; undefined if none expire. */
export const expiryCutoff = (terms: Terms, now = databaseNow) =>
  cutoff(terms, { days: 0, term: 0 }, now);

/** Sellers last active before it are notified; half of `LISTING_DAYS` ahead when that is shorter. */
export const noticeCutoff = (terms: Terms) =>
  cutoff(
    terms,
    { days: Math.min(noticeTime, (terms.LISTING_DAYS * day) / 2), term: noticeTime },
    databaseNow,
  );

/** Days until a listing expires whose seller was last active at `activeAt`. */
export function daysLeft(terms: Terms, activeAt: number, now: number): number {
  const byTerms = termExpiries(terms).filter((end) => end > now && activeAt < end - noticeTime);
  const expiry = Math.min(activeAt + terms.LISTING_DAYS * day, ...byTerms);
  return Math.max(1, Math.ceil((expiry - now) / day));
}

/** Checks the end of a reservation. @throws AppError invalid-fields if it is past or too far in the future */
export async function requireReservable(transaction: Queries, until: string): Promise<Date> {
  const end = new Date(until);
  if (!(await isWithinDays(transaction, end, mostReservedDays)))
    throw new AppError("invalid-fields", {
      message: dealMessages.reservationTooLong,
      errors: [{ field: "until", message: dealMessages.reservationTooLong }],
    });
  return end;
}

/** Locks a listing to confirm or reserve. @throws AppError product-not-found, already-sold, hidden-product */
export async function lockChangeable(
  transaction: Queries,
  productId: string,
  sellerId: string,
): Promise<LockedProduct> {
  const product = await lockOwnProduct(transaction, productId, sellerId);
  if (product === undefined) throw new AppError("product-not-found");
  if (product.is_sold) throw new AppError("already-sold");
  if (product.is_hidden) throw new AppError("hidden-product");
  return product;
}

/** A seller says that a listing is still there: renews an expired one, and ends a pause. @throws AppError product-not-found, already-sold, hidden-product, listing-quota */
export async function confirmListing(
  context: Pick<ListingContext, "config" | "events">,
  transaction: Queries,
  sellerId: string,
  productId: string,
): Promise<void> {
  await lockStudent(transaction, sellerId);
  const before = await lockChangeable(transaction, productId, sellerId);
  await confirmProduct(transaction, productId, sellerId);
  if (!before.is_active) await requireListingQuota(context, transaction, sellerId);
  const because = before.resting_because;
  if (because !== null) await context.events.broughtBack(transaction, productId, because);
}

/** The seller keeps a listing until a day, which confirms it, too. @throws AppError product-not-found, already-sold, hidden-product, listing-quota; invalid-fields for a wrong day */
export async function keepListing(
  context: Pick<ListingContext, "config" | "events">,
  transaction: Queries,
  sellerId: string,
  productId: string,
  until: string,
): Promise<OwnProduct> {
  await confirmListing(context, transaction, sellerId, productId);
  if (!(await keepProduct(transaction, productId, until)))
    throw new AppError("invalid-fields", {
      message: dealMessages.keepTooLong,
      errors: [{ field: "until", message: dealMessages.keepTooLong }],
    });
  const product = await selectOwnProduct(transaction, productId, sellerId);
  if (product === undefined) throw new AppError("product-not-found");
  return presentProduct(product, "seller");
}

/** Restores a deleted listing; its photos are served again. @throws AppError product-not-found, listing-quota */
export async function restoreProduct(
  context: Pick<Context, "config" | "jobs">,
  transaction: Queries,
  sellerId: string,
  productId: string,
): Promise<Product> {
  await lockStudent(transaction, sellerId);
  const restored = await undeleteProduct(transaction, productId, sellerId, restoreDays);
  const product = await selectProductWithContact(transaction, productId, sellerId);
  if (restored === undefined || product === undefined) throw new AppError("product-not-found");
  if (!restored.isSold) await requireListingQuota(context, transaction, sellerId);
  await context.jobs.enqueue(transaction, comparisonJob, { productId });
  return presentProduct(product, "owner");
}

export function lifetimeJobs(context: ListingContext): Job<never>[] {
  return [
    { name: "end-by-the-clock", everySeconds: lookEvery, work: () => endByTheClock(context) },
    { name: "mark-unconfirmed", cron: "13 * * * *", work: () => markAllUnconfirmed(context) },
    { name: "count-sold-prices", cron: "41 * * * *", work: () => rebuildSoldPrices(context.db) },
    {
      name: "remove-deleted-listings",
      cron: "31 * * * *",
      work: () => removeDeletedListings(context),
    },
  ];
}

async function endByTheClock({ config, db, changes, events }: ListingContext): Promise<void> {
  const expiry = expiryCutoff(config);
  for (let isMore = true; isMore;) {
    const over = await db.transaction(async (transaction) => {
      const reserved = await endReservations(transaction);
      await events.reservationsEnded(transaction, reserved);
      const paused = (await pauseListingsOfLeavers(transaction)) + (await pauseKept(transaction));
      const expired = expiry && (await expireListings(transaction, expiry));
      const count = reserved.length + paused + (expired?.ended.length ?? 0);
      return { count, isMore: expired?.isMore };
    });
    if (over.count > 0) changes.announce();
    isMore = over.isMore ?? false;
  }
}

async function markAllUnconfirmed({ db, changes }: Context): Promise<void> {
  while ((await markUnconfirmed(db, { most: 500 })) > 0) changes.announce();
}

async function removeDeletedListings({ db, jobs }: Context): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await db.transaction(async (transaction) => {
      const files = await deleteExpiredDeletions(transaction, restoreDays);
      if (files?.length) await jobs.enqueue(transaction, removalJob, { files });
      return files !== undefined;
    });
}
