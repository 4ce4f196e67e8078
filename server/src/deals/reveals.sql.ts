import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** All views of numbers, including those of sellers who handed the listing over on the same day. */
export const allReveals = sql`(
  select user_id, day, product_id, revealed_at, seller_id from reveals
  union all select user_id, day, product_id, revealed_at, seller_id from earlier_reveals) as reveal`;

type ViewedContact = { day: string; viewer: string; seller: string; productId: string };

/** Selects stored contacts that a student made and received, newest first. @param email in lower case */
export function selectWhoSaw(db: Queries, email: string): Promise<ViewedContact[]> {
  return db.query(sql`
    select to_char(reveal.day, 'YYYY-MM-DD') as day, viewer_identity.email as viewer,
      seller_identity.email as seller, reveal.product_id as "productId"
    from ${allReveals}
      join users viewer on viewer.id = reveal.user_id
      join identities viewer_identity on viewer_identity.id = viewer.identity_id
      join users seller on seller.id = reveal.seller_id
      join identities seller_identity on seller_identity.id = seller.identity_id
    where viewer_identity.email = ${email} or seller_identity.email = ${email}
    order by reveal.revealed_at desc`);
}
