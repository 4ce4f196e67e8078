import type { JWK } from "jose";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { locks } from "../db/locks.ts";

export type SigningKeyRow = { id: string; privateKey: string; publicKey: JWK; signs: boolean };

export async function lockSigningKeys(transaction: Queries): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(${locks.signingKeys})`);
}

/** Oldest first. A retired key verifies for as long as a token lives, and five minutes more for clocks and caches. */
export function selectSigningKeys(db: Queries): Promise<SigningKeyRow[]> {
  return db.query(sql`
    select id, private_key as "privateKey", public_key as "publicKey",
      retired_at is null or retired_at > now() as signs
    from signing_keys
    where retired_at is null or retired_at > now() - interval '65 minutes'
    order by created_at, id`);
}

export async function insertSigningKey(
  db: Queries,
  id: string,
  privateKey: string,
  publicKey: JWK,
): Promise<void> {
  await db.query(sql`
    insert into signing_keys (id, private_key, public_key) values (${id}, ${privateKey}, ${JSON.stringify(publicKey)})`);
}

/** Ends every token that they have signed: each request looks for the key of its token. */
export async function revokeSigningKeys(db: Queries): Promise<void> {
  await db.query(sql`delete from signing_keys`);
}

/** The present keys sign for two more minutes, by when every process has read their successor. */
export async function retireSigningKeys(db: Queries): Promise<void> {
  await db.query(
    sql`update signing_keys set retired_at = now() + interval '2 minutes' where retired_at is null`,
  );
}
