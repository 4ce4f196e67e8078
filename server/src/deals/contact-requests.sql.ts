import type { ContactRequest, ReceivedRequest } from "@market/contract/deals/deal";
import {
  requestAgainDays,
  requestHours,
  requestRetentionDays,
  requestsOfOne,
  notifyAskersDays,
} from "@market/contract/limits";
import type { RequestState } from "@market/contract/products/product";
import sql, { type Sql } from "sql-template-tag";
import { campusMidnight, campusToday } from "../db/clock.sql.ts";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { isContactable } from "../products/listing-life.ts";
import { eitherBlocked, mayBeNotified } from "../students/blocks.sql.ts";
import { firstNameOf } from "../students/students.sql.ts";

/** Whether a row of `contact_requests` called `request` has expired; its seller can still answer. */
const isExpired = sql`(request.created_at <= now() - make_interval(hours => ${requestHours}))`;

const state = sql`case when request.state = 'over' or (request.state = 'open' and ${isExpired}) then 'expired'
  when request.state = 'sold' then 'refused' when request.state = 'withdrawn' then 'none' else request.state end`;

/** The state of a buyer's request, for the listing's page. A buyer who has had the number keeps it. */
export async function selectStanding(
  db: Queries,
  buyerId: string,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<RequestState> {
  const [row] = await db.query<{ state: RequestState }>(sql`
    select case when exists (select from outcomes contact where contact.buyer_id = ${buyerId}
        and contact.product_id = product.id and contact.seller_id = product.seller_id) then 'shared'
      when request.state = 'sold' and product.sold_at is null then 'none'
      else coalesce(${state}, 'none') end as state
    from products product left join contact_requests request
      on request.product_id = product.id and request.buyer_id = ${buyerId} and request.seller_id = product.seller_id
    where product.id = ${productId} and product.seller_id = ${sellerId}`);
  return row?.state ?? "none";
}

export type AskedListing = {
  name: string;
  sellerId: string;
  isSold: boolean;
  asksFirst: boolean;
  hasContact: boolean;
};

/** Locks a listing that the buyer sees, so that it is not sold before the request is stored. */
export async function lockAskedListing(
  transaction: Queries,
  productId: string,
  buyerId: string,
): Promise<AskedListing | undefined> {
  // Read once it is locked, because it may have changed hands while the lock was waited for.
  await transaction.query(sql`select from products where id = ${productId} for share`);
  const [row] = await transaction.query<AskedListing>(sql`
    select product.name, product.seller_id as "sellerId", product.sold_at is not null as "isSold",
      product.asking as "asksFirst",
      exists (select from outcomes contact where contact.buyer_id = ${buyerId}
        and contact.product_id = product.id and contact.seller_id = seller.id) as "hasContact"
    from products product join users seller on seller.id = product.seller_id
    where product.id = ${productId} and (${isContactable} or seller.id = ${buyerId})
      and not ${eitherBlocked(sql`seller.id`, sql`${buyerId}`)}`);
  return row;
}

type StoredState = "open" | "shared" | "refused" | "sold" | "over" | "withdrawn";
export type StoredRequest = {
  id: string;
  state: StoredState;
  isExpired: boolean;
  /** It can be sent once more, now or from a day on. */
  isRepeatable: boolean;
  againAt: Date;
  isAgain: boolean;
};
const storedColumns = sql`request.id, request.state, ${isExpired} as "isExpired",
  request.asked < ${requestsOfOne} as "isRepeatable",
  request.first_at + make_interval(days => ${requestAgainDays}) as "againAt",
  request.first_at <= now() - make_interval(days => ${requestAgainDays}) as "isAgain"`;

type Between = { productId: string; buyerId: string; sellerId: string };

export async function lockRequestOf(
  transaction: Queries,
  { productId, buyerId, sellerId }: Between,
): Promise<StoredRequest | undefined> {
  const [row] = await transaction.query<StoredRequest>(sql`
    select ${storedColumns} from contact_requests request
    where request.product_id = ${productId} and request.buyer_id = ${buyerId} and request.seller_id = ${sellerId}
    for update`);
  return row;
}

/** @returns the buyer's open requests, those of today in India, and seconds until another one is allowed */
export async function countRequests(
  transaction: Queries,
  buyerId: string,
): Promise<{ open: number; today: number; openWait: number; dayWait: number }> {
  const [row] = await transaction.query<{
    open: number;
    today: number;
    openWait: number;
    dayWait: number;
  }>(sql`
    select (count(*) filter (where state = 'open' and not ${isExpired}))::int as open,
      (count(*) filter (where created_at >= ${campusMidnight(campusToday)}))::int as today,
      coalesce(ceil(extract(epoch from min(created_at) filter (where state = 'open' and not ${isExpired})
        + make_interval(hours => ${requestHours}) - now())), 1)::int as "openWait",
      ceil(extract(epoch from ${campusMidnight(sql`${campusToday} + 1`)} - now()))::int as "dayWait"
    from contact_requests request
    where buyer_id = ${buyerId} and created_at > now() - interval '2 days'`);
  return row ?? { open: 0, today: 0, openWait: 1, dayWait: 1 };
}

export async function insertRequest(
  transaction: Queries,
  { id, name, productId, buyerId, sellerId }: Between & { id: string; name: string },
): Promise<void> {
  await transaction.query(sql`
    insert into contact_requests (id, product_id, name, seller_id, buyer_id)
    values (${id}, ${productId}, ${name}, ${sellerId}, ${buyerId})`);
}

export async function repeatRequest(transaction: Queries, id: string, name: string): Promise<void> {
  await transaction.query(sql`
    update contact_requests set state = 'open', name = ${name}, asked = asked + 1, created_at = now(),
      ended_at = null, expired_at = null, unanswered = false, mailed_at = null, mail_id = null
    where id = ${id}`);
}

/** Reopens a withdrawn request, whose deadline stays. */
export async function reopenRequest(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`
    update contact_requests set state = 'open', ended_at = null where id = ${id}`);
}

