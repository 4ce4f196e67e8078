import { feedbackMost, repliesDays, repliesLeast } from "@market/contract/limits";
import type { Seller, SellerFacts } from "@market/contract/students/student";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { eitherBlocked } from "./blocks.sql.ts";

/** @param student a row of `users`, which may be absent */
export const firstNameOf = (student: Sql) => sql`split_part(btrim(${student}.name), ' ', 1)`;

/** Whether a row of `feedback` is visible. */
export const isShownFeedback = sql`(feedback.removed_at is null and feedback.shown_at <= now())`;
export const feedbackJson = sql`json_strip_nulls(json_build_object('good', feedback.good, 'tags', feedback.tags,
  'text', feedback.text, 'createdAt', ${isoTime(sql`feedback.created_at`)},
  'reply', feedback.reply))`;

/**
 * Public `SellerFacts` of a row of `users` called `seller`: month of registration, how they reply,
 * their deals, and in how many of them the other side was content.
 */
export const sellerFacts = sql`(
  select json_strip_nulls(json_build_object(
    'since', to_char(seller.created_at at time zone 'Asia/Kolkata', 'YYYY-MM'),
    'replies', case when answers.count >= ${repliesLeast} and answers.replied * 3 >= answers.count * 2 then 'usually'
      when answers.count >= ${repliesLeast} and answers.replied * 2 <= answers.count then 'often-not' end,
    'deals', (select count(*) from deals deal
      where deal.confirmed_at is not null and (deal.seller_id = seller.id or deal.buyer_id = seller.id)),
    'good', (select count(*) from feedback
      where feedback.about_id = seller.id and feedback.good and ${isShownFeedback})))
  from (
    select count(*) as count, count(*) filter (where outcome.replied) as replied from outcomes outcome
    where outcome.seller_id = seller.id and outcome.replied is not null
      and outcome.replied_at > now() - make_interval(days => ${repliesDays})
  ) answers)`;

/**
 * @returns undefined alike for who is absent, suspended (D19), has never listed anything, or is apart from the
 * viewer by a block
 */
export async function selectOptionalSeller(
  db: Queries,
  sellerId: string,
  viewerId: string,
): Promise<Omit<Seller, "_id"> | undefined> {
  type Row = Pick<Seller, "name" | "avatar" | "feedback"> & { facts: SellerFacts };
  const [row] = await db.query<Row>(sql`
    select ${firstNameOf(sql`seller`)} as name, seller.avatar, ${sellerFacts} as facts,
      (select coalesce(json_agg(latest.json), '[]') from (
        select ${feedbackJson} as json from feedback
        where feedback.about_id = seller.id and feedback.text <> '' and ${isShownFeedback}
        order by feedback.shown_at desc limit ${feedbackMost}) latest) as feedback
    from users seller
    where seller.id = ${sellerId} and seller.suspended_at is null and seller.deleted_at is null
      and exists (select from products product where product.seller_id = seller.id)
      and not ${eitherBlocked(sql`seller.id`, sql`${viewerId}`)}`);
  if (row === undefined) return undefined;
  const { facts, ...seller } = row;
  return { ...seller, ...facts };
}
