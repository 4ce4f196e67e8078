import { notifyAskersDays } from "@market/contract/limits";
import type { Category } from "@market/contract/products/product";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isShown } from "../products/listing-life.ts";
import { mayBeNotified } from "../students/blocks.sql.ts";

export type Interested = {
  userId: string;
  sellerId: string;
  name: string;
  category: Category;
  /** They asked for the number, and no student is confirmed as the buyer. */
  mayHaveBought: boolean;
};

/** Selects students to notify that a listing is gone: who saved it or asked for its number, except its buyers. */
export function selectInterested(transaction: Queries, productId: string): Promise<Interested[]> {
  return transaction.query<Interested>(sql`
    with askers as (
      select distinct user_id from reveals
      where product_id = ${productId} and revealed_at > now() - make_interval(days => ${notifyAskersDays})
    )
    select student.id as "userId", product.seller_id as "sellerId", product.name, product.category,
      exists (select from outcomes contact where contact.buyer_id = student.id
        and contact.product_id = product.id and contact.seller_id = seller.id) and student.id in (select user_id from askers) and not exists (select from deals deal
        where deal.listing_id = product.id and deal.confirmed_at is not null) as "mayHaveBought"
    from products product join users seller on seller.id = product.seller_id
      join users student on student.id in (
        select user_id from askers
        union select user_id from saved_products where product_id = ${productId}
        union select buyer_id from contact_requests request
          where request.product_id = ${productId} and request.seller_id = product.seller_id
            and request.state in ('open', 'sold')
            and request.created_at > now() - make_interval(days => ${notifyAskersDays}))
    where product.id = ${productId} and ${isShown} and student.id <> seller.id
      and ${mayBeNotified(sql`seller.id`)}
      and not exists (select from deals deal
        where deal.listing_id = product.id and deal.buyer_id = student.id and deal.refused_at is null)`);
}