/** @returns false if the buyer has no open request, undefined if none at all */
export async function withdrawRequest(
  transaction: Queries,
  productId: string,
  buyerId: string,
): Promise<boolean | undefined> {
  const withdrawn = await transaction.query(sql`
    update contact_requests set state = 'withdrawn', ended_at = now()
    where product_id = ${productId} and buyer_id = ${buyerId} and state = 'open' returning id`);
  if (withdrawn.length > 0) return true;
  const others = await transaction.query(sql`
    select from contact_requests
    where product_id = ${productId} and buyer_id = ${buyerId} and state <> 'withdrawn'`);
  return others.length > 0 ? false : undefined;
}

export type AskedContact = {
  id: string;
  productId: string;
  name: string;
  sellerId: string;
  buyerId: string;
  seller: string;
  buyer: string;
  deals: number;
  /** How many times it was sent. */
  asked: number;
};
const dealsOf = (student: Sql) => sql`(select count(distinct deal.pair)::int from deals deal
  where deal.confirmed_at is not null and (deal.seller_id = ${student}.id or deal.buyer_id = ${student}.id))`;
const askedColumns = sql`request.id, request.product_id as "productId", request.name,
  request.seller_id as "sellerId", request.buyer_id as "buyerId", ${firstNameOf(sql`seller`)} as seller,
  ${firstNameOf(sql`buyer`)} as buyer, ${dealsOf(sql`buyer`)} as deals, request.asked`;
const withBoth = sql`join users seller on seller.id = request.seller_id join users buyer on buyer.id = request.buyer_id`;

export async function selectRequest(
  db: Queries,
  id: string,
): Promise<(AskedContact & { state: StoredState }) | undefined> {
  const [row] = await db.query<AskedContact & { state: StoredState }>(sql`
    select ${askedColumns}, request.state from contact_requests request ${withBoth} where request.id = ${id}`);
  return row;
}

/** Locks a request. @returns false if it has been answered, withdrawn or has ended */
export async function lockOpenRequest(transaction: Queries, id: string): Promise<boolean> {
  const [row] = await transaction.query<{ isOpen: boolean }>(sql`
    select state = 'open' as "isOpen" from contact_requests where id = ${id} for update`);
  return row?.isOpen ?? false;
}

/** Ends a locked request with an answer, which is a reply, however late. */
export async function endRequest(
  transaction: Queries,
  id: string,
  to: "shared" | "refused",
): Promise<void> {
  await transaction.query(sql`
    update contact_requests set state = ${to}, ended_at = now(), unanswered = false where id = ${id}`);
}

/** Whether the other student is there for both. */
const isSeen = (other: Sql) => sql`(request.state <> 'withdrawn' and ${other}.suspended_at is null
  and ${other}.deleted_at is null and not ${eitherBlocked(sql`request.buyer_id`, sql`request.seller_id`)})`;

