import { maxPhotos } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import {
  checkProduct,
  type FormFault,
  productFields,
  type ProductDraft,
  type ProductInput,
} from "@market/contract/product-form";
import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { useAllowance } from "../allowances.sql.ts";
import type { Queries } from "../db.ts";
import { ReadyJson } from "../endpoint.ts";
import { AppError } from "../errors.ts";
import { type Attempt, once, readAttempt, selectAnswer } from "../idempotency.ts";
import { isId, newId } from "../ids.ts";
import { type Upload, withUpload } from "../images/multipart.ts";
import {
  arrangePhotos,
  findKeptPhotos,
  keepingPhotos,
  makePhotos,
  releasePhotos,
  savePhotos,
} from "../images/photos.ts";
import { type Photo, selectProductPhotos } from "../images/photos.sql.ts";
import type { Parts } from "../parts.ts";
import { lockStudent } from "../users/users.sql.ts";
import {
  deleteProduct,
  insertProduct,
  selectOptionalProduct,
  paise,
  selectOptionalOwn,
  updateProduct,
  updateSold,
} from "./products.sql.ts";
import { editWait, listingWait, requireAllowed, requireRoom, useListing } from "./quotas.ts";
import { type TraitRow, traitsOf } from "./traits.ts";

/**
 * Lists a product (R435). Files first, row second: what is not used by a committed row is discarded.
 * The `seller` of the form is never read (Q41).
 */
export function createProduct(
  parts: Parts,
  sellerId: string,
  request: FastifyRequest,
): Promise<ReadyJson> {
  const allow = () => requireAllowed(parts, sellerId, request, listingWait, "listing-quota");
  return withUpload(request, { ...rulesOf(parts), allow }, async (upload) => {
    const ids = readPhotoIds(upload);
    const input = requireValid("sell", upload, ids.length + upload.files.length);
    const productId = newId();
    return save(parts, sellerId, request, upload, async (transaction, made, changed) => {
      changed.add(traitsOf(rowOf(input)));
      await useListing(parts, transaction, sellerId);
      await insertProduct(transaction, productId, sellerId, input);
      await savePhotos(parts, transaction, sellerId, made);
      await arrangePhotos(parts, transaction, sellerId, productId, [
        ...ids,
        ...made.map(({ id }) => id),
      ]);
      return answer(transaction, productId, sellerId, messages.productListed);
    });
  });
}

/**
 * Changes one of the seller's products (R437 to R440). Photos end up in this order: those of
 * `existingImages`, those of `photos`, the new files; without the first two all present ones stay.
 * @throws AppError product-not-found for an absent product and for somebody else's alike
 */
export function editProduct(
  parts: Parts,
  sellerId: string,
  productId: string,
  request: FastifyRequest,
): Promise<ReadyJson> {
  const allow = async () => {
    if ((await selectOptionalOwn(parts.db, productId, sellerId)) === undefined) {
      throw new AppError("product-not-found");
    }
    await requireAllowed(parts, sellerId, request, editWait, "edit-quota");
  };
  return withUpload(request, { ...rulesOf(parts), allow }, async (upload) => {
    const ids = await keptPhotos(parts.db, productId, upload);
    const input = requireValid("edit", upload, ids.length + upload.files.length);
    return save(parts, sellerId, request, upload, async (transaction, made, changed) => {
      await lockStudent(transaction, sellerId);
      const before = await selectOptionalOwn(transaction, productId, sellerId);
      if (before === undefined) throw new AppError("product-not-found");
      requireFresh(request, before.version);
      changed.add(traitsOf(before)).add(traitsOf(rowOf(input)));
      const wait = await useAllowance(
        transaction,
        sellerId,
        "edits",
        parts.config.LIMITS_EDITS_PER_DAY,
      );
      if (wait > 0) throw new AppError("edit-quota", { retryAfter: wait });
      await updateProduct(transaction, productId, sellerId, input);
      await savePhotos(parts, transaction, sellerId, made);
      await arrangePhotos(parts, transaction, sellerId, productId, [
        ...ids,
        ...made.map(({ id }) => id),
      ]);
      return answer(transaction, productId, sellerId, messages.productUpdated);
    });
  }).catch((refusal: unknown) => {
    if (!(refusal instanceof AppError) || refusal.code !== "image-too-large") throw refusal;
    throw new AppError("image-too-large", { message: messages.photoUnder15 });
  });
}

/**
 * Marks one of the seller's products sold or unsold; flips it when `isSold` is undefined (R441, Q59). Back to unsold
 * it counts as active again.
 */
export async function markSold(
  { config, db, changes }: Parts,
  attempt: Attempt,
  productId: string,
  isSold: boolean | undefined,
): Promise<ReadyJson> {
  const { userId } = attempt;
  const changed = new Set<number>();
  const { body } = await once(db, attempt, async (transaction) => {
    await lockStudent(transaction, userId);
    const before = await selectOptionalOwn(transaction, productId, userId);
    const product = await updateSold(transaction, productId, userId, isSold);
    if (before === undefined || product === undefined) throw new AppError("product-not-found");
    if (before.is_sold && !product.is_sold)
      await requireRoom(transaction, userId, config.LIMITS_ACTIVE_LISTINGS);
    changed.add(traitsOf(product));
    const wait = await useAllowance(transaction, userId, "edits", config.LIMITS_EDITS_PER_DAY);
    if (wait > 0) throw new AppError("edit-quota", { retryAfter: wait });
    return JSON.stringify({
      success: true,
      message: product.is_sold ? messages.markedSold : messages.markedUnsold,
      isSold: product.is_sold,
    });
  });
  changes.announce(changed);
  return new ReadyJson(body);
}

