import type { Product } from "@market/contract/products/product";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { selectStanding } from "./contact-requests.sql.ts";
import type { Contact, DealContext } from "./deal-events.ts";
import { beginOutcome } from "./outcomes.sql.ts";
import { allReveals } from "./reveals.sql.ts";
import { AppError } from "../errors/errors.ts";
import { markUnconfirmed } from "../products/lifetime/lifetime.sql.ts";
import { lockStudent } from "../students/students.sql.ts";
import { presentProduct } from "../products/present-product.ts";
import { isGone, selectProductWithContact } from "../products/products.sql.ts";

type ContactLimits = { perDay: number; perMinute: number };

/**
 * A product with its seller's phone (Q38). The caller's own is free; others count once a day. It comes without phone and
 * address, and counts nothing, if buyers ask first and the seller has not shared them, or if it was sold before the caller had them.
 * @throws AppError product-not-found, contact-limit
 */
export async function revealProduct(
  { db, changes, counters, events }: Pick<DealContext, "db" | "changes" | "counters" | "events">,
  viewerId: string,
  productId: string,
  limits: ContactLimits,
): Promise<Product> {
  let marked = 0;
  const answer = await db.transaction(async (transaction) => {
    const product = await selectProductWithContact(transaction, productId, viewerId);
    if (product === undefined) {
      if (await isGone(transaction, productId, viewerId)) counters.add("gone-contacts");
      throw new AppError("product-not-found");
    }
    const { sellerId } = product;
    if (sellerId === viewerId) return presentProduct(product, "owner");
    const asksFirst = product.contact === "ask";
    const standing =
      asksFirst || product.isSold
        ? await selectStanding(transaction, viewerId, { productId, sellerId })
        : "shared";
    const request = asksFirst ? standing : undefined;
    if (standing !== "shared") {
      if (product.isSold) counters.add("gone-contacts");
      return presentProduct(product, "visitor", request);
    }
    const isNew = await countReveal(transaction, viewerId, { productId, sellerId }, limits);
    if (isNew) {
      await beginOutcome(transaction, viewerId, { productId, sellerId });
      const contact = await selectContactsOfDay(transaction, productId);
      // It may have been handed over since it was read; then the answer still has the earlier seller.
      if (contact.sellerId === sellerId) await events.contactMade(transaction, contact);
      marked = await markUnconfirmed(transaction, { productId });
      if (product.isSold) counters.add("gone-contacts");
    }
    return presentProduct(product, "contact", request);
  });
  if (marked > 0) changes.announce();
  return answer;
}

/** @returns whether it is the first of the day, of this seller */
async function countReveal(
  db: Queries,
  viewerId: string,
  { productId, sellerId }: { productId: string; sellerId: string },
  limits: ContactLimits,
): Promise<boolean> {
  await lockStudent(db, viewerId);
  const [used] = await db.query<{
    known: boolean;
    today: number;
    minute: number;
    until_tomorrow: number;
  }>(sql`
    select
      coalesce(bool_or(product_id = ${productId} and seller_id = ${sellerId}), false) as known,
      count(*)::int as today,
      (count(*) filter (where revealed_at > clock_timestamp() - interval '1 minute'))::int as minute,
      ceil(extract(epoch from date_trunc('day', now()) + interval '1 day' - now()))::int as until_tomorrow
    from ${allReveals} where user_id = ${viewerId} and day = current_date`);
  if (used === undefined || used.known) return false;
  if (used.today >= limits.perDay)
    throw new AppError("contact-limit", { retryAfter: used.until_tomorrow });
  if (used.minute >= limits.perMinute) throw new AppError("contact-limit", { retryAfter: 60 });
  await db.query(sql`
    with earlier as (
      delete from reveals where user_id = ${viewerId} and day = current_date and product_id = ${productId}
      returning user_id, day, product_id, revealed_at, seller_id
    )
    insert into earlier_reveals (user_id, day, product_id, revealed_at, seller_id) select * from earlier`);
  await db.query(sql`
    insert into reveals (user_id, day, product_id, revealed_at, seller_id)
    values (${viewerId}, current_date, ${productId}, clock_timestamp(), ${sellerId})`);
  return true;
}

/** Locks the product, so that concurrent contacts are counted one by one. @throws AppError product-not-found when it was deleted since */
async function selectContactsOfDay(transaction: Queries, productId: string): Promise<Contact> {
  const [product] = await transaction.query<{ sellerId: string; name: string }>(sql`
    select seller_id as "sellerId", name from products where id = ${productId} for no key update`);
  if (product === undefined) throw new AppError("product-not-found");
  const [today] = await transaction.query<{ day: string; students: number }>(sql`
    select current_date::text as day, count(*)::int as students
    from reveals where product_id = ${productId} and day = current_date and seller_id = ${product.sellerId}`);
  return { productId, ...product, day: today?.day ?? "", students: today?.students ?? 1 };
}
