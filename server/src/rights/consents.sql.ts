import { mostConsents } from "@market/contract/limits";
import type { GivenConsent } from "@market/contract/students/student";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";

/** The time of the first agreement to a version counts. @returns whether it is new */
export async function insertConsent(
  db: Queries,
  userId: string,
  version: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into consents (user_id, version)
    select ${userId}, ${version} where (select count(*) from consents where user_id = ${userId}) < ${mostConsents}
    on conflict (user_id, version) do nothing returning version`);
  return rows.length > 0;
}

export async function selectRulesSeen(db: Queries, userId: string): Promise<string> {
  const [row] = await db.query<{ at: Date }>(sql`
    select rules_seen_at as at from users where id = ${userId}`);
  if (row === undefined) throw new AppError("invalid-token");
  return row.at.toISOString();
}

export async function updateRulesSeen(db: Queries, userId: string): Promise<void> {
  await db.query(sql`update users set rules_seen_at = now() where id = ${userId}`);
}

export async function selectConsents(db: Queries, userId: string): Promise<GivenConsent[]> {
  const rows = await db.query<{ version: string; givenAt: Date }>(sql`
    select version, given_at as "givenAt" from consents
    where user_id = ${userId} order by given_at desc, version`);
  return rows.map(({ version, givenAt }) => ({
    version,
    adult: true,
    givenAt: givenAt.toISOString(),
  }));
}
