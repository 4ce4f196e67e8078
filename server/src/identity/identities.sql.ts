import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { newId } from "../ids.ts";

/** Somebody whom a provider has proved and we have admitted. */
export type ProvedIdentity = {
  issuer: string;
  subject: string;
  /** In lower case. */
  email: string;
  name: string;
  picture: string | null;
};

/**
 * Finds or creates the identity and keeps what the provider says of it today.
 * @returns its id
 * @throws a violation of identities_email_unique when the address belongs to another subject
 */
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

/** @param email in lower case */
export async function selectOptionalIdentityId(
  db: Queries,
  email: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    sql`select id from identities where email = ${email}`,
  );
  return row?.id;
}
