import { similarMost } from "@market/contract/limits";
import type { Category } from "@market/contract/products";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { isShown, publicJson } from "./products.sql.ts";

/** A product as everybody may see it, and by what others are like it. */
type ItemRow = { json: string; category: Category; price_paise: number };

/** One product, sold or not, unless it is hidden or its seller suspended. */
export async function selectOptionalItem(
  db: Queries,
  productId: string,
): Promise<ItemRow | undefined> {
  const [row] = await db.query<ItemRow>(sql`
    select ${publicJson} as json, product.category, product.price_paise
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and ${isShown}`);
  return row;
}

/**
 * Unsold products of the same category, nearest in price first. They are looked for upwards and
 * downwards from the price, so that the index is read only as far as needed.
 */
export function selectSimilarProducts(
  db: Queries,
  productId: string,
  { category, price_paise: price }: ItemRow,
): Promise<{ json: string }[]> {
  const candidates = sql`
    from products candidate
    where candidate.listed and candidate.sold_at is null
      and candidate.category = ${category} and candidate.id <> ${productId}`;
  return db.query(sql`
    with near as (
      (select candidate.id ${candidates} and candidate.price_paise >= ${price}
        order by candidate.price_paise, candidate.id desc limit ${similarMost})
      union all
      (select candidate.id ${candidates} and candidate.price_paise < ${price}
        order by candidate.price_paise desc, candidate.id limit ${similarMost})
    )
    select ${publicJson} as json
    from near join products product on product.id = near.id
    order by abs(product.price_paise - ${price}), product.id desc
    limit ${similarMost}`);
}
