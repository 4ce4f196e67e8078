import { selectNow } from "../db/clock.sql.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Context } from "../context.ts";
import { avifJob, type PhotoContext, removalJob, sizeOf, sourceOf } from "./photos.ts";
import {
  deleteExpiredPhotos,
  selectOptionalPhoto,
  selectUnknownFiles,
  updatePhotoFiles,
  type Photo,
} from "./photos.sql.ts";
import { openStream } from "../storage/storage.ts";
import { removeAbandonedWork } from "./work-folder.ts";

/** Milliseconds that a request may need to insert the rows of its files */
const sweepGrace = 24 * 3_600_000;
/** The number of orphans above which, if they are also more than half of all files, the database must be the wrong one. */
const plausibleOrphans = 100;
const batch = 500;

export function photoJobs(context: PhotoContext): Job<never>[] {
  return [
    { name: avifJob, work: ({ photoId }: { photoId: string }) => addAvif(context, photoId) },
    {
      name: removalJob,
      // A case retains its photos, also for some time after it is closed.
      work: async ({ files }: { files: string[] }) =>
        context.storage.remove(await selectUnknownFiles(context.db, files)),
    },
    {
      name: "photo-expiry",
      cron: "17 * * * *",
      async work() {
        await expireUnusedPhotos(context);
        await removeAbandonedWork(context.config.DATA_DIR);
      },
    },
    {
      name: "photo-sweep",
      cron: "43 3 * * *",
      async work() {
        await sweepOrphans(context);
      },
    },
  ];
}

export async function addAvif(context: PhotoContext, photoId: string): Promise<void> {
  const { db, storage, processor, changes } = context;
  const photo = await selectOptionalPhoto(db, photoId);
  const largest = photo?.files.find((key) => key.endsWith(`-${photo.image.width}.webp`));
  if (!photo || !largest || photo.files.some((key) => key.endsWith(".avif"))) return;
  const made = await processor.encodeAvif(() => openStream(storage, largest));
  const name = largest.slice(0, largest.lastIndexOf("-"));
  const keys = made.map(({ width }) => `${name}-${width}.avif`);
  for (const [i, { content }] of made.entries()) await storage.put(keys[i] ?? "", content);
  const sources = made.map(({ width }, i) => sourceOf(keys[i] ?? "", width));
  const changed: Photo = {
    id: photo.id,
    image: { ...photo.image, sources: [...sources, ...photo.image.sources] },
    files: [...photo.files, ...keys],
    bytes: photo.bytes + sizeOf(made),
  };
  // In a transaction, so that the change is announced even when its answer is lost.
  if (await db.transaction((transaction) => updatePhotoFiles(transaction, changed, photo)))
    return changes.announce();
  // Another process has added the same files, or the photo was deleted.
  await storage.remove(await selectUnknownFiles(db, keys));
}

export async function expireUnusedPhotos({ db, jobs }: Context): Promise<void> {
  for (;;) {
    const expired = await db.transaction(async (transaction) => {
      const photos = await deleteExpiredPhotos(transaction, batch);
      if (photos.length > 0) await jobs.enqueue(transaction, removalJob, { files: photos.flat() });
      return photos.length;
    });
    if (expired < batch) return;
  }
}

/** @param now the database's time, if not given */
export async function sweepOrphans({ db, storage, log }: Context, now?: number) {
  const time = now ?? (await selectNow(db)).getTime();
  const orphans: string[] = [];
  let aged = 0;
  let keys: string[] = [];
  const check = async () => {
    if (keys.length > 0) orphans.push(...(await selectUnknownFiles(db, keys)));
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list()) {
    if (time - modifiedAt.getTime() < sweepGrace) continue;
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
