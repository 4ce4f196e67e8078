import { createHash, randomBytes } from "node:crypto";
import { lstat, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { maxUnusedPhotos, unusedPhotoHours } from "@market/contract/limits";
import type { ProductImage } from "@market/contract/products";
import { CommitInDoubt, type Queries } from "../db.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { Parts } from "../parts.ts";
import {
  countUnusedPhotos,
  deleteOtherPhotos,
  deleteUnusedPhoto,
  insertPhoto,
  lockOwner,
  updateProductPhotos,
  type Photo,
} from "./photos.sql.ts";
import { storageRefusal, typeOf } from "./storage.ts";

export type PhotoParts = Pick<Parts, "log" | "storage" | "processor" | "jobs">;

/** Jobs that follow a change of photos; `photo-jobs.ts` does them. */
export const avifJob = "photo-avif";
export const removalJob = "photo-files-removal";

/** Width in pixels of the file that `url` names, for readers that take only one. */
const plainWidth = 640;

export const photoUrl = (key: string): string => `/photos/${key}`;
/** The storage key behind a photo's address. */
export const keyOf = (url: string): string => url.slice(photoUrl("").length);

/**
 * Encodes uploaded pictures and stores their files, all or none. Their rows come second (`savePhotos`): a stray
 * file is harmless and gets swept, a row without its file is not.
 * @param paths of spooled uploads, in folders that the caller removes
 * @param studentId whose turn it takes
 * @throws AppError of the picture that cannot be taken, with its place in the list as field
 */
export async function makePhotos(
  parts: PhotoParts,
  paths: readonly string[],
  folder: string,
  studentId: string,
): Promise<Photo[]> {
  const outcomes = await Promise.allSettled(
    paths.map((path) => makePhoto(parts, path, folder, studentId)),
  );
  const made = outcomes
    .filter((outcome) => outcome.status === "fulfilled")
    .map((outcome) => outcome.value);
  const failed = outcomes.findIndex((outcome) => outcome.status === "rejected");
  const outcome = outcomes[failed];
  if (outcome?.status !== "rejected") return made;
  await discardPhotos(parts, made);
  const { reason } = outcome as { reason: unknown };
  if (!(reason instanceof AppError) || reason.status >= 500) throw reason;
  const errors = [{ field: `images.${failed}`, message: reason.message }];
  throw new AppError(reason.code, { message: reason.message, errors, cause: reason });
}

async function makePhoto(
  { storage, processor, log }: PhotoParts,
  path: string,
  folder: string,
  studentId: string,
): Promise<Photo> {
  const output = await mkdtemp(join(folder, "made-"));
  const { width, height, widths, thumbhash, color } = await processor.encode(
    path,
    output,
    studentId,
  );
  const made = widths.map((each) => ({ width: each, path: join(output, `${each}.webp`) }));
  const hash = createHash("sha256")
    .update(await readFile(join(output, `${width}.webp`)))
    .digest("hex");
  const name = `${randomBytes(16).toString("hex")}-${hash.slice(0, 16)}`;
  const files = made.map((file) => `${name}-${file.width}.webp`);
  const bytes = await sizeOf(made.map((file) => file.path));
  try {
    await Promise.all(made.map((file, i) => storage.put(files[i] ?? "", file.path)));
  } catch (error) {
    await storage
      .remove(files)
      .catch((second: unknown) => log.warn({ err: second, files }, "files were not discarded"));
    throw storageRefusal(error);
  }
  await rm(output, { recursive: true });
  const sources = made.map((file, i) => sourceOf(files[i] ?? "", file.width));
  const plain = sources.find((source) => source.width === plainWidth) ?? sources.at(-1);
  const id = newId();
  const image: ProductImage = {
    id,
    url: plain?.url ?? "",
    width,
    height,
    thumbhash,
    color,
    sources,
  };
  return { id, image, files, bytes };
}

export const sourceOf = (key: string, width: number): ProductImage["sources"][number] => ({
  type: typeOf(key),
  width,
  url: photoUrl(key),
});

/** @returns bytes of the files together; anything else than a plain file was not made by our encoder */
export async function sizeOf(paths: readonly string[]): Promise<number> {
  const stats = await Promise.all(paths.map((path) => lstat(path)));
  if (stats.some((each) => !each.isFile()))
    throw new Error("an image process made something that is no file");
  return stats.reduce((sum, each) => sum + each.size, 0);
}

/**
 * Does the work that writes the rows of made photos; when it fails, their files go. When nobody knows
 * whether it failed they stay: the rows may exist, and if they do not, the sweeper finds the files.
 * @param work says `repeated` when an earlier request has done it, so that these files are not needed
 */
export async function keepingPhotos<T extends { repeated: boolean }>(
  parts: PhotoParts,
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
    if (!isNeeded) await discardPhotos(parts, made);
  }
}

