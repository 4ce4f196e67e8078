import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { deriveKey, hmac } from "../db/secrets.ts";

/** Keyed hashes in hex. They identify accounts to erase again; those of `abuse-records.sql.ts` identify suspended ones. */
type Hashes = { subject: string; address: string };

/** An erased account: when it was erased, and when its student had deleted it, as ISO 8601. */
export type Erasure = Hashes & {
  erasedAt: string;
  /** Not recorded for the first erasures. */
  deletedAt?: string | null | undefined;
};

type Person = { issuer: string; subject: string; email: string };

/** Hashes an account and its address, so that only the market's key can identify them. */
export function erasureHashes(erasureKey: Buffer, { issuer, subject, email }: Person): Hashes {
  const hash = (purpose: string, content: string) =>
    hmac(deriveKey(erasureKey, purpose), content).toString("hex");
  return {
    subject: hash("erased subject", `${issuer}\n${subject}`),
    address: hash("erased address", email),
  };
}

/** Adds erasures that the database does not have. @returns those that it did not have */
export async function insertErasures(
  transaction: Queries,
  erasures: readonly Erasure[],
): Promise<Erasure[]> {
  return transaction.query<Erasure>(sql`
    insert into erasures (subject, address, erased_at, deleted_at)
    select decode(subject, 'hex'), decode(address, 'hex'), "erasedAt", "deletedAt"
    from jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb)
      as row (subject text, address text, "erasedAt" timestamptz, "deletedAt" timestamptz)
    on conflict do nothing
    returning ${columns}`);
}

/** Records that an account is erased in this transaction, before its row is gone. */
export async function insertErasure(
  transaction: Queries,
  userId: string,
  { subject, address }: Hashes,
): Promise<void> {
  await transaction.query(sql`
    insert into erasures (subject, address, deleted_at)
    select decode(${subject}, 'hex'), decode(${address}, 'hex'), deleted_at from users where id = ${userId}`);
}

export const selectErasures = (db: Queries): Promise<Erasure[]> =>
  db.query(sql`select ${columns} from erasures order by erased_at, subject`);

/** A time as ISO 8601 with microseconds, so that times can be compared as texts. */
const exactTime = (time: Sql) =>
  sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The backup before an upgrade reads tables that do not have the newest column yet. */
const deletedAt = sql`(to_jsonb(erasures) ->> 'deleted_at')::timestamptz`;

const columns = sql`encode(subject, 'hex') as subject, encode(address, 'hex') as address,
  ${exactTime(sql`erased_at`)} as "erasedAt", ${exactTime(deletedAt)} as "deletedAt"`;

type StoredIdentity = {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  createdAt: string;
  /** The time at which the person last used the account, or deleted it. */
  usedAt: string | null;
};

export const selectIdentities = (db: Queries): Promise<StoredIdentity[]> =>
  db.query(sql`
    select identity.id, issuer, subject, email, ${exactTime(sql`identity.created_at`)} as "createdAt",
      ${exactTime(sql`least(greatest(signed_in_at, seen.at), deleted_at)`)} as "usedAt"
    from identities identity left join users on identity_id = identity.id,
      lateral (select max(coalesce(last_seen_at, created_at)) as at from sessions where identity_id = identity.id) seen`);

/** Closed cases lose their snapshots with the account; after a restore the open ones do, too. */
export async function closeSnapshots(transaction: Queries, userId: string): Promise<string[]> {
  const rows = await transaction.query<{ files: string[] }>(sql`
    with of_person as (select id, files from cases where ${userId} in (user_id, author_id))
    update cases set snapshot = null, photos = '[]', files = '{}', appeal_text = null
    from of_person where cases.id = of_person.id
    returning of_person.files`);
  return rows.flatMap(({ files }) => files);
}
