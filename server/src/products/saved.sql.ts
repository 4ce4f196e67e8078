import { maxSaved } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isShown } from "./listing-life.ts";
import { publicJsonAnd } from "./products.sql.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";
import { lockStudent } from "../students/students.sql.ts";

const savedOf = (userId: string) => sql`
    from saved_products saved
      join products product on product.id = saved.product_id
      join users seller on seller.id = product.seller_id
    where saved.user_id = ${userId} and ${isShown}`;

/** Selects saved listings, with the price at saving if it is lower now. */
const savedJson = publicJsonAnd(sql`case when saved.price_paise > product.price_paise
  then concat(',"priceBefore":', trim_scale(saved.price_paise / 100.0)) end`);

export function selectSavedProducts(db: Queries, userId: string): Promise<{ json: string }[]> {
  return db.query(sql`
    select ${savedJson} as json ${savedOf(userId)}
    order by saved.saved_at desc, product.id desc`);
}

export async function selectSavedIds(db: Queries, userId: string): Promise<string[]> {
  const rows = await db.query<{ product_id: string }>(sql`
    select saved.product_id ${savedOf(userId)}`);
  return rows.map((row) => row.product_id);
}

/** Saves a listing. @returns `absent` for a product that may not be seen, `full` at the limit */
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
    insert into saved_products (user_id, product_id, price_paise)
    select ${userId}, id, price_paise from products where id = ${productId}`);
  return "saved";
}

export async function deleteSaved(db: Queries, userId: string, productId: string): Promise<void> {
  await db.query(sql`
    delete from saved_products where user_id = ${userId} and product_id = ${productId}`);
}

/** Selects the students to notify when a listing costs less: those who have saved it, with its name and prices. */
export function selectSavers(transaction: Queries, productId: string) {
  return transaction.query<{ userId: string; name: string; price: number; before: number }>(sql`
    select saved.user_id as "userId", product.name, (product.price_paise / 100.0)::float8 as price,
      (product.previous_price_paise / 100.0)::float8 as before
    from saved_products saved join products product on product.id = saved.product_id
    where saved.product_id = ${productId} and saved.user_id <> product.seller_id and product.listed
      and not ${eitherBlocked(sql`saved.user_id`, sql`product.seller_id`)}`);
}
