import type { Deal, Feedback } from "@market/contract/deals/deal";
import { feedbackHiddenDays, feedbackHours, refusedHours } from "@market/contract/limits";
import { someone } from "@market/contract/notices/messages";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { feedbackJson, isShownFeedback } from "../students/sellers.sql.ts";
import { firstNameOf } from "../students/students.sql.ts";

export type Role = Deal["role"];
export const otherRole = (role: Role): Role => (role === "buyer" ? "seller" : "buyer");

/** @returns the deal that waits for the seller, undefined when there was one already, or another buyer's is confirmed */
export async function insertDeal(
  transaction: Queries,
  buyerId: string,
  productId: string,
): Promise<{ id: string; name: string; sellerId: string; buyer: string } | undefined> {
  const [row] = await transaction.query<{
    id: string;
    name: string;
    sellerId: string;
    buyer: string;
  }>(sql`
    with made as (
      insert into deals (id, product_id, name, seller_id, buyer_id)
      select ${newId()}, product.id, product.name, product.seller_id, ${buyerId} from products product
      where product.id = ${productId} and not exists (
        select from deals other where other.listing_id = product.id and other.confirmed_at is not null)
      for key share
      on conflict on constraint deals_once do nothing
      returning id, name, seller_id, buyer_id
    )
    select made.id, made.name, made.seller_id as "sellerId", ${firstNameOf(sql`buyer`)} as buyer
    from made join users buyer on buyer.id = made.buyer_id`);
  return row;
}

export type LockedDeal = {
  id: string;
  productId: string | null;
  /** The id of the listing, also while it is deleted. */
  listingId: string | null;
  name: string;
  sellerId: string | null;
  buyerId: string | null;
  confirmedAt: Date | null;
  /** It was not refused, or not long ago. */
  isConfirmable: boolean;
  seller: string | null;
  buyer: string | null;
  isOpen: boolean;
  /** Seconds until feedback is taken. */
  feedbackIn: number;
};

/** Whether a deal was not refused, or so recently that the seller can still confirm it. */
const isUndoable = sql`(deal.refused_at is null or deal.refused_at > now() - make_interval(hours => ${refusedHours}))`;

/** @returns the seller's first name, and whether a deal with another buyer is confirmed */
export async function selectSale(
  db: Queries,
  buyerId: string,
  productId: string,
): Promise<{ seller: string | null; isOthers: boolean }> {
  const [row] = await db.query<{ seller: string; isOthers: boolean }>(sql`
    select ${firstNameOf(sql`seller`)} as seller, exists (select from deals deal
      where deal.listing_id = product.id and deal.confirmed_at is not null
        and deal.buyer_id is distinct from ${buyerId}) as "isOthers"
    from products product join users seller on seller.id = product.seller_id where product.id = ${productId}`);
  return row ?? { seller: null, isOthers: false };
}

/** Locks a deal of the student's. @param days after it in which feedback is taken */
export async function lockDeal(
  transaction: Queries,
  dealId: string,
  userId: string,
  days: number,
): Promise<LockedDeal | undefined> {
  const [row] = await transaction.query<LockedDeal>(sql`
    select deal.id, deal.product_id as "productId", deal.listing_id as "listingId", deal.name, deal.seller_id as "sellerId",
      deal.buyer_id as "buyerId", deal.confirmed_at as "confirmedAt",
      ${isUndoable} as "isConfirmable",
      ${firstNameOf(sql`seller`)} as seller, ${firstNameOf(sql`buyer`)} as buyer,
      deal.confirmed_at > now() - make_interval(days => ${days}) as "isOpen",
      greatest(0, ceil(extract(epoch from coalesce(
        (select contact.contacted_at from outcomes contact
          where contact.buyer_id = deal.buyer_id and contact.product_id = deal.listing_id
            and contact.seller_id = deal.seller_id), deal.created_at)
        + make_interval(hours => ${feedbackHours}) - now())))::int as "feedbackIn"
    from deals deal left join users seller on seller.id = deal.seller_id
      left join users buyer on buyer.id = deal.buyer_id
    where deal.id = ${dealId} and ${userId} in (deal.seller_id, deal.buyer_id)
    for no key update of deal`);
  return row;
}

/** @returns false when another buyer has it */
export async function confirmDeal(transaction: Queries, deal: LockedDeal): Promise<boolean> {
  const { id, listingId } = deal;
  const rows = await transaction.query(sql`
    update deals set confirmed_at = now(), refused_at = null
    where id = ${id} and not exists (
      select from deals other where other.listing_id = ${listingId} and other.confirmed_at is not null)
    returning id`);
  if (rows.length === 0) return false;
  await transaction.query(sql`
    update deals set refused_at = now()
    where listing_id = ${listingId} and id <> ${id} and confirmed_at is null`);
  return true;
}

export async function refuseDeal(transaction: Queries, id: string): Promise<void> {
  await transaction.query(sql`
    update deals set refused_at = coalesce(refused_at, now()) where id = ${id}`);
}

type NewFeedback = {
  deal: LockedDeal;
  role: Role;
  good: boolean;
  tags: readonly string[];
  text: string;
};

