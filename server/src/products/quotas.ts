import type { FastifyRequest } from "fastify";
import { selectAllowanceWait, useAllowance } from "../db/allowances.sql.ts";
import type { Config } from "../config/config.ts";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { isRepeat } from "../http/idempotency.ts";
import type { Context } from "../context.ts";
import { lockStudent } from "../students/students.sql.ts";
import { countActiveProducts } from "./products.sql.ts";

/** Seconds. */
const activeWait = 3600;

export async function useListing(
  { config }: Context,
  transaction: Queries,
  sellerId: string,
): Promise<void> {
  await lockStudent(transaction, sellerId);
  const limit = config.LIMITS_NEW_LISTINGS_PER_DAY;
  const wait = await useAllowance(transaction, sellerId, "listings", limit);
  if (wait > 0) throw new AppError("listing-quota", { retryAfter: wait });
  if ((await countActiveProducts(transaction, sellerId)) >= config.LIMITS_ACTIVE_LISTINGS)
    throw new AppError("listing-quota", { retryAfter: activeWait });
}

export async function useEdit(
  { config }: Context,
  transaction: Queries,
  sellerId: string,
): Promise<void> {
  const limit = config.LIMITS_EDITS_PER_DAY;
  const wait = await useAllowance(transaction, sellerId, "edits", limit);
  if (wait > 0) throw new AppError("edit-quota", { retryAfter: wait });
}

/** Checks the number of active listings after one more has become active. @throws AppError listing-quota */
export async function requireListingQuota(
  { config }: Pick<Context, "config">,
  transaction: Queries,
  sellerId: string,
): Promise<void> {
  if ((await countActiveProducts(transaction, sellerId)) > config.LIMITS_ACTIVE_LISTINGS)
    throw new AppError("listing-quota", { retryAfter: activeWait });
}

/** Checks the allowance before photos are read; a repeat of an answered request uses none. */
export async function requireAllowed(
  { db, config }: Context,
  sellerId: string,
  request: FastifyRequest,
  refusal: "listing-quota" | "edit-quota",
): Promise<void> {
  const retryAfter =
    refusal === "edit-quota"
      ? await selectAllowanceWait(db, sellerId, "edits", config.LIMITS_EDITS_PER_DAY)
      : await listingWait(db, config, sellerId);
  if (retryAfter > 0 && !(await isRepeat(db, request, sellerId)))
    throw new AppError(refusal, { retryAfter });
}

async function listingWait(db: Queries, config: Config, sellerId: string): Promise<number> {
  const limit = config.LIMITS_NEW_LISTINGS_PER_DAY;
  const wait = await selectAllowanceWait(db, sellerId, "listings", limit);
  if (wait > 0) return wait;
  return (await countActiveProducts(db, sellerId)) >= config.LIMITS_ACTIVE_LISTINGS
    ? activeWait
    : 0;
}
