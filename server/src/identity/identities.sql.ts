import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";

type ProvedIdentity = {
  issuer: string;
  subject: string;
  /** The address in lower case */
  email: string;
  name: string;
  picture: string | null;
};

/** @throws a violation of identities_email_unique when the address belongs to another subject */
export async function upsertIdentity(db: Queries, identity: ProvedIdentity): Promise<string> {
  const { issuer, subject, email, name, picture } = identity;
  const [row] = await db.query<{ id: string }>(sql`
    insert into identities (id, issuer, subject, email, name, picture)
    values (${newId()}, ${issuer}, ${subject}, ${email}, ${name}, ${picture})
    on conflict on constraint identities_subject_unique
    do update set email = excluded.email, name = excluded.name, picture = excluded.picture
    returning id`);
  if (!row) throw new Error("An identity was neither found nor created");
  return row.id;
}

/** Lets the next verified sign-in with an address take its account over, once. @returns how many accounts */
export async function allowRelink(
  db: Queries,
  which: { email: string } | { issuer: string },
  days: number,
): Promise<number> {
  const rows = await db.query(sql`
    update identities set relink_until = now() + make_interval(days => ${days})
    where ${"email" in which ? sql`email = ${which.email}` : sql`issuer = ${which.issuer}`}
    returning 1`);
  return rows.length;
}

export type IssuerAccounts = { issuer: string; emails: string[]; suspended: number };

export function countAccounts(db: Queries): Promise<IssuerAccounts[]> {
  return db.query(sql`
    select i.issuer, array_agg(i.email) as emails, count(u.suspended_at)::int as suspended
    from identities i left join users u on u.identity_id = i.id
    group by i.issuer order by i.issuer`);
}

/** Takes over the account of an address if an operator has allowed it, and ends its sessions. @returns its id */
export async function relinkIdentity(
  transaction: Queries,
  { issuer, subject, email }: ProvedIdentity,
): Promise<string | undefined> {
  const [row] = await transaction.query<{ id: string }>(sql`
    update identities set issuer = ${issuer}, subject = ${subject}, relink_until = null
    where email = ${email} and relink_until > now() and (issuer, subject) <> (${issuer}, ${subject})
      and not exists (select from identities other where other.issuer = ${issuer} and other.subject = ${subject})
    returning id`);
  if (row === undefined) return undefined;
  await transaction.query(sql`
    update sessions set ended_at = now() where identity_id = ${row.id} and ended_at is null`);
  return row.id;
}

/** @param email in lower case */
export async function selectOptionalIdentityId(db: Queries, email: string) {
  const [row] = await db.query<{ id: string }>(
    sql`select id from identities where email = ${email}`,
  );
  return row?.id;
}

/** Whether a student registered with an address, who may have deleted the account since. @param email in lower case */
export async function hasAccount(db: Queries, email: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from users join identities on identities.id = users.identity_id
    where identities.email = ${email}`);
  return rows.length > 0;
}
