import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { isShown } from "./listing-life.ts";

/** Milliseconds, such as a restart of the database takes, for which a photo without an answer is shown. */
const tolerated = 60_000;

/**
 * Decides whether the photo of a file may be shown. While the database is down its last answer counts. A photo without one
 * is shown for a minute, and then refused, because it may have been hidden.
 * @throws AppError if that is unknown
 * @param lifetime of an answer in milliseconds; 20 s and the 30 s of `s-maxage` let a photo go within a minute
 */
export function createPhotoVisibility(db: Queries, lifetime = 20_000) {
  let answeredAt = performance.now();
  const answers = new LRUCache<string, boolean, string>({
    max: 10_000,
    ttl: lifetime,
    allowStaleOnFetchRejection: true,
    async fetchMethod(_name, _stale, { context: key }) {
      const mayShow = await selectPhotoShown(db, key);
      answeredAt = performance.now();
      return mayShow;
    },
  });
  return async (key: string) => {
    // All files of a photo share its name.
    const name = key.slice(0, key.lastIndexOf("-"));
    const mayShow = await answers.fetch(name, { context: key });
    if (mayShow !== undefined) return mayShow;
    // Nothing is known of it, and the query failed.
    if (performance.now() - answeredAt < tolerated) return true;
    throw new AppError("database-unavailable");
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
