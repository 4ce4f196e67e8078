import { maxProductsPerViewer, maxViewersPerProduct } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** Counts a view once per viewer and day, limited per product and viewer, without the seller's own. @param viewer a keyed hash of this day */
export async function insertClick(
  db: Queries,
  productId: string,
  viewer: Buffer,
  userId: string | undefined,
): Promise<void> {
  await db.query(sql`
    insert into clicks (product_id, day, viewer)
    select id, current_date, ${viewer} from products
    where id = ${productId} and seller_id is distinct from ${userId ?? null}::uuid
      and (select count(*) from (
        select from clicks where product_id = ${productId} and day = current_date limit ${maxViewersPerProduct}
      ) as viewers) < ${maxViewersPerProduct}::int
      and (select count(*) from (
        select from clicks where viewer = ${viewer} limit ${maxProductsPerViewer}
      ) as viewed) < ${maxProductsPerViewer}::int
    for key share
    on conflict do nothing`);
}

export async function deleteOldClicks(db: Queries): Promise<void> {
  await db.query(sql`delete from clicks where day < current_date - 90`);
}
