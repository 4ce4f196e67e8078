import type { FastifyRequest } from "fastify";
import { selectAllowanceWait, useAllowance } from "../allowances.sql.ts";
import type { Config } from "../config.ts";
import type { Queries } from "../db.ts";
import { AppError } from "../errors.ts";
import { isRepeat } from "../idempotency.ts";
import type { Parts } from "../parts.ts";
import { lockStudent } from "../users/users.sql.ts";
import { countActiveProducts } from "./products.sql.ts";

/** Seconds after which a student with too many unsold products may look again. */
const activeWait = 3600;

/** Counts a new listing against the day's and the active limit. */
export async function useListing(
  { config }: Parts,
  transaction: Queries,
  sellerId: string,
): Promise<void> {
  await lockStudent(transaction, sellerId);
  const wait = await useAllowance(
    transaction,
    sellerId,
    "listings",
    config.LIMITS_NEW_LISTINGS_PER_DAY,
  );
  if (wait > 0) throw new AppError("listing-quota", { retryAfter: wait });
  await requireRoom(transaction, sellerId, config.LIMITS_ACTIVE_LISTINGS - 1);
}

/** @throws AppError listing-quota when the seller has more than `most` unsold products */
export async function requireRoom(
  transaction: Queries,
  sellerId: string,
  most: number,
): Promise<void> {
  if ((await countActiveProducts(transaction, sellerId)) > most)
    throw new AppError("listing-quota", { retryAfter: activeWait });
}

/**
 * Looks whether the seller has some of an allowance left, before a picture of the request is read. The transaction that
 * uses it decides; a repeat of an answered request uses none.
 */
export async function requireAllowed(
  { db, config }: Parts,
  sellerId: string,
  request: FastifyRequest,
  waitOf: (db: Queries, config: Config, sellerId: string) => Promise<number>,
  refusal: "listing-quota" | "edit-quota",
): Promise<void> {
  const retryAfter = await waitOf(db, config, sellerId);
  if (retryAfter > 0 && !(await isRepeat(db, request, sellerId)))
    throw new AppError(refusal, { retryAfter });
}

export async function listingWait(db: Queries, config: Config, sellerId: string): Promise<number> {
  const limit = config.LIMITS_NEW_LISTINGS_PER_DAY;
  const wait = await selectAllowanceWait(db, sellerId, "listings", limit);
  if (wait > 0) return wait;
  return (await countActiveProducts(db, sellerId)) >= config.LIMITS_ACTIVE_LISTINGS
    ? activeWait
    : 0;
}

export const editWait = (db: Queries, config: Config, sellerId: string) =>
  selectAllowanceWait(db, sellerId, "edits", config.LIMITS_EDITS_PER_DAY);
