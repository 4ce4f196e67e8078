import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

type ViewedContact = { day: string; viewer: string; seller: string; productId: string };

/** Selects stored contacts that a student made and received, newest first. @param email in lower case */
export function selectWhoSaw(db: Queries, email: string): Promise<ViewedContact[]> {
  return db.query(sql`
    select to_char(reveal.day, 'YYYY-MM-DD') as day, viewer_identity.email as viewer,
      seller_identity.email as seller, reveal.product_id as "productId"
    from reveals reveal
      join users viewer on viewer.id = reveal.user_id
      join identities viewer_identity on viewer_identity.id = viewer.identity_id
      join users seller on seller.id = reveal.seller_id
      join identities seller_identity on seller_identity.id = seller.identity_id
    where viewer_identity.email = ${email} or seller_identity.email = ${email}
    order by reveal.revealed_at desc`);
}
