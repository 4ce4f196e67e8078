import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { deriveKey, hmac } from "../db/secrets.ts";

/** Hashes an account at a provider, so that its suspension survives its erasure; `rights/erasures.sql.ts` has the hashes of all erased accounts. */
export function abuseHash(lastingKey: Buffer, issuer: string, subject: string): Buffer {
  const key = deriveKey(lastingKey, "abuse records");
  return hmac(key, `${issuer}\n${subject}`);
}

export async function insertAbuseRecord(
  transaction: Queries,
  hash: Buffer,
  until: Date | null,
): Promise<void> {
  await transaction.query(sql`
    insert into abuse_records (hash, suspended_until) values (${hash}, ${until})
    on conflict (hash) do update set suspended_until = excluded.suspended_until, created_at = now()`);
}

/** Selects the suspension of an erased account. @returns its end, null if it has none; undefined if it was not suspended */
export async function selectAbuseRecord(
  db: Queries,
  hash: Buffer,
): Promise<{ until: Date | null } | undefined> {
  const [row] = await db.query<{ until: Date | null }>(sql`
    select suspended_until as until from abuse_records
    where hash = ${hash} and created_at > now() - interval '1 year'
      and (suspended_until is null or suspended_until > now())`);
  return row;
}

export async function deleteOldAbuseRecords(db: Queries): Promise<void> {
  await db.query(sql`
    delete from abuse_records where created_at < now() - interval '1 year' or suspended_until < now()`);
}
