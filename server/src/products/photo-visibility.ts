import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isShown } from "./listing-life.ts";

/**
 * Decides whether the photo of a file may be shown. While the database is down its last answer counts, otherwise yes.
 * @param lifetime of an answer in milliseconds; 20 s and the 30 s of `s-maxage` let a photo go within a minute
 */
export function createPhotoVisibility(db: Queries, lifetime = 20_000) {
  const answers = new LRUCache<string, boolean, string>({
    max: 10_000,
    ttl: lifetime,
    allowStaleOnFetchRejection: true,
    fetchMethod: (_name, _stale, { context: key }) => selectPhotoShown(db, key),
  });
  return async (key: string) => {
    // All files of a photo share its name.
    const name = key.slice(0, key.lastIndexOf("-"));
    return (await answers.fetch(name, { context: key }).catch(() => true)) ?? true;
  };
}

async function selectPhotoShown(db: Queries, key: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from photos photo
    join users seller on seller.id = photo.owner_id
    left join products product on product.id = photo.product_id
    where photo.files @> array[${key}] and ${isShown}`);
  return rows.length > 0;
}