/** Whether the listing of a request is another student's now: its earlier seller is named to no buyer. */
const isHandedOver = sql`exists (
  select from products product where product.id = request.product_id and product.seller_id <> request.seller_id
  union all
  select from deleted_listings listing
  where listing.product_id = request.product_id and listing.seller_id <> request.seller_id)`;

export function selectMade(db: Queries, buyerId: string, id?: string): Promise<ContactRequest[]> {
  return db.query(sql`
    select request.id, request.product_id as "productId", request.name, ${firstNameOf(sql`seller`)} as with,
      ${state} as state, ${isoTime(sql`request.created_at`)} as "createdAt"
    from contact_requests request join users seller on seller.id = request.seller_id
    where request.buyer_id = ${buyerId} and ${isSeen(sql`seller`)} and not ${isHandedOver}
      and not exists (select from products product
        where product.id = request.product_id and product.hidden_at is not null)
      and (${id ?? null}::uuid is null or request.id = ${id ?? null}::uuid)
    order by request.created_at desc, request.id desc`);
}

/** @param id of this one; without it, those that ended without an answer are left out */
export function selectReceived(
  db: Queries,
  sellerId: string,
  id?: string,
): Promise<ReceivedRequest[]> {
  return db.query(sql`
    select request.id, request.product_id as "productId", request.name, ${firstNameOf(sql`buyer`)} as with,
      ${state} as state, ${isoTime(sql`request.created_at`)} as "createdAt",
      json_build_object('_id', buyer.id, 'name', ${firstNameOf(sql`buyer`)}, 'deals', ${dealsOf(sql`buyer`)}) as buyer,
      ${isoTime(sql`(request.created_at + make_interval(hours => ${requestHours}))`)} as "expiresAt"
    from contact_requests request join users buyer on buyer.id = request.buyer_id
    where request.seller_id = ${sellerId} and ${isSeen(sql`buyer`)}
      and (case when ${id ?? null}::uuid is null then request.state <> 'over' else request.id = ${id ?? null}::uuid end)
    order by request.created_at desc, request.id desc`);
}

/** Selects the students who wait for a number that is about to change: requests that are recent and unanswered, or granted and not used. */
export function selectWaiting(
  transaction: Queries,
  productId: string,
  takerId: string,
): Promise<{ id: string; asked: number; name: string; buyerId: string }[]> {
  return transaction.query(sql`
    select request.id, request.asked, product.name, student.id as "buyerId"
    from products product
      join contact_requests request on request.product_id = product.id and request.seller_id = product.seller_id
      join users student on student.id = request.buyer_id
    where product.id = ${productId} and student.id <> ${takerId} and ${mayBeNotified(sql`${takerId}::uuid`)}
      and request.created_at > now() - make_interval(days => ${notifyAskersDays})
      and (request.state = 'open' or (request.state = 'shared' and not exists (
        select from outcomes contact where contact.buyer_id = student.id
          and contact.product_id = product.id and contact.seller_id = product.seller_id)))`);
}

export type ExpiredContact = AskedContact & {
  isUnanswered: boolean;
  /** The number can now be seen without asking. */
  isOpenNow: boolean;
  /** The listing is hidden, so its name must not appear. */
  isHidden: boolean;
};

/** Marks requests as expired. @param wasNoticed whether the seller can have known of a row `request` @param most of one transaction */
export function markExpired(
  transaction: Queries,
  wasNoticed: Sql,
  most = 200,
): Promise<ExpiredContact[]> {
  return transaction.query(sql`
    with due as (
      select request.id, coalesce(product.asking, false) as asks, product.hidden_at is not null as hidden
      from contact_requests request left join products product on product.id = request.product_id
      where request.state = 'open' and request.expired_at is null and ${isExpired}
      order by request.created_at limit ${most} for update of request skip locked
    ), marked as (
      update contact_requests request set expired_at = now(), unanswered = due.asks and ${wasNoticed}
      from due where request.id = due.id
      returning request.*, due.asks, due.hidden
    )
    select ${askedColumns}, request.unanswered as "isUnanswered", not request.asks as "isOpenNow", request.hidden as "isHidden"
    from marked request ${withBoth}`);
}

export async function deleteOldRequests(db: Queries): Promise<void> {
  await db.query(sql`
    delete from contact_requests request
    where request.created_at < now() - make_interval(days => ${requestRetentionDays})
      and not exists (select from products product
        where product.id = request.product_id and product.seller_id = request.seller_id)`);
}
