import * as profileMessages from "@market/contract/students/messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import type { FastifyRequest } from "fastify";
import type { Queries } from "../db/database.ts";
import { SerializedJson } from "../http/serve.ts";
import { AppError } from "../errors/errors.ts";
import { type Attempt, runOnce, readAttempt, confirmAnswer } from "../http/idempotency.ts";
import { newId } from "../db/ids.ts";
import { type Upload, withUpload } from "../photos/multipart.ts";
import { arrangePhotos, withStoredPhotos, makePhotos, savePhotos } from "../photos/photos.ts";
import { lockStudent } from "../students/students.sql.ts";
import {
  insertProduct,
  selectProductWithContact,
  lockOwnProduct,
  ownsProduct,
  updateProduct,
  updateSold,
} from "./products.sql.ts";
import { presentProduct } from "./present-product.ts";
import { softDeleteProduct } from "./lifetime/deleted-listings.sql.ts";
import type { ListingContext } from "./listing-events.ts";
import { digestOf, readPhotoIds, requireValid, retainedPhotos, rulesOf } from "./listing-form.ts";
import { requireAllowed, requireListingQuota, useEdit, useListing } from "./quotas.ts";

/** Creates a listing (R435); the `seller` of the form is never read (Q41). */
export function createProduct(
  context: ListingContext,
  sellerId: string,
  request: FastifyRequest,
): Promise<SerializedJson> {
  const allow = () => requireAllowed(context, sellerId, request, "listing-quota");
  return withUpload(request, { ...rulesOf(context), allow }, async (upload) => {
    const ids = readPhotoIds(upload);
    const input = requireValid("sell", upload, ids.length + upload.files.length);
    const productId = newId();
    const listing = { sellerId, productId, photoIds: ids, message: sellingMessages.productListed };
    return save(context, request, upload, listing, async (transaction) => {
      await useListing(context, transaction, sellerId);
      await insertProduct(transaction, productId, sellerId, input);
    });
  });
}

/** Edits a listing (R437 to R440). Photos are ordered as `existingImages`, `photos`, new files; without both all existing ones remain. */
export function editProduct(
  context: ListingContext,
  sellerId: string,
  productId: string,
  request: FastifyRequest,
): Promise<SerializedJson> {
  const allow = async () => {
    if (!(await ownsProduct(context.db, productId, sellerId))) {
      throw new AppError("product-not-found");
    }
    await requireAllowed(context, sellerId, request, "edit-quota");
  };
  return withUpload(request, { ...rulesOf(context), allow }, async (upload) => {
    const ids = await retainedPhotos(context.db, productId, upload);
    const input = requireValid("edit", upload, ids.length + upload.files.length);
    const listing = { sellerId, productId, photoIds: ids, message: sellingMessages.productUpdated };
    return save(context, request, upload, listing, async (transaction) => {
      await lockStudent(transaction, sellerId);
      const before = await lockOwnProduct(transaction, productId, sellerId);
      if (before === undefined) throw new AppError("product-not-found");
      requireFresh(request, before.version);
      await useEdit(context, transaction, sellerId);
      const { dropped } = await updateProduct(transaction, productId, sellerId, input);
      if (!before.is_active) await requireListingQuota(context, transaction, sellerId);
      if (dropped) await context.events.priceDropped(transaction, productId);
    });
  }).catch((refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.code !== "image-too-large") throw refusal;
    throw new AppError("image-too-large", { message: sellingMessages.photoUnder15 });
  });
}

export async function markSold(
  context: ListingContext,
  attempt: Attempt,
  productId: string,
  isSold: boolean | undefined,
): Promise<SerializedJson> {
  const { userId } = attempt;
  const { body } = await runOnce(context.db, attempt, async (transaction) => {
    const isSoldNow = await setSold(context, transaction, userId, productId, isSold);
    await useEdit(context, transaction, userId);
    return JSON.stringify({
      success: true,
      message: isSoldNow ? profileMessages.markedSold : profileMessages.markedUnsold,
      isSold: isSoldNow,
    });
  });
  context.changes.announce();
  return new SerializedJson(body);
}

/** Sets sold or unsold, or toggles. @returns whether it is sold now @throws AppError product-not-found, listing-quota */
export async function setSold(
  context: Pick<ListingContext, "config" | "events">,
  transaction: Queries,
  sellerId: string,
  productId: string,
  isSold: boolean | undefined,
): Promise<boolean> {
  await lockStudent(transaction, sellerId);
  const before = await lockOwnProduct(transaction, productId, sellerId);
  const isSoldNow = await updateSold(transaction, productId, sellerId, isSold);
  if (before === undefined || isSoldNow === undefined) throw new AppError("product-not-found");
  if (!before.is_active && !isSoldNow) await requireListingQuota(context, transaction, sellerId);
  if (isSoldNow && !before.is_sold)
    await context.events.listingGone(transaction, productId, "sold");
  return isSoldNow;
}

/** Deletes a listing, which can be restored for some days; then its files are removed. */
export async function removeProduct(
  context: ListingContext,
  attempt: Attempt,
  productId: string,
): Promise<SerializedJson> {
  const { body } = await runOnce(context.db, attempt, async (transaction) => {
    await takeDown(context, transaction, attempt.userId, productId);
    return JSON.stringify({ success: true, message: profileMessages.productDeleted });
  });
  context.changes.announce();
  return new SerializedJson(body);
}

/** Deletes a listing in a transaction. @throws AppError product-not-found */
export async function takeDown(
  context: Pick<ListingContext, "events">,
  transaction: Queries,
  sellerId: string,
  productId: string,
): Promise<void> {
  // Locked in the same order as by an edit and by a confirmed deal, to avoid a deadlock.
  await lockStudent(transaction, sellerId);
  const before = await lockOwnProduct(transaction, productId, sellerId);
  if (before?.is_sold === false)
    await context.events.listingGone(transaction, productId, "removed");
  if (!(await softDeleteProduct(transaction, productId, sellerId)))
    throw new AppError("product-not-found");
}

type Listing = { sellerId: string; productId: string; photoIds: string[]; message: string };

/** Stores files first and rows second, and removes files that no committed row uses. */
async function save(
  context: ListingContext,
  request: FastifyRequest,
  upload: Upload,
  { sellerId, productId, photoIds, message }: Listing,
  work: (transaction: Queries) => Promise<void>,
): Promise<SerializedJson> {
  const attempt = readAttempt(request, sellerId, digestOf(upload));
  const answered = await confirmAnswer(context.db, attempt);
  if (answered !== undefined) return new SerializedJson(answered);
  const files = upload.files.map(({ path }) => path);
  const made = await makePhotos(context, files, sellerId);
  const saveOnce = () =>
    runOnce(context.db, attempt, async (transaction) => {
      await work(transaction);
      await savePhotos(context, transaction, sellerId, made);
      const order = [...photoIds, ...made.map(({ id }) => id)];
      await arrangePhotos(context, transaction, sellerId, productId, order);
      const product = await selectProductWithContact(transaction, productId, sellerId);
      if (product === undefined) throw new AppError("product-not-found");
      return JSON.stringify({
        success: true,
        message,
        product: presentProduct(product, "owner"),
      });
    });
  const { body } = await withStoredPhotos(context, made, saveOnce);
  context.changes.announce();
  return new SerializedJson(body);
}

/** Refuses an edit of an older version (RFC 9110 section 13.1.1). */
function requireFresh(request: FastifyRequest, version: number): void {
  const expected = request.headers["if-match"];
  if (expected !== undefined && expected !== "*" && expected !== `"${version}"`)
    throw new AppError("stale-product");
}
