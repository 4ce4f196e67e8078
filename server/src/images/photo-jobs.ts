import { join } from "node:path";
import type { Job } from "../jobs.ts";
import type { Parts } from "../parts.ts";
import { traitsOf } from "../products/traits.ts";
import { avifJob, removalJob, sizeOf, sourceOf } from "./photos.ts";
import {
  deleteExpiredPhotos,
  selectOptionalPhoto,
  selectUnknownFiles,
  updatePhotoFiles,
  type Photo,
} from "./photos.sql.ts";
import { copyTo } from "./storage.ts";
import { removeAbandonedWork, withWorkFolder } from "./work-folder.ts";

type JobParts = Pick<Parts, "config" | "log" | "db" | "storage" | "processor" | "jobs" | "changes">;

/** Milliseconds after which a file without a row cannot belong to a request that is still running. */
const sweepGrace = 24 * 3_600_000;
/** A sweep that would take more than this, and more than half of all files, sees the wrong database. */
const plausibleOrphans = 100;
const batch = 500;

/** The background work of photos. */
export function photoJobs(parts: JobParts): Job<never>[] {
  const avif: Job<{ photoId: string }> = {
    name: avifJob,
    work: ({ photoId }) => addAvif(parts, photoId),
  };
  const removal: Job<{ files: string[] }> = {
    name: removalJob,
    work: ({ files }) => parts.storage.remove(files),
  };
  const expiry: Job<object> = {
    name: "photo-expiry",
    cron: "17 * * * *",
    work: () => expire(parts),
  };
  const sweep: Job<object> = {
    name: "photo-sweep",
    cron: "43 3 * * *",
    work: async () => void (await sweepOrphans(parts)),
  };
  return [avif, removal, expiry, sweep];
}

/** Adds the AVIF files of a photo, unless it is gone or has them. Safe to repeat. */
export async function addAvif(parts: JobParts, photoId: string): Promise<void> {
  const { config, db, storage, processor, log, changes } = parts;
  const photo = await selectOptionalPhoto(db, photoId);
  const largest = photo?.files.find((key) => key.endsWith(`-${photo.image.width}.webp`));
  if (!photo || !largest || photo.files.some((key) => key.endsWith(".avif"))) return;
  await withWorkFolder(config.DATA_DIR, async (folder) => {
    const input = join(folder, "input");
    if (!(await copyTo(storage, largest, input)))
      return log.warn({ photoId }, "a photo has lost its file");
    const widths = await processor.encodeAvif(input, folder);
    const name = largest.slice(0, largest.lastIndexOf("-"));
    const made = widths.map((width) => ({
      width,
      key: `${name}-${width}.avif`,
      path: join(folder, `${width}.avif`),
    }));
    for (const { key, path } of made) await storage.put(key, path);
    const sources = [...made.map(({ key, width }) => sourceOf(key, width)), ...photo.image.sources];
    const changed: Photo = {
      id: photo.id,
      image: { ...photo.image, sources },
      files: [...photo.files, ...made.map(({ key }) => key)],
      bytes: photo.bytes + (await sizeOf(made.map(({ path }) => path))),
    };
    const saved = await updatePhotoFiles(db, changed, photo);
    if (saved?.product) changes.announce(new Set([traitsOf(saved.product)]));
    if (saved) return;
    // Another process was first and has the same files, or the photo is gone.
    const unknown = await selectUnknownFiles(
      db,
      made.map(({ key }) => key),
    );
    await storage.remove(unknown);
  });
}

async function expire(parts: JobParts): Promise<void> {
  await expireUnusedPhotos(parts);
  await removeAbandonedWork(parts.config.DATA_DIR);
}

/** Deletes photos that no product used for a day; their files go by queue after the commit. */
export async function expireUnusedPhotos({ db, jobs }: JobParts): Promise<void> {
  for (;;) {
    const expired = await db.transaction(async (transaction) => {
      const photos = await deleteExpiredPhotos(transaction, batch);
      if (photos.length > 0) await jobs.enqueue(transaction, removalJob, { files: photos.flat() });
      return photos.length;
    });
    if (expired < batch) return;
  }
}

/**
 * Removes files that no photo has, and that are so old that no running request can still be about to claim them.
 * @returns how many
 */
export async function sweepOrphans(
  { db, storage, log }: JobParts,
  now = Date.now(),
): Promise<number> {
  const orphans: string[] = [];
  let aged = 0;
  let keys: string[] = [];
  const check = async () => {
    if (keys.length > 0) orphans.push(...(await selectUnknownFiles(db, keys)));
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list()) {
    if (now - modifiedAt.getTime() < sweepGrace) continue;
    aged++;
    if (keys.push(key) === batch) await check();
  }
  await check();
  if (orphans.length > plausibleOrphans && orphans.length > aged / 2) {
    log.error(
      { orphans: orphans.length, files: aged },
      "most photo files are unknown to this database; none was removed",
    );
    return 0;
  }
  await storage.remove(orphans);
  if (orphans.length > 0) log.info({ orphans: orphans.length }, "orphaned photo files removed");
  return orphans.length;
}
