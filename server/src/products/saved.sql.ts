import { maxSaved } from "@market/contract/limits";
import type { SavedProduct } from "@market/contract/products/product";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isShown } from "./listing-life.ts";
import { mayBeNotified } from "../students/blocks.sql.ts";
import { presentProduct, type ProductRow, publicColumns } from "./present-product.ts";
import { lockStudent } from "../students/students.sql.ts";

const savedOf = (userId: string) => sql`
    from saved_products saved
      join products product on product.id = saved.product_id
      join users seller on seller.id = product.seller_id
    where saved.user_id = ${userId} and ${isShown}`;

/** Selects saved listings, with the price at saving if it is lower now. */
export async function selectSavedProducts(db: Queries, userId: string): Promise<SavedProduct[]> {
  const rows = await db.query<ProductRow & { savedPaise: number }>(sql`
    select ${publicColumns}, saved.price_paise as "savedPaise" ${savedOf(userId)}
    order by saved.saved_at desc, product.id desc`);
  return rows.map((row) => ({
    ...presentProduct(row, "visitor"),
    priceBefore: row.savedPaise > row.pricePaise ? row.savedPaise / 100 : undefined,
  }));
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

/** Selects the students to notify when an unsold listing costs less: those who have saved it, with its name and prices. */
export function selectSavers(transaction: Queries, productId: string) {
  return transaction.query<{ userId: string; name: string; price: number; before: number }>(sql`
    select saved.user_id as "userId", product.name, (product.price_paise / 100.0)::float8 as price,
      (product.previous_price_paise / 100.0)::float8 as before
    from saved_products saved join products product on product.id = saved.product_id
      join users student on student.id = saved.user_id
    where saved.product_id = ${productId} and saved.user_id <> product.seller_id
      and product.listed and product.sold_at is null and ${mayBeNotified(sql`product.seller_id`)}`);
}
