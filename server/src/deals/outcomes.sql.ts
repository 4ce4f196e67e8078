import type { OpenOutcome } from "@market/contract/deals/deal";
import {
  outcomeAgainHours,
  outcomeAskings,
  outcomeDays,
  outcomeHours,
  restAfterDays,
  unansweredInARow,
} from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { lifeEvents, isShown } from "../products/listing-life.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";
import { firstNameOf } from "../students/students.sql.ts";

/** Whether a row of `outcomes` is of the listing's seller, not of one who has handed it over since. */
export const isOfSeller = sql`(outcomes.seller_id = coalesce(
  (select seller_id from products where id = outcomes.product_id),
  (select seller_id from deleted_listings deleted where deleted.product_id = outcomes.product_id), outcomes.seller_id))`;

/** Starts with the first contact; a later one does not start again. */
export async function beginOutcome(
  transaction: Queries,
  buyerId: string,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<void> {
  await transaction.query(sql`
    insert into outcomes (buyer_id, product_id, seller_id)
    select ${buyerId}, id, ${sellerId} from products where id = ${productId}
    on conflict do nothing`);
}

export async function selectOpenOutcomes(db: Queries, buyerId: string): Promise<OpenOutcome[]> {
  type Row = Omit<OpenOutcome, "contactedAt"> & { contactedAt: Date };
  const rows = await db.query<Row>(sql`
    select outcome.product_id as "productId", product.name, ${firstNameOf(sql`seller`)} as seller,
      outcome.contacted_at as "contactedAt",
      case when outcome.replied is null then 'replied' else 'bought' end as ask
    from outcomes outcome
      join products product on product.id = outcome.product_id and product.seller_id = outcome.seller_id
      join users seller on seller.id = product.seller_id
    where outcome.buyer_id = ${buyerId} and ${isShown} and product.sold_at is null
      and not ${eitherBlocked(sql`seller.id`, sql`outcome.buyer_id`)}
      and outcome.contacted_at < now() - make_interval(hours => ${outcomeHours})
      and outcome.contacted_at > now() - make_interval(days => ${outcomeDays})
      and outcome.replied is distinct from false and coalesce(outcome.bought, 'not-yet') = 'not-yet'
      and outcome.asked < ${outcomeAskings}
      and (outcome.asked_at is null or outcome.asked_at < now() - make_interval(hours => ${outcomeAgainHours}))
    order by outcome.contacted_at, outcome.product_id
    limit 20`);
  return rows.map((row) => ({ ...row, contactedAt: row.contactedAt.toISOString() }));
}

type Outcome = {
  bought: string | null;
  /** Seconds until the buyer may say that there was no reply. */
  noReplyIn: number;
};

/** Locks the buyer's contact. @returns undefined when there was none, or one of the two has blocked the other */
export async function lockOutcome(
  transaction: Queries,
  buyerId: string,
  productId: string,
): Promise<Outcome | undefined> {
  const [row] = await transaction.query<Outcome>(sql`
    select bought, greatest(0, ceil(extract(epoch from
      contacted_at + make_interval(hours => ${outcomeHours}) - now())))::int as "noReplyIn"
    from outcomes
    where buyer_id = ${buyerId} and product_id = ${productId} and ${isOfSeller}
      and not ${eitherBlocked(sql`outcomes.seller_id`, sql`outcomes.buyer_id`)} for no key update`);
  return row;
}

/** Marks the buyer as prompted; answers within an hour belong to the same prompt. */
export async function countAsking(
  transaction: Queries,
  buyerId: string,
  productId: string,
): Promise<void> {
  await transaction.query(sql`
    update outcomes
    set asked = asked + case when asked_at > now() - interval '1 hour' then 0 else 1 end, asked_at = now()
    where buyer_id = ${buyerId} and product_id = ${productId} and ${isOfSeller}`);
}

export async function updateOutcome(
  transaction: Queries,
  buyerId: string,
  productId: string,
  { replied, bought }: { replied: boolean | undefined; bought: string | undefined },
): Promise<void> {
  await transaction.query(sql`
    update outcomes
    set replied = coalesce(${replied ?? null}::boolean, replied),
      replied_at = case when ${replied ?? null}::boolean is null then replied_at else clock_timestamp() end,
      bought = coalesce(${bought ?? null}, bought)
    where buyer_id = ${buyerId} and product_id = ${productId} and ${isOfSeller}`);
}

/** Prompts the seller when the last buyers got no reply. @returns the listing's name and seller, if the seller is to be notified */
export async function askWhenUnanswered(
  transaction: Queries,
  productId: string,
): Promise<{ name: string; sellerId: string; askedAt: Date } | undefined> {
  const [row] = await transaction.query<{ name: string; sellerId: string; askedAt: Date }>(sql`
    with latest as (
      select answer.replied from products product join (
        select product_id, seller_id, replied, replied_at from outcomes where replied is not null
        union all
        select product_id, seller_id, false, expired_at from contact_requests where unanswered
      ) answer on answer.product_id = product.id and answer.seller_id = product.seller_id
      where product.id = ${productId} and answer.replied_at > coalesce(product.confirmed_at, '-infinity')
      order by answer.replied_at desc limit ${unansweredInARow}
    ), prompted as (
      insert into unanswered_listings (product_id)
      select id from products
      where id = ${productId} and sold_at is null and resting_at is null and hidden_at is null
        and (select count(*) filter (where not replied) from latest) = ${unansweredInARow}
      for key share
      on conflict do nothing
      returning product_id, asked_at
    )
    select product.name, product.seller_id as "sellerId", prompted.asked_at as "askedAt"
    from prompted join products product on product.id = prompted.product_id`);
  return row;
}

/** Pauses listings whose sellers did not answer. @returns how many of at most `most` */
export async function pauseUnresponsive(db: Queries, most = 500): Promise<number> {
  const rested = await db.query(sql`
    with over as (
      delete from unanswered_listings where product_id in (
        select product_id from unanswered_listings
        where asked_at < now() - make_interval(days => ${restAfterDays}) limit ${most})
      returning product_id
    )
    update products product set ${lifeEvents.pause("no-answer")}
    from over where product.id = over.product_id and product.sold_at is null
    returning product.id`);
  return rested.length;
}
