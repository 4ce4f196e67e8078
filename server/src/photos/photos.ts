import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { maxUnusedPhotos, unusedPhotoHours } from "@market/contract/limits";
import type { ProductImage } from "@market/contract/photos/schemas";
import type { Queries } from "../db/database.ts";
import { AppError, CommitInDoubt } from "../errors/errors.ts";
import { newId } from "../db/ids.ts";
import type { Context } from "../context.ts";
import { lockStudent } from "../students/students.sql.ts";
import {
  countUnusedPhotos,
  deleteOtherPhotos,
  deleteUnusedPhoto,
  insertPhoto,
  updateProductPhotos,
  type Photo,
} from "./photos.sql.ts";
import type { MadeFile } from "./image-worker.ts";
import type { EncodedPhoto, ImageProcessor } from "./processor.ts";
import { typeOf } from "../storage/object-store.ts";
import { storageRefusal } from "../storage/storage.ts";

export type PhotoContext = Context & { processor: ImageProcessor };

type PhotoMaker = Pick<PhotoContext, "log" | "storage" | "processor" | "jobs">;

export const avifJob = "photo-avif";
export const removalJob = "photo-files-removal";
export const comparisonJob = "photo-comparison";

const plainWidth = 640;

export const photoUrl = (key: string): string => `/photos/${key}`;
export const keyOf = (url: string): string => url.slice(photoUrl("").length);

/** Encodes and stores all pictures or none; `savePhotos` inserts rows. @throws AppError with the place of the refused picture as field */
export async function makePhotos(
  context: PhotoMaker,
  paths: readonly string[],
  studentId: string,
): Promise<Photo[]> {
  const outcomes = await Promise.allSettled(
    paths.map((path) => makePhoto(context, path, studentId)),
  );
  const made = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failed = outcomes.findIndex((each) => each.status === "rejected");
  if (failed === -1) return made;
  await discardPhotos(context, made);
  const { reason } = outcomes[failed] as { reason: unknown };
  if (!(reason instanceof AppError) || reason.status >= 500) throw reason;
  const errors = [{ field: `images.${failed}`, message: reason.message }];
  throw new AppError(reason.code, { message: reason.message, errors, cause: reason });
}

async function makePhoto(context: PhotoMaker, path: string, studentId: string): Promise<Photo> {
  return storePhoto(
    context,
    await context.processor.encode(() => createReadStream(path), studentId),
  );
}

/** Stores the files of an encoded picture, all or none; the row of the photo is inserted later. */
export async function storePhoto(
  { storage, log }: Pick<Context, "storage" | "log">,
  { files: made, fingerprint, ...look }: EncodedPhoto,
): Promise<Photo> {
  const largest = made.at(-1);
  if (largest === undefined) throw new AppError("not-an-image");
  const hash = createHash("sha256").update(largest.content).digest("hex");
  const name = `${randomBytes(16).toString("hex")}-${hash.slice(0, 16)}`;
  const files = made.map(({ width }) => `${name}-${width}.webp`);
  try {
    await Promise.all(made.map(({ content }, i) => storage.put(files[i] ?? "", content)));
  } catch (error) {
    await discardPhotos({ storage, log }, [{ files }]);
    throw storageRefusal(error);
  }
  const sources = made.map(({ width }, i) => sourceOf(files[i] ?? "", width));
  const plain = sources.find(({ width }) => width === plainWidth) ?? sources.at(-1);
  const id = newId();
  const image = { id, url: plain?.url ?? "", width: largest.width, ...look, sources };
  return { id, image, files, bytes: sizeOf(made), fingerprint };
}

export const sourceOf = (key: string, width: number): ProductImage["sources"][number] => ({
  type: typeOf(key),
  width,
  url: photoUrl(key),
});

export const sizeOf = (files: readonly MadeFile[]): number =>
  files.reduce((sum, { content }) => sum + content.length, 0);

/** Removes the files of a `work` that failed or repeated an earlier request. In doubt they are left to the sweep. */
export async function withStoredPhotos<T extends { repeated: boolean }>(
  context: PhotoMaker,
  made: readonly Photo[],
  work: () => Promise<T>,
): Promise<T> {
  let isNeeded = false;
  try {
    const outcome = await work();
    isNeeded = !outcome.repeated;
    return outcome;
  } catch (error) {
    isNeeded = error instanceof CommitInDoubt;
    throw error;
  } finally {
    if (!isNeeded) await discardPhotos(context, made);
  }
}

export async function discardPhotos(
  { storage, log }: Pick<Context, "storage" | "log">,
  photos: readonly Pick<Photo, "files">[],
): Promise<void> {
  const files = photos.flatMap((photo) => photo.files);
  await storage
    .remove(files)
    .catch((error: unknown) => log.warn({ err: error, files }, "files were not discarded"));
}

export async function savePhotos(
  { jobs }: Pick<Context, "jobs">,
  transaction: Queries,
  ownerId: string,
  photos: readonly Photo[],
) {
  for (const photo of photos) {
    await insertPhoto(transaction, ownerId, photo);
    await jobs.enqueue(transaction, avifJob, { photoId: photo.id });
  }
}

/** Checks the number of unused photos; exact inside a transaction, early outside. @throws AppError photo-quota */
export async function requirePhotoQuota(db: Queries, ownerId: string, within?: "transaction") {
  if (within) await lockStudent(db, ownerId);
  if ((await countUnusedPhotos(db, ownerId)) >= maxUnusedPhotos) {
    throw new AppError("photo-quota", { retryAfter: unusedPhotoHours * 3600 });
  }
}

/** Replaces the photos of a product by these, and deletes the others. @throws AppError foreign-image */
export async function arrangePhotos(
  context: PhotoMaker,
  transaction: Queries,
  ownerId: string,
  productId: string,
  photoIds: readonly string[],
): Promise<void> {
  const taken = await updateProductPhotos(transaction, ownerId, productId, photoIds);
  if (taken !== photoIds.length) throw new AppError("foreign-image");
  const files = await deleteOtherPhotos(transaction, ownerId, productId, photoIds);
  if (files.length > 0) await context.jobs.enqueue(transaction, removalJob, { files });
  await context.jobs.enqueue(transaction, comparisonJob, { productId });
}

/** Finds the ids of the photos that an edit retains, by the `url` of each (R438). @throws AppError foreign-image */
export function findExistingPhotos(
  photos: readonly { id: string; url: string }[],
  urls: readonly string[],
): string[] {
  return urls.map((url) => {
    const photo = photos.find((each) => each.url === url);
    if (!photo) throw new AppError("foreign-image");
    return photo.id;
  });
}

export async function discardUnusedPhoto(
  context: PhotoMaker,
  transaction: Queries,
  ownerId: string,
  photoId: string,
) {
  const files = await deleteUnusedPhoto(transaction, ownerId, photoId);
  if (!files) throw new AppError("photo-not-found");
  await context.jobs.enqueue(transaction, removalJob, { files });
}
