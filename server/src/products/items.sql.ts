import { similarMost } from "@market/contract/limits";
import type { Item } from "@market/contract/pages/pages";
import type { SellerFacts } from "@market/contract/students/student";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { sellerFacts } from "../students/sellers.sql.ts";
import { isShown } from "./listing-life.ts";
import {
  presentProduct,
  presentProducts,
  type ProductRow,
  publicColumns,
} from "./present-product.ts";

type ItemRow = ProductRow & { facts: SellerFacts };

/** Selects a product, sold or not, unless it is hidden or its seller suspended. */
export async function selectOptionalItem(
  db: Queries,
  productId: string,
): Promise<ItemRow | undefined> {
  const [row] = await db.query<ItemRow>(sql`
    select ${publicColumns}, ${sellerFacts} as facts
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and ${isShown}`);
  return row;
}

/** Finds the product of a short address, if its page is for all. @param code in lower case */
export async function findByCode(db: Queries, code: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select product.id from short_codes short join products product on product.id = short.product_id
      join users seller on seller.id = product.seller_id
    where short.code = ${code} and ${isShown}`);
  return row?.id;
}

/** Selects unsold products of the category, nearest in price, by two index scans from the price up and down. */
function selectSimilarProducts(
  db: Queries,
  { id, category, pricePaise: price }: ProductRow,
): Promise<ProductRow[]> {
  const candidates = sql`
    from products candidate
    where candidate.listed and candidate.sold_at is null
      and candidate.category = ${category} and candidate.id <> ${id}`;
  return db.query(sql`
    with near as (
      (select candidate.id ${candidates} and candidate.price_paise >= ${price}
        order by candidate.price_paise, candidate.id desc limit ${similarMost})
      union all
      (select candidate.id ${candidates} and candidate.price_paise < ${price}
        order by candidate.price_paise desc, candidate.id limit ${similarMost})
    )
    select ${publicColumns}
    from near join products product on product.id = near.id
    order by abs(product.price_paise - ${price}), product.id desc
    limit ${similarMost}`);
}

/** The public page (Q10). @returns undefined for absent and hidden products and suspended sellers alike (D19) */
export async function selectItemPage(db: Queries, productId: string): Promise<Item | undefined> {
  const row = await selectOptionalItem(db, productId);
  if (row === undefined) return undefined;
  const similar = await selectSimilarProducts(db, row);
  return {
    product: presentProduct(row, "visitor"),
    similar: presentProducts(similar),
    seller: row.facts,
  };
}
