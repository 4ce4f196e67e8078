import { maxProductsPerViewer, maxViewersPerProduct } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";

/**
 * Counts a view, once per viewer and day; an absent product and its seller's own views count nothing. Rows are
 * bounded by product and by viewer; requests at the same moment may each add one past that.
 * @param viewer a keyed hash of this day
 * @param userId the viewer, when signed in
 */
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
    on conflict do nothing`);
}
