import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { developmentIssuer } from "../development/accounts.ts";

/** Whether this database has ever held demo data, or holds somebody whom only the development provider has proved. */
export async function holdsTrialData(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ holds: boolean }>(sql`
    select exists (select from settings where name = 'demo_data')
      or exists (select from identities where issuer = ${developmentIssuer}) as holds`);
  return row?.holds === true;
}

/** Removes everybody who came from the development provider, with all that is theirs. Photo files remain to be swept. */
export async function deleteTrialData(db: Queries): Promise<void> {
  await db.query(sql`delete from identities where issuer = ${developmentIssuer}`);
  await db.query(sql`delete from settings where name = 'demo_data'`);
}
