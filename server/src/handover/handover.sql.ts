import type { GivenHandover, Handover, ReceivedHandover } from "@market/contract/handover/schemas";
import { handoverDays, handoverRetentionDays, refusedHours } from "@market/contract/limits";
import sql, { type Sql } from "sql-template-tag";
import { campusMidnight, campusToday } from "../db/clock.sql.ts";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { lifeEvents } from "../products/listing-life.ts";
import { eitherBlocked } from "../students/blocks.sql.ts";
import { firstNameOf } from "../students/students.sql.ts";

/** Rows that one statement ends, so that none holds its locks for long. */
const batch = 500;

/** Whether an offer, a row of `handovers` called `handover`, has lapsed, even if the job has not run since. */
const isOver = sql`(handover.created_at <= now() - make_interval(days => ${handoverDays}))`;
const isOpen = sql`(handover.state = 'open' and not ${isOver})`;
const state = sql`case when handover.state = 'open' and ${isOver} then 'lapsed' else handover.state end`;

export type OwnListing = { name: string; isOfferable: boolean };

/** Locks a student's listing. @returns undefined if it is not theirs */
export async function lockListing(
  transaction: Queries,
  productId: string,
  sellerId: string,
): Promise<OwnListing | undefined> {
  const [row] = await transaction.query<OwnListing>(sql`
    select product.name, product.sold_at is null and product.hidden_at is null and not exists (
      select from cases where cases.product_id = product.id and cases.closed_at is null) as "isOfferable"
    from products product where product.id = ${productId} and product.seller_id = ${sellerId}
    for no key update of product`);
  return row;
}

/** Locks an address: offers to it and registrations with it run one after the other, so that neither misses the other. */
export async function lockAddress(transaction: Queries, email: string): Promise<void> {
  await transaction.query(sql`
    select pg_advisory_xact_lock(hashtextextended('handover to ' || ${email}, 0))`);
}

export async function selectEmail(db: Queries, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>(sql`
    select lower(identity.email) as email
    from users student join identities identity on identity.id = student.identity_id
    where student.id = ${userId}`);
  return row?.email;
}

/** Counts a student's offers of today on the campus. @returns also the seconds until tomorrow */
export async function countOffers(
  transaction: Queries,
  giverId: string,
): Promise<{ today: number; wait: number }> {
  const [row] = await transaction.query<{ today: number; wait: number }>(sql`
    select count(*)::int as today,
      ceil(extract(epoch from ${campusMidnight(sql`${campusToday} + 1`)} - now()))::int as wait
    from handovers where giver_id = ${giverId} and created_at >= ${campusMidnight(campusToday)}`);
  return row ?? { today: 0, wait: 1 };
}

/** @returns undefined if the listing has an open offer */
export async function insertHandover(
  transaction: Queries,
  {
    id,
    productId,
    name,
    giverId,
    email,
  }: { id: string; productId: string; name: string; giverId: string; email: string },
): Promise<Handover | undefined> {
  const [row] = await transaction.query<Handover>(sql`
    insert into handovers as handover (id, product_id, name, giver_id, email)
    values (${id}, ${productId}, ${name}, ${giverId}, ${email})
    on conflict (product_id) where state = 'open' do nothing
    returning id, product_id as "productId", email as to, state, ${isoTime(sql`created_at`)} as "createdAt"`);
  return row;
}

export type Offer = { id: string; productId: string; name: string; giverId: string };
export type OfferToTell = Offer & { takerId: string; from: string };

/** Gives open offers to the student who has their address; across a block they stay without one. @returns these offers */
export function assignOffers(transaction: Queries, email: string): Promise<OfferToTell[]> {
  return transaction.query(sql`
    update handovers handover set taker_id = taker.id
    from users taker join identities identity on identity.id = taker.identity_id, users giver
    where lower(identity.email) = ${email} and handover.email = ${email} and handover.taker_id is null
      and ${isOpen} and giver.id = handover.giver_id and giver.id <> taker.id
      and not ${eitherBlocked(sql`giver.id`, sql`taker.id`)}
    returning handover.id, handover.product_id as "productId", handover.name, giver.id as "giverId",
      taker.id as "takerId", ${firstNameOf(sql`giver`)} as from`);
}

export function selectGiven(db: Queries, giverId: string): Promise<GivenHandover[]> {
  return db.query(sql`
    select id, product_id as "productId", name, email as to, ${state} as state,
      ${isoTime(sql`created_at`)} as "createdAt"
    from handovers handover where giver_id = ${giverId} order by id desc`);
}

const isFor = (takerId: string) => sql`(handover.taker_id = ${takerId}
  and not ${eitherBlocked(sql`handover.giver_id`, sql`handover.taker_id`)})`;

