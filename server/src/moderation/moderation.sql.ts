import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db.ts";
import { notifyEverything } from "../products/changes.ts";
import { soldRecently } from "../products/products.sql.ts";

// Every function here runs in a transaction of the caller, and tells all processes with its commit.

/**
 * Suspends a student (D19): sessions end and listings leave the lists. Suspending again changes the end and the reason.
 * @param days how long; until it is ended by hand when undefined
 * @returns until when, or undefined when no registered student has this address
 */
export async function suspendStudent(
  transaction: Queries,
  email: string,
  reason: string,
  days: number | undefined,
): Promise<{ until: Date | null } | undefined> {
  const [student] = await transaction.query<{
    id: string;
    identity: string;
    until: Date | null;
  }>(sql`
    update users student
    set suspended_at = coalesce(student.suspended_at, now()), suspension_reason = ${reason},
      suspended_until = now() + make_interval(days => ${days ?? null})
    from identities identity
    where identity.id = student.identity_id and identity.email = ${email}
    returning student.id, identity.id as identity, student.suspended_until as until`);
  if (student === undefined) return undefined;
  await transaction.query(sql`
    update sessions set ended_at = now() where identity_id = ${student.identity} and ended_at is null`);
  await transaction.query(sql`
    update products set listed = false where seller_id = ${student.id} and listed`);
  await notifyEverything(transaction);
  return { until: student.until };
}

/** Ends a suspension; listings come back as they were. @returns false when no suspended student has this address */
export async function reinstateStudent(transaction: Queries, email: string): Promise<boolean> {
  return reinstate(transaction, sql`identity.email = ${email}`);
}

/** Ends the suspensions whose time is over. */
export async function endSuspensions(transaction: Queries): Promise<void> {
  await reinstate(transaction, sql`student.suspended_until <= now()`);
}

async function reinstate(transaction: Queries, which: Sql): Promise<boolean> {
  const reinstated = await transaction.query<{ id: string }>(sql`
    update users student set suspended_at = null, suspended_until = null, suspension_reason = null
    from identities identity
    where identity.id = student.identity_id and student.suspended_at is not null and ${which}
    returning student.id`);
  if (reinstated.length === 0) return false;
  await transaction.query(sql`
    update products product set listed = true
    where product.seller_id = any(${reinstated.map(({ id }) => id)}::uuid[])
      and product.hidden_at is null and not product.listed and ${soldRecently}`);
  await notifyEverything(transaction);
  return true;
}

/** Hides a listing from everybody but its owner. @returns false when it is not there */
export async function hideProduct(
  transaction: Queries,
  productId: string,
  note: string,
): Promise<boolean> {
  const hidden = await transaction.query(sql`
    update products set hidden_at = coalesce(hidden_at, now()), hidden_note = ${note}, listed = false
    where id = ${productId} returning id`);
  await notifyEverything(transaction);
  return hidden.length > 0;
}

/** Shows a hidden listing again, unless its seller is suspended. @returns false when there is no such hidden one */
export async function restoreProduct(transaction: Queries, productId: string): Promise<boolean> {
  // Locks the seller too, so that no suspension passes by.
  const restored = await transaction.query(sql`
    with seller as (
      select id, suspended_at from users
      where id = (select seller_id from products where id = ${productId}) for no key update
    )
    update products product
    set hidden_at = null, hidden_note = null, listed = seller.suspended_at is null and ${soldRecently}
    from seller
    where product.id = ${productId} and product.seller_id = seller.id and product.hidden_at is not null
    returning product.id`);
  await notifyEverything(transaction);
  return restored.length > 0;
}
