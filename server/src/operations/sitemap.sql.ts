import sql, { empty } from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** Selects the first of every `size` unsold listings, oldest first. */
export async function selectSitemapStarts(db: Queries, size: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from (
      select id, row_number() over (order by id) - 1 as nth
      from products where listed and sold_at is null
    ) numbered
    where nth % ${size} = 0 order by id`);
  return rows.map(({ id }) => id);
}

export type SitemapListing = { id: string; changed: string };

/** Selects listings, oldest first. @param end the first one excluded */
export function selectSitemapListings(
  db: Queries,
  { from, after, end }: { from?: string; after?: string; end?: string },
  limit: number,
): Promise<SitemapListing[]> {
  return db.query(sql`
    select id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
    from products
    where listed and sold_at is null
      ${from === undefined ? empty : sql`and id >= ${from}`}
      ${after === undefined ? empty : sql`and id > ${after}`}
      ${end === undefined ? empty : sql`and id < ${end}`}
    order by id limit ${limit}`);
}