/** The second of the two shows both. @returns `given` when it was given before, otherwise whether both have given theirs */
export async function insertFeedback(
  transaction: Queries,
  { deal, role, good, tags, text }: NewFeedback,
): Promise<"given" | "first" | "both"> {
  const [author, about] =
    role === "buyer" ? [deal.buyerId, deal.sellerId] : [deal.sellerId, deal.buyerId];
  const made = await transaction.query(sql`
    insert into feedback (deal_id, role, author_id, about_id, good, tags, text, shown_at)
    values (${deal.id}, ${role}, ${author}, ${about}, ${good}, ${[...tags]}::text[], ${text},
      now() + make_interval(days => ${feedbackHiddenDays}))
    on conflict do nothing returning role`);
  if (made.length === 0) return "given";
  const [other] = await transaction.query(sql`
    select from feedback where deal_id = ${deal.id} and role = ${otherRole(role)}`);
  if (other === undefined) return "first";
  await transaction.query(sql`
    update feedback set shown_at = least(shown_at, now()) where deal_id = ${deal.id}`);
  return "both";
}

/** @returns false when there is none to reply to, or it has a reply */
export async function updateReply(
  transaction: Queries,
  { id }: LockedDeal,
  role: Role,
  text: string,
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update feedback set reply = ${text}
    where deal_id = ${id} and role = ${otherRole(role)} and reply is null and ${isShownFeedback}
    returning role`);
  return rows.length > 0;
}

/** @returns its author, and whether a moderator removed it earlier; undefined when there is none */
export async function takeFeedbackAway(
  transaction: Queries,
  dealId: string,
  role: Role,
): Promise<{ authorId: string | null; wasRemoved: boolean } | undefined> {
  const [row] = await transaction.query<{ authorId: string | null; wasRemoved: boolean }>(sql`
    update feedback set removed_at = coalesce(feedback.removed_at, now())
    from (select removed_at from feedback where deal_id = ${dealId} and role = ${role} for update) was
    where deal_id = ${dealId} and role = ${role}
    returning author_id as "authorId", was.removed_at is not null as "wasRemoved"`);
  return row;
}

export async function returnFeedback(
  transaction: Queries,
  dealId: string,
  role: Role,
): Promise<void> {
  await transaction.query(sql`
    update feedback set removed_at = null where deal_id = ${dealId} and role = ${role}`);
}

type DealRow = Omit<
  Deal,
  "productId" | "createdAt" | "confirmedAt" | "refusedAt" | "with" | "feedback"
> & {
  productId: string | null;
  createdAt: Date;
  confirmedAt: Date | null;
  refusedAt: Date | null;
  with: string | null;
  mine: Feedback | null;
  theirs: Feedback | null;
};

async function selectDeals(db: Queries, userId: string, which: Sql): Promise<Deal[]> {
  const rows = await db.query<DealRow>(sql`
    select deal.id, deal.product_id as "productId", deal.name, side.role, ${firstNameOf(sql`other`)} as with,
      deal.created_at as "createdAt", deal.confirmed_at as "confirmedAt",
      case when side.role = 'seller' then deal.refused_at end as "refusedAt",
      (select ${feedbackJson} from feedback
        where feedback.deal_id = deal.id and feedback.role = side.role and feedback.removed_at is null) as mine,
      (select ${feedbackJson} from feedback
        where feedback.deal_id = deal.id and feedback.role <> side.role and ${isShownFeedback}) as theirs
    from deals deal
      cross join lateral (select case when deal.seller_id = ${userId} then 'seller' else 'buyer' end as role) side
      left join users other
        on other.id = case when side.role = 'seller' then deal.buyer_id else deal.seller_id end
    where ${which}`);
  return rows.map(
    ({ productId, createdAt, confirmedAt, refusedAt, with: other, mine, theirs, ...deal }) => ({
      ...deal,
      ...(productId !== null && { productId }),
      with: other ?? someone,
      createdAt: createdAt.toISOString(),
      ...(refusedAt !== null && { refusedAt: refusedAt.toISOString() }),
      ...(confirmedAt !== null && { confirmedAt: confirmedAt.toISOString() }),
      feedback: { ...(mine !== null && { mine }), ...(theirs !== null && { theirs }) },
    }),
  );
}

/** Newest first, without refused ones, except for the seller those that they can still confirm. */
export const selectOwnDeals = (
  db: Queries,
  userId: string,
  limit: number,
  cursor: string | undefined,
): Promise<Deal[]> =>
  selectDeals(
    db,
    userId,
    sql`(deal.seller_id = ${userId} or deal.buyer_id = ${userId})
      and (deal.refused_at is null or (deal.seller_id = ${userId} and ${isUndoable} and not exists (
        select from deals other where other.listing_id = deal.listing_id and other.confirmed_at is not null)))
      ${cursor === undefined ? empty : sql`and deal.id < ${cursor}`}
      order by deal.id desc limit ${limit}`,
  );

export async function selectOwnDeal(db: Queries, dealId: string, userId: string): Promise<Deal> {
  const [deal] = await selectDeals(db, userId, sql`deal.id = ${dealId}`);
  if (deal === undefined) throw new Error("A locked deal is gone");
  return deal;
}

export type ShownFeedback = {
  dealId: string;
  role: Role;
  aboutId: string;
  authorId: string | null;
  author: string | null;
  name: string;
};

/** Selects feedback of the last day that became visible because the other side never answered. */
export function selectFeedbackShownAlone(db: Queries): Promise<ShownFeedback[]> {
  return db.query(sql`
    select feedback.deal_id as "dealId", feedback.role, feedback.about_id as "aboutId",
      feedback.author_id as "authorId", ${firstNameOf(sql`author`)} as author, deal.name
    from feedback join deals deal on deal.id = feedback.deal_id
      left join users author on author.id = feedback.author_id
    where feedback.shown_at between now() - interval '1 day' and now() and feedback.removed_at is null
      and feedback.about_id is not null`);
}
