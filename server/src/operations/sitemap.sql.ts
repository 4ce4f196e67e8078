import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** Selects unsold listings, newest first, with the day of their last change. */
export function selectSitemapListings(
  db: Queries,
  limit: number,
): Promise<{ id: string; changed: string }[]> {
  return db.query(sql`
    select id, to_char(updated_at at time zone 'utc', 'YYYY-MM-DD') as changed
    from products where listed and sold_at is null
    order by id desc limit ${limit}`);
}
