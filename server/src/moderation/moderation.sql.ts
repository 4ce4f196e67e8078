import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { lifeEvents, sellerEvents } from "../products/listing-life.ts";

export type StudentSelector = { email: string } | { userId: string };

/** The condition for one student; the statement must call the tables `student` and `identity`. */
const isThis = (selector: StudentSelector): Sql =>
  "email" in selector
    ? sql`identity.email = ${selector.email}`
    : sql`student.id = ${selector.userId}`;

/** Suspends a student (D19). @returns its end, or undefined if there is no such registered student */
export async function suspendStudent(
  transaction: Queries,
  selector: StudentSelector,
  days: number | undefined,
): Promise<{ userId: string; until: Date | null } | undefined> {
  type Suspended = { id: string; identity: string; until: Date | null };
  const [student] = await transaction.query<Suspended>(sql`
    update users student
    set ${sellerEvents.suspend(days)}
    from identities identity
    where identity.id = student.identity_id and ${isThis(selector)}
    returning student.id, identity.id as identity, student.suspended_until as until`);
  if (student === undefined) return undefined;
  await transaction.query(sql`
    update sessions set ended_at = now() where identity_id = ${student.identity} and ended_at is null`);
  return { userId: student.id, until: student.until };
}

/** Ends a suspension. @returns the student's id, or undefined if there is no such suspended student */
export async function reinstateStudent(
  transaction: Queries,
  selector: StudentSelector,
): Promise<string | undefined> {
  const [id] = await reinstate(transaction, isThis(selector));
  return id;
}

/** Ends suspensions whose time has passed. @returns the students' ids */
export const reinstateAfterTime = (transaction: Queries): Promise<string[]> =>
  reinstate(transaction, sql`student.suspended_until <= now()`);

async function reinstate(transaction: Queries, selector: Sql): Promise<string[]> {
  const rows = await transaction.query<{ id: string }>(sql`
    update users student set ${sellerEvents.reinstate}
    from identities identity
    where identity.id = student.identity_id and student.suspended_at is not null and ${selector}
    returning student.id`);
  return rows.map(({ id }) => id);
}

/** Hides a listing. @returns the seller's id, or undefined if there is no such listing */
export async function hideProduct(
  transaction: Queries,
  productId: string,
): Promise<string | undefined> {
  const [hidden] = await transaction.query<{ seller_id: string }>(sql`
    update products set ${lifeEvents.hide}
    where id = ${productId} returning seller_id`);
  if (hidden === undefined) return hideDeletedListing(transaction, productId);
  return hidden.seller_id;
}

/** Restores a hidden listing. @returns the seller's id, or undefined if there is none */
export async function restoreProduct(
  transaction: Queries,
  productId: string,
): Promise<string | undefined> {
  const [restored] = await transaction.query<{ seller_id: string }>(sql`
    update products set ${lifeEvents.show}
    where id = ${productId} and hidden_at is not null returning seller_id`);
  if (restored === undefined) return showDeletedListing(transaction, productId);
  return restored.seller_id;
}

/** Hides a listing that its seller has deleted, so that it is hidden if it is restored. */
async function hideDeletedListing(
  transaction: Queries,
  productId: string,
): Promise<string | undefined> {
  const [hidden] = await transaction.query<{ seller_id: string }>(sql`
    update deleted_listings set product = product || jsonb_build_object('hidden_at', now())
    where product_id = ${productId} returning seller_id`);
  return hidden?.seller_id;
}

/** Shows a hidden listing that its seller has deleted, so that it is shown if it is restored. */
async function showDeletedListing(
  transaction: Queries,
  productId: string,
): Promise<string | undefined> {
  const [shown] = await transaction.query<{ seller_id: string }>(sql`
    update deleted_listings set product = product || jsonb_build_object('hidden_at', null, 'hidden_note', null)
    where product_id = ${productId} and product ->> 'hidden_at' is not null returning seller_id`);
  return shown?.seller_id;
}

/** Deletes a listing, its photos and its words. @returns undefined if there is no such listing */
export async function deleteListing(
  transaction: Queries,
  productId: string,
): Promise<{ sellerId: string; files: string[] } | undefined> {
  // Its name may be why it is deleted.
  await transaction.query(sql`
    delete from notices where listing_id = ${productId} and kind = 'sold-told'`);
  const [product] = await transaction.query<{ seller_id: string; words: string }>(sql`
    select product.seller_id, search_document(product)::text as words
    from products product where product.id = ${productId} for update`);
  if (product === undefined) return deleteDeletedListing(transaction, productId);
  const photos = await transaction.query<{ files: string[] }>(sql`
    delete from photos where product_id = ${productId} returning files`);
  await transaction.query(sql`delete from products where id = ${productId}`);
  await transaction.query(sql`select forget_words(${product.words}::tsvector)`);
  return { sellerId: product.seller_id, files: photos.flatMap(({ files }) => files) };
}

/** Deletes a listing that its seller has deleted, so that it cannot be restored. */
async function deleteDeletedListing(
  transaction: Queries,
  productId: string,
): Promise<{ sellerId: string; files: string[] } | undefined> {
  const [deleted] = await transaction.query<{ seller_id: string; files: string[] }>(sql`
    delete from deleted_listings where product_id = ${productId} returning seller_id, files`);
  return deleted && { sellerId: deleted.seller_id, files: deleted.files };
}
