import { maxSaved } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { isShown, publicJson } from "../products/products.sql.ts";
import { lockStudent } from "../users/users.sql.ts";

/** A student's saved products, sold ones included, the latest saved first; what is hidden or of a suspended seller is left out. */
export function selectSavedProducts(db: Queries, userId: string): Promise<{ json: string }[]> {
  return db.query(sql`
    select ${publicJson} as json
    from saved_products saved
      join products product on product.id = saved.product_id
      join users seller on seller.id = product.seller_id
    where saved.user_id = ${userId} and ${isShown}
    order by saved.saved_at desc, product.id desc`);
}

/** Ids of the same products. */
export async function selectSavedIds(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.query<{ product_id: string }>(sql`
    select saved.product_id
    from saved_products saved
      join products product on product.id = saved.product_id
      join users seller on seller.id = product.seller_id
    where saved.user_id = ${userId} and ${isShown}`);
  return rows.map((row) => row.product_id);
}

/**
 * Saves a product; saving it again changes nothing. The student's row is locked meanwhile, so that the
 * limit is exact under parallel requests.
 * @returns `absent` for a product that nobody may see; `full` at the limit
 */
export async function insertSaved(
  transaction: Queries,
  userId: string,
  productId: string,
): Promise<"saved" | "absent" | "full"> {
  await lockStudent(transaction, userId);
  const [found] = await transaction.query<{ is_saved: boolean; saved: number }>(sql`
    select
      exists (select from saved_products where user_id = ${userId} and product_id = product.id) as is_saved,
      (select count(*)::int from saved_products where user_id = ${userId}) as saved
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and ${isShown}
    for key share of product`);
  if (found === undefined) return "absent";
  if (found.is_saved) return "saved";
  if (found.saved >= maxSaved) return "full";
  await transaction.query(sql`
    insert into saved_products (user_id, product_id) values (${userId}, ${productId})`);
  return "saved";
}

/** Takes a product off the student's own list; one that is not on it changes nothing. */
export async function deleteSaved(db: Queries, userId: string, productId: string): Promise<void> {
  await db.query(sql`
    delete from saved_products where user_id = ${userId} and product_id = ${productId}`);
}
