import type { AvatarStyle } from "@market/contract/users";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { areApart } from "./blocks.sql.ts";

/** The month of a registration, of a row of `users` called `seller`. */
export const sellerSince = sql`to_char(seller.created_at at time zone 'Asia/Kolkata', 'YYYY-MM')`;

/**
 * @returns undefined alike for who is absent, suspended (D19), has never listed anything, or is apart from the
 * viewer by a block
 */
export async function selectOptionalSeller(
  db: Queries,
  sellerId: string,
  viewerId: string,
): Promise<{ name: string; avatar: AvatarStyle; since: string } | undefined> {
  const [row] = await db.query<{ name: string; avatar: AvatarStyle; since: string }>(sql`
    select split_part(btrim(seller.name), ' ', 1) as name, seller.avatar, ${sellerSince} as since
    from users seller
    where seller.id = ${sellerId} and seller.suspended_at is null and seller.deleted_at is null
      and exists (select from products product where product.seller_id = seller.id)
      and not ${areApart(sql`seller.id`, sql`${viewerId}`)}`);
  return row;
}