/** Removes the files of photos whose rows were never written. */
export async function discardPhotos(
  { storage, log }: PhotoParts,
  photos: readonly Photo[],
): Promise<void> {
  const files = photos.flatMap((photo) => photo.files);
  await storage
    .remove(files)
    .catch((error: unknown) => log.warn({ err: error, files }, "files were not discarded"));
}

/** Writes the rows of made photos, still unused, and asks for their AVIF files. */
export async function savePhotos(
  { jobs }: PhotoParts,
  transaction: Queries,
  ownerId: string,
  photos: readonly Photo[],
) {
  for (const photo of photos) {
    await insertPhoto(transaction, ownerId, photo);
    await jobs.enqueue(transaction, avifJob, { photoId: photo.id });
  }
}

/**
 * Refuses a student who keeps uploading without listing. Inside a transaction it is exact under any number of
 * parallel uploads; outside it spares the work.
 * @throws AppError photo-quota
 */
export async function requirePhotoRoom(
  db: Queries,
  ownerId: string,
  within?: "transaction",
): Promise<void> {
  if (within) await lockOwner(db, ownerId);
  if ((await countUnusedPhotos(db, ownerId)) >= maxUnusedPhotos) {
    throw new AppError("photo-quota", { retryAfter: unusedPhotoHours * 3600 });
  }
}

/**
 * Makes exactly these the photos of a product, in this order; photos that it loses are deleted.
 * @param photoIds unused photos of the owner, or photos of this product
 * @throws AppError foreign-image when one is neither
 */
export async function arrangePhotos(
  parts: PhotoParts,
  transaction: Queries,
  ownerId: string,
  productId: string,
  photoIds: readonly string[],
): Promise<void> {
  const taken = await updateProductPhotos(transaction, ownerId, productId, photoIds);
  if (taken !== photoIds.length) throw new AppError("foreign-image");
  const files = await deleteOtherPhotos(transaction, ownerId, productId, photoIds);
  if (files.length > 0) await parts.jobs.enqueue(transaction, removalJob, { files });
}

/** Deletes the photos of a product that is about to be deleted; their files go after the commit. */
export async function releasePhotos(
  parts: PhotoParts,
  transaction: Queries,
  ownerId: string,
  productId: string,
) {
  await arrangePhotos(parts, transaction, ownerId, productId, []);
}

/**
 * Finds the photos that an edit keeps (R438).
 * @param photos all of the product
 * @param urls the `url` of each, as the product's answer had it
 * @returns their ids
 * @throws AppError foreign-image when one is not a photo of this product
 */
export function findKeptPhotos(
  photos: readonly { id: string; url: string }[],
  urls: readonly string[],
): string[] {
  return urls.map((url) => {
    const photo = photos.find((each) => each.url === url);
    if (!photo) throw new AppError("foreign-image");
    return photo.id;
  });
}

/** @throws AppError photo-not-found when it is not the owner's, or a product uses it */
export async function discardUnusedPhoto(
  parts: PhotoParts,
  transaction: Queries,
  ownerId: string,
  photoId: string,
) {
  const files = await deleteUnusedPhoto(transaction, ownerId, photoId);
  if (!files) throw new AppError("photo-not-found");
  await parts.jobs.enqueue(transaction, removalJob, { files });
}
