import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** Milliseconds for which the answer of the database is used again. */
const lifetime = 1_000;

export type Moderators = { has(identityId: string): Promise<boolean> };

/**
 * Knows the identities of MODERATOR_EMAILS. They are read once a second for all requests, so that a refusal takes a
 * student no longer than an unknown address.
 */
export function createModerators(
  db: Queries,
  emails: readonly string[],
  issuer: string,
): Moderators {
  let known: Promise<Set<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const read = async () => {
    const rows = await db.query<{ id: string }>(sql`
      select id from identities where email = any(${[...emails]}) and issuer = ${issuer}`);
    return new Set(rows.map(({ id }) => id));
  };
  return {
    async has(identityId) {
      if (emails.length > 0 && performance.now() >= readAt + lifetime) {
        readAt = performance.now();
        known = read();
        known.catch(() => (readAt = -Infinity));
      }
      return (await known).has(identityId);
    },
  };
}
