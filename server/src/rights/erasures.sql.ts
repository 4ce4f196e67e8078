import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { deriveKey, hmac } from "../db/secrets.ts";

/** An erased account: keyed hashes in hex, and when it was erased, as ISO 8601. */
export type Erasure = { subject: string; address: string; erasedAt: string };

type Person = { issuer: string; subject: string; email: string };

/** Hashes an account and its address, so that only the market's key can identify them. */
export function erasureHashes(
  erasureKey: Buffer,
  { issuer, subject, email }: Person,
): Omit<Erasure, "erasedAt"> {
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
    insert into erasures (subject, address, erased_at)
    select decode(subject, 'hex'), decode(address, 'hex'), "erasedAt"
    from jsonb_to_recordset(${JSON.stringify(erasures)}::jsonb) as row (subject text, address text, "erasedAt" timestamptz)
    on conflict do nothing
    returning ${columns}`);
}

/** Records that an account was erased now. */
export async function insertErasure(
  transaction: Queries,
  { subject, address }: Omit<Erasure, "erasedAt">,
): Promise<void> {
  await transaction.query(sql`
    insert into erasures (subject, address) values (decode(${subject}, 'hex'), decode(${address}, 'hex'))`);
}

/** Selects all erasures, oldest first. */
export const selectErasures = (db: Queries): Promise<Erasure[]> =>
  db.query(sql`select ${columns} from erasures order by erased_at, subject`);

const columns = sql`encode(subject, 'hex') as subject, encode(address, 'hex') as address,
  to_char(erased_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "erasedAt"`;

/** @param createdAt as ISO 8601, to compare with an erasure's time */
type StoredIdentity = {
  id: string;
  issuer: string;
  subject: string;
  email: string;
  createdAt: string;
};

export const selectIdentities = (db: Queries): Promise<StoredIdentity[]> =>
  db.query(sql`
    select id, issuer, subject, email,
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"
    from identities`);

/** Closed cases lose their snapshots with the account; after a restore the open ones do, too. */
export async function closeSnapshots(transaction: Queries, userId: string): Promise<string[]> {
  const rows = await transaction.query<{ files: string[] }>(sql`
    with of_person as (select id, files from cases where ${userId} in (user_id, author_id))
    update cases set snapshot = null, photos = '[]', files = '{}', appeal_text = null
    from of_person where cases.id = of_person.id
    returning of_person.files`);
  return rows.flatMap(({ files }) => files);
}
