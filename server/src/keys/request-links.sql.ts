import type { RequestAnswer } from "@market/contract/deals/deal";
import { keyTokenMinutes } from "@market/contract/limits";
import sql, { empty } from "sql-template-tag";
import type { Queries } from "../db/database.ts";

export type RequestLink = { hash: Buffer; requestId: string; sellerId: string };

/** @param isHeld whether it cannot be ended before the end of the transaction */
export async function selectLink(
  db: Queries,
  hash: Buffer,
  isHeld = false,
): Promise<RequestLink | undefined> {
  const [link] = await db.query<RequestLink>(sql`
    select link.hash, request.id as "requestId", seller.id as "sellerId"
    from request_keys link join contact_requests request on request.id = link.request_id
      join users seller on seller.id = request.seller_id
    where link.hash = ${hash} and seller.suspended_at is null and seller.deleted_at is null
    ${isHeld ? sql`for share of link` : empty}`);
  return link;
}

/** Replaces the link of an earlier attempt at the mail. @returns false if the request is no longer open, or its seller is gone */
export async function replaceLink(
  transaction: Queries,
  { mailId, requestId, sellerId }: { mailId: string; requestId: string; sellerId: string },
  hash: Buffer,
): Promise<boolean> {
  await transaction.query(sql`delete from request_keys where mail_id = ${mailId}`);
  const made = await transaction.query(sql`
    insert into request_keys (hash, request_id, mail_id)
    select ${hash}, request.id, ${mailId}
    from contact_requests request join users seller on seller.id = request.seller_id
    where request.id = ${requestId} and seller.id = ${sellerId} and request.state = 'open'
      and seller.suspended_at is null and seller.deleted_at is null
    for share of seller
    returning hash`);
  return made.length > 0;
}

/** Whether its seller can answer a request, also one that has expired. */
export async function isOpen(db: Queries, requestId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from contact_requests where id = ${requestId} and state = 'open'`);
  return rows.length > 0;
}

const tokenLife = sql`make_interval(mins => ${keyTokenMinutes})`;

/** Stores a token, and deletes the link's expired ones. */
export async function insertToken(
  transaction: Queries,
  link: Buffer,
  answer: RequestAnswer,
  hash: Buffer,
): Promise<void> {
  await transaction.query(sql`
    delete from request_key_tokens where key_hash = ${link} and created_at <= now() - ${tokenLife}`);
  await transaction.query(sql`
    insert into request_key_tokens (hash, key_hash, answer) values (${hash}, ${link}, ${answer})`);
}

/** Uses a token up. @returns false if it is used, too old, or of another answer */
export async function useToken(
  transaction: Queries,
  link: Buffer,
  answer: RequestAnswer,
  hash: Buffer,
): Promise<boolean> {
  const used = await transaction.query(sql`
    delete from request_key_tokens
    where hash = ${hash} and key_hash = ${link} and answer = ${answer} and created_at > now() - ${tokenLife}
    returning hash`);
  return used.length > 0;
}

export async function deleteOldTokens(db: Queries): Promise<void> {
  await db.query(sql`delete from request_key_tokens where created_at <= now() - ${tokenLife}`);
}