const selectOffersTo = (db: Queries, takerId: string, which: Sql) =>
  db.query<ReceivedHandover>(sql`
    select handover.id, handover.product_id as "productId", handover.name, ${firstNameOf(sql`giver`)} as from,
      ${state} as state, ${isoTime(sql`handover.created_at`)} as "createdAt"
    from handovers handover join users giver on giver.id = handover.giver_id
    where ${isFor(takerId)} and ${which} order by handover.id desc`);

export const selectReceived = (db: Queries, takerId: string): Promise<ReceivedHandover[]> =>
  selectOffersTo(db, takerId, sql`true`);

export async function selectReceivedOne(
  db: Queries,
  id: string,
  takerId: string,
): Promise<ReceivedHandover | undefined> {
  return (await selectOffersTo(db, takerId, sql`handover.id = ${id}`))[0];
}

export async function selectGivenOne(
  db: Queries,
  id: string,
  giverId: string,
): Promise<GivenHandover | undefined> {
  return (await selectGiven(db, giverId)).find((each) => each.id === id);
}

/** @returns undefined if there is no such offer to the student */
export async function selectOffer(
  db: Queries,
  id: string,
  takerId: string,
): Promise<Offer | undefined> {
  const [row] = await db.query<Offer>(sql`
    select handover.id, handover.product_id as "productId", handover.name, handover.giver_id as "giverId"
    from handovers handover where handover.id = ${id} and ${isFor(takerId)}`);
  return row;
}

/** Ends an open offer. @returns false if it is not open */
export async function endOffer(
  transaction: Queries,
  id: string,
  to: "accepted" | "declined",
): Promise<boolean> {
  const ended = await transaction.query(sql`
    update handovers handover set state = ${to}, ended_at = now()
    where handover.id = ${id} and ${isOpen} returning handover.id`);
  return ended.length > 0;
}

/** @returns undefined if it is not the student's, otherwise whether it was open */
export async function withdrawOffer(
  transaction: Queries,
  id: string,
  giverId: string,
): Promise<boolean | undefined> {
  const [row] = await transaction.query<{ wasOpen: boolean }>(sql`
    select ${isOpen} as "wasOpen" from handovers handover
    where handover.id = ${id} and handover.giver_id = ${giverId} for update`);
  if (row?.wasOpen)
    await transaction.query(sql`
      update handovers set state = 'withdrawn', ended_at = now() where id = ${id}`);
  return row?.wasOpen;
}

/** Ends offers without an answer. @param productId of this listing only @returns these offers */
export function lapseOffers(transaction: Queries, productId?: string): Promise<Offer[]> {
  return transaction.query(sql`
    update handovers set state = 'lapsed', ended_at = now()
    where id in (
      select id from handovers handover where handover.state = 'open' and ${isOver}
        and (${productId ?? null}::uuid is null or handover.product_id = ${productId ?? null}::uuid)
      order by created_at limit ${batch} for update skip locked)
    returning id, product_id as "productId", name, giver_id as "giverId"`);
}

type Transfer = { productId: string; giverId: string; takerId: string; address: string };

/** Makes a locked listing another student's. Outcomes, contacts and deals stay with the earlier seller. */
export async function transferListing(
  transaction: Queries,
  { productId, giverId, takerId, address }: Transfer,
): Promise<void> {
  // Questions to the earlier seller close without an answer.
  await transaction.query(sql`
    update notices set actions = '[]', read_at = coalesce(read_at, now())
    where user_id = ${giverId} and actions <> '[]' and kind <> 'moderation'
      and (product_id = ${productId} or listing_id = ${productId})`);
  await transaction.query(sql`
    update listing_doubts set used_at = now(), paused = false
    where product_id = ${productId} and used_at is null`);
  // A deal stays with its two sides; an unconfirmed one can no longer be confirmed.
  await transaction.query(sql`
    update deals set product_id = null, listing_id = null, refused_at = case when confirmed_at is null
      then least(refused_at, now() - make_interval(hours => ${refusedHours})) end
    where listing_id = ${productId} or product_id = ${productId}`);
  await transaction.query(sql`delete from bundle_products where product_id = ${productId}`);
  await transaction.query(sql`delete from kept_listings where product_id = ${productId}`);
  await transaction.query(sql`delete from listing_keys where product_id = ${productId}`);
  await transaction.query(sql`
    delete from saved_products where product_id = ${productId} and user_id = ${takerId}`);
  await transaction.query(sql`
    update photos set owner_id = ${takerId} where product_id = ${productId}`);
  await transaction.query(sql`
    update products set seller_id = ${takerId}, address = ${address}, asks_first = null, ${lifeEvents.handOver}, version = version + 1
    where id = ${productId}`);
}

export async function deleteOldHandovers(db: Queries): Promise<void> {
  await db.query(sql`
    delete from handovers where created_at < now() - make_interval(days => ${handoverRetentionDays})`);
}
