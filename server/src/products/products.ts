import { maxPhotos } from "@market/contract/limits";
import * as profileMessages from "@market/contract/students/messages";
import * as sellingMessages from "@market/contract/products/selling-messages";
import {
  checkProduct,
  extraFields,
  productFields,
  type ProductDraft,
  type ProductInput,
} from "@market/contract/products/product-form";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Queries } from "../db/database.ts";
import { SerializedJson } from "../http/serve.ts";
import { AppError, refusalOf } from "../errors/errors.ts";
import { type Attempt, runOnce, readAttempt, confirmAnswer } from "../http/idempotency.ts";
import { isId, newId } from "../db/ids.ts";
import { type Upload, withUpload } from "../photos/multipart.ts";
import {
  arrangePhotos,
  findExistingPhotos,
  withStoredPhotos,
  makePhotos,
  savePhotos,
} from "../photos/photos.ts";
import { selectProductPhotos } from "../photos/photos.sql.ts";
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
import { softDeleteProduct } from "./lifetime/lifetime.sql.ts";
import type { ListingContext } from "./listing-events.ts";
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
      if (dropped) await context.events.priceDropped(transaction, productId);
    });
  }).catch((refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.code !== "image-too-large") throw refusal;
    throw new AppError("image-too-large", { message: sellingMessages.photoUnder15 });
  });
}

/** Sets a listing sold or unsold; toggles it if `isSold` is undefined (R441, Q59). */
export async function markSold(
  context: ListingContext,
  attempt: Attempt,
  productId: string,
  isSold: boolean | undefined,
): Promise<SerializedJson> {
  const { userId } = attempt;
  const { body } = await runOnce(context.db, attempt, async (transaction) => {
    await lockStudent(transaction, userId);
    const before = await lockOwnProduct(transaction, productId, userId);
    const isSoldNow = await updateSold(transaction, productId, userId, isSold);
    if (before === undefined || isSoldNow === undefined) throw new AppError("product-not-found");
    if (before.is_sold && !isSoldNow)
      await requireListingQuota(transaction, userId, context.config.LIMITS_ACTIVE_LISTINGS);
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

/** Deletes a listing, which can be restored for some days; then its files are removed. */
export async function removeProduct(
  context: ListingContext,
  attempt: Attempt,
  productId: string,
): Promise<SerializedJson> {
  const { body } = await runOnce(context.db, attempt, async (transaction) => {
    // Locked in the same order as by an edit and by a confirmed deal, to avoid a deadlock.
    await lockStudent(transaction, attempt.userId);
    await lockOwnProduct(transaction, productId, attempt.userId);
    if (!(await softDeleteProduct(transaction, productId, attempt.userId)))
      throw new AppError("product-not-found");
    return JSON.stringify({ success: true, message: profileMessages.productDeleted });
  });
  context.changes.announce();
  return new SerializedJson(body);
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
        product: presentProduct(product, "contact"),
      });
    });
  try {
    const { body } = await withStoredPhotos(context, made, saveOnce);
    return new SerializedJson(body);
  } finally {
    context.changes.announce();
  }
}

function requireValid(form: "sell" | "edit", { fields }: Upload, photos: number): ProductInput {
  const draft: Partial<ProductDraft> = Object.fromEntries(
    [...productFields, ...extraFields].map((field) => [field, fields.get(field)?.[0]]),
  );
  const { value, faults } = checkProduct(form, draft, photos);
  if (faults === undefined) return value;
  throw refusalOf(faults);
}

const rulesOf = ({ config }: ListingContext) => ({
  dataDir: config.DATA_DIR,
  fileField: "images",
  maxFiles: maxPhotos,
  repeatable: ["photos"],
});

const digestOf = ({ fields, files }: Upload) =>
  JSON.stringify([...fields, files.map(({ sha256 }) => sha256)]);

function readPhotoIds({ fields }: Upload): string[] {
  const values = fields.get("photos") ?? [];
  const ids = values.length === 1 && values[0]?.startsWith("[") ? readJsonList(values[0]) : values;
  if (!ids.every(isId) || new Set(ids).size !== ids.length) throw new AppError("foreign-image");
  return ids;
}

async function retainedPhotos(db: Queries, productId: string, upload: Upload): Promise<string[]> {
  const [existing] = upload.fields.get("existingImages") ?? [];
  const ids = readPhotoIds(upload);
  if (existing === undefined && upload.fields.has("photos")) return ids;
  const present = await selectProductPhotos(db, productId);
  // Every product has a photo, so this one was just deleted.
  if (present.length === 0) throw new AppError("product-not-found");
  const retained =
    existing === undefined
      ? present.map(({ id }) => id)
      : findExistingPhotos(present, readJsonList(existing));
  return [...retained, ...ids];
}

const textList = z.array(z.string()).check(z.maxLength(20));

function readJsonList(text: string): string[] {
  const list = textList.safeParse(parseJson(text));
  if (!list.success) throw new AppError("invalid-json");
  return list.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid-json");
  }
}

/** Refuses an edit of an older version (RFC 9110 section 13.1.1). */
function requireFresh(request: FastifyRequest, version: number): void {
  const expected = request.headers["if-match"];
  if (expected !== undefined && expected !== "*" && expected !== `"${version}"`)
    throw new AppError("stale-product");
}
