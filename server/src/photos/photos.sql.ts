import { unusedPhotoHours } from "@market/contract/limits";
import type { ProductImage } from "@market/contract/photos/schemas";
import sql, { raw } from "sql-template-tag";
import type { Queries } from "../db/database.ts";

export type Photo = {
  id: string;
  image: ProductImage;
  files: string[];
  bytes: number;
  /** The perceptual hash of a new photo in hexadecimal, unless it is too flat for one. */
  fingerprint?: string | undefined;
};

const unusedPhotoLife = raw(`interval '${unusedPhotoHours} hours'`);

export async function insertPhoto(
  db: Queries,
  ownerId: string,
  { id, image, files, bytes, fingerprint }: Photo,
): Promise<void> {
  await db.query(sql`
    insert into photos (id, owner_id, image, files, bytes)
    values (${id}, ${ownerId}, ${JSON.stringify(image)}, ${files}, ${bytes})`);
  if (fingerprint !== undefined)
    await db.query(sql`
      insert into photo_fingerprints (photo_id, bits) values (${id}, ('x' || ${fingerprint}::text)::bit(64)::bigint)`);
}

export async function countUnusedPhotos(db: Queries, ownerId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from photos where owner_id = ${ownerId} and product_id is null`);
  return row?.count ?? 0;
}

export function selectProductPhotos(db: Queries, productId: string) {
  return db.query<{ id: string; url: string }>(sql`
    select id, image ->> 'url' as url from photos where product_id = ${productId} order by position`);
}

/** Assigns photos to a product in this order, except those of others or in use elsewhere. @returns their number */
export async function updateProductPhotos(
  db: Queries,
  ownerId: string,
  productId: string,
  photoIds: readonly string[],
): Promise<number> {
  const rows = await db.query(sql`
    update photos photo
    set product_id = ${productId}, position = wanted.position - 1
    from unnest(${photoIds}::uuid[]) with ordinality as wanted (id, position)
    where photo.id = wanted.id and photo.owner_id = ${ownerId}
      and (photo.product_id is null or photo.product_id = ${productId})
    returning photo.id`);
  return rows.length;
}

export async function deleteOtherPhotos(
  db: Queries,
  ownerId: string,
  productId: string,
  retained: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ files: string[] }>(sql`
    delete from photos
    where product_id = ${productId} and owner_id = ${ownerId} and id <> all (${retained}::uuid[])
    returning files`);
  return rows.flatMap((row) => row.files);
}

/** Deletes an unused photo. @returns the keys of its files; undefined if it is not the owner's, or in use */
export async function deleteUnusedPhoto(db: Queries, ownerId: string, photoId: string) {
  const [row] = await db.query<{ files: string[] }>(sql`
    delete from photos
    where id = ${photoId} and owner_id = ${ownerId} and product_id is null
    returning files`);
  return row?.files;
}

/** @returns the keys of the files, photo by photo */
export async function deleteExpiredPhotos(db: Queries, limit: number): Promise<string[][]> {
  const rows = await db.query<{ files: string[] }>(sql`
    delete from photos
    where id in (
      select id from photos
      where product_id is null and created_at < now() - ${unusedPhotoLife}
      order by created_at limit ${limit} for update skip locked
    )
    returning files`);
  return rows.map((row) => row.files);
}

export async function selectOptionalPhoto(db: Queries, photoId: string) {
  const [row] = await db.query<Photo>(sql`
    select id, image, files, bytes from photos where id = ${photoId}`);
  return row;
}

/** Adds files to a photo. @returns false if the photo was deleted, or another process has added them */
export async function updatePhotoFiles(
  db: Queries,
  { id, image, files, bytes }: Photo,
  before: Photo,
): Promise<boolean> {
  const rows = await db.query(sql`
    update photos set image = ${JSON.stringify(image)}, files = ${files}, bytes = ${bytes}
    where id = ${id} and files = ${before.files}
    returning id`);
  return rows.length > 0;
}

/** Selects files that no photo, deleted listing or case has. */
export async function selectUnknownFiles(db: Queries, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from photos where files @> array[key])
      and not exists (select from deleted_listings where files @> array[key])
      and not exists (select from cases where files @> array[key])`);
  return rows.map((row) => row.key);
}