/** Deletes one of the seller's products; its files go by the job queue after the commit. */
export async function removeProduct(
  parts: Parts,
  attempt: Attempt,
  productId: string,
): Promise<ReadyJson> {
  const changed = new Set<number>();
  const { body } = await once(parts.db, attempt, async (transaction) => {
    // The product before its photos, as an edit does: otherwise the two would wait for each other.
    await selectOptionalOwn(transaction, productId, attempt.userId);
    await releasePhotos(parts, transaction, attempt.userId, productId);
    const before = await deleteProduct(transaction, productId, attempt.userId);
    if (before === undefined) throw new AppError("product-not-found");
    changed.add(traitsOf(before));
    return JSON.stringify({ success: true, message: messages.productDeleted });
  });
  parts.changes.announce(changed);
  return new ReadyJson(body);
}

/**
 * Makes the photos of an upload, then does the work in one transaction, at most once per Idempotency-Key.
 * The work adds the traits of what it changes; they are announced after the commit.
 */
async function save(
  parts: Parts,
  sellerId: string,
  request: FastifyRequest,
  upload: Upload,
  work: (transaction: Queries, made: Photo[], changed: Set<number>) => Promise<string>,
): Promise<ReadyJson> {
  const attempt = readAttempt(request, sellerId, digestOf(upload));
  const answered = await selectAnswer(parts.db, attempt);
  if (answered !== undefined) return new ReadyJson(answered);
  const made = await makePhotos(
    parts,
    upload.files.map(({ path }) => path),
    upload.folder,
    sellerId,
  );
  const changed = new Set<number>();
  try {
    const { body } = await keepingPhotos(parts, made, () =>
      once(parts.db, attempt, (transaction) => work(transaction, made, changed)),
    );
    return new ReadyJson(body);
  } finally {
    // Also when nobody knows whether the commit was.
    parts.changes.announce(changed);
  }
}

async function answer(
  db: Queries,
  productId: string,
  sellerId: string,
  message: string,
): Promise<string> {
  const product = await selectOptionalProduct(db, productId, sellerId);
  if (product === undefined) throw new AppError("product-not-found");
  return `{"success":true,"message":${JSON.stringify(message)},"product":${product.json}}`;
}

function requireValid(form: "sell" | "edit", { fields }: Upload, photos: number): ProductInput {
  const draft: Partial<ProductDraft> = Object.fromEntries(
    productFields.map((field) => [field, fields.get(field)?.[0]]),
  );
  const { value, faults } = checkProduct(form, draft, photos);
  if (faults === undefined) return value;
  throw refusalOf(faults);
}

function refusalOf(faults: [FormFault, ...FormFault[]]): AppError {
  const errors = faults.map(({ field, message }) => ({ field, message }));
  return new AppError(faults[0].code, { message: faults[0].message, errors });
}

const rowOf = (input: ProductInput): TraitRow => ({
  category: input.category,
  condition: input.condition,
  location_type: input.locationType,
  price_paise: paise(input),
});

const rulesOf = ({ config }: Parts) => ({
  dataDir: config.DATA_DIR,
  fileField: "images",
  maxFiles: maxPhotos,
  repeatable: ["photos"],
});

/** What a request asks, in one text: equal texts are the same request. */
const digestOf = ({ fields, files }: Upload) =>
  JSON.stringify([...fields, files.map(({ sha256 }) => sha256)]);

/** Photo ids in display order, as repeated fields or as one JSON list. */
function readPhotoIds({ fields }: Upload): string[] {
  const values = fields.get("photos") ?? [];
  const ids = values.length === 1 && values[0]?.startsWith("[") ? readJsonList(values[0]) : values;
  if (!ids.every(isId) || new Set(ids).size !== ids.length) throw new AppError("foreign-image");
  return ids;
}

async function keptPhotos(db: Queries, productId: string, upload: Upload): Promise<string[]> {
  const [existing] = upload.fields.get("existingImages") ?? [];
  const ids = readPhotoIds(upload);
  if (existing === undefined && upload.fields.has("photos")) return ids;
  const present = await selectProductPhotos(db, productId);
  // No product is without a photo: this one was deleted a moment ago.
  if (present.length === 0) throw new AppError("product-not-found");
  const kept =
    existing === undefined
      ? present.map(({ id }) => id)
      : findKeptPhotos(present, readJsonList(existing));
  return [...kept, ...ids];
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

/** An edit that names the version it was made from must not overwrite a newer one (RFC 9110 section 13.1.1). */
function requireFresh(request: FastifyRequest, version: number): void {
  const expected = request.headers["if-match"];
  if (expected !== undefined && expected !== "*" && expected !== `"${version}"`)
    throw new AppError("stale-product");
}
