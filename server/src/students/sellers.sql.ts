import { feedbackMost, noRepliesLeast, repliesDays, repliesLeast } from "@market/contract/limits";
import type { Seller, SellerFacts } from "@market/contract/students/student";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { eitherBlocked } from "./blocks.sql.ts";
import { firstNameOf } from "./students.sql.ts";

export const isShownFeedback = sql`(feedback.removed_at is null and feedback.shown_at <= now())`;
export const feedbackJson = sql`json_strip_nulls(json_build_object('good', feedback.good, 'tags', feedback.tags,
  'text', feedback.text, 'createdAt', ${isoTime(sql`feedback.created_at`)},
  'reply', feedback.reply))`;

const said = sql`feedback.about_id = seller.id and feedback.text <> '' and ${isShownFeedback}`;

/**
 * Public `SellerFacts` of a row of `users` called `seller`: month of registration, how they reply, with how many
 * students they have made deals, and how many of these were content each time. All of them count people: of each buyer
 * the latest answer, of each partner one deal.
 */
export const sellerFacts = sql`(
  select json_strip_nulls(json_build_object(
    'since', to_char(seller.created_at at time zone 'Asia/Kolkata', 'YYYY-MM'),
    'replies', case when answers.count >= ${repliesLeast} and answers.replied * 3 >= answers.count * 2 then 'usually'
      when answers.count >= ${noRepliesLeast} and answers.replied * 2 <= answers.count then 'often-not' end,
    'deals', (select count(distinct deal.pair) from deals deal
      where deal.confirmed_at is not null and (deal.seller_id = seller.id or deal.buyer_id = seller.id)),
    'good', (select count(*) from (
      select from feedback join deals deal on deal.id = feedback.deal_id
      where feedback.about_id = seller.id and ${isShownFeedback}
      group by deal.pair having bool_and(feedback.good)) content),
    'said', (select true from feedback where ${said} limit 1)))
  from (
    select count(*) as count, count(*) filter (where latest.replied) as replied from (
      select distinct on (answer.buyer_id) answer.replied from (
        select buyer_id, replied, replied_at from outcomes outcome
        where outcome.seller_id = seller.id and outcome.replied is not null
        union all
        select buyer_id, false, expired_at from contact_requests request
        where request.seller_id = seller.id and request.unanswered
      ) answer
      where answer.replied_at > now() - make_interval(days => ${repliesDays})
      order by answer.buyer_id, answer.replied_at desc
    ) latest
  ) answers)`;

/** @returns undefined for a student who is absent, suspended (D19), blocked either way, or has never listed anything */
export async function selectOptionalSeller(
  db: Queries,
  sellerId: string,
  viewerId: string,
): Promise<Omit<Seller, "_id"> | undefined> {
  type Row = Pick<Seller, "name" | "avatar" | "feedback"> & {
    facts: SellerFacts;
    contacted: string[];
  };
  const [row] = await db.query<Row>(sql`
    select ${firstNameOf(sql`seller`)} as name, seller.avatar, ${sellerFacts} as facts,
      (select coalesce(json_agg(latest.json), '[]') from (
        select of_partner.json from (
          select distinct on (deal.pair) ${feedbackJson} as json, feedback.created_at
          from feedback join deals deal on deal.id = feedback.deal_id
          where ${said}
          order by deal.pair, feedback.created_at desc) of_partner
        order by of_partner.created_at desc limit ${feedbackMost}) latest) as feedback,
      array(select outcome.product_id from outcomes outcome
        where outcome.buyer_id = ${viewerId} and outcome.seller_id = seller.id) as contacted
    from users seller
    where seller.id = ${sellerId} and seller.suspended_at is null and seller.deleted_at is null
      and exists (select from products product where product.seller_id = seller.id)
      and not ${eitherBlocked(sql`seller.id`, sql`${viewerId}`)}`);
  if (row === undefined) return undefined;
  const { facts, contacted, ...seller } = row;
  return { ...seller, ...facts, ...(contacted.length > 0 && { contacted }) };
}
