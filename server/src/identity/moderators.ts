import { moderatorPresentDays } from "@market/contract/limits";
import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";

/** Milliseconds for which the answer of the database is used again. */
const lifetime = 1_000;

export type Moderators = { has(identityId: string): Promise<boolean> };

/** Answers, within a transaction, what a moderator's decision depends on. */
export type Colleagues = {
  count: number;
  /** Whether another moderator, who is not suspended, has signed in within 30 days. */
  isAnotherPresent(db: Queries, identityId: string): Promise<boolean>;
  includes(db: Queries, userId: string): Promise<boolean>;
  /** Selects the moderators who have signed in, registered or not; without suspended and deleted ones. */
  select(db: Queries): Promise<PresentModerator[]>;
};
export type PresentModerator = { identityId: string; userId: string | undefined; email: string };

/** Selects the ids of the moderators: of these addresses, at the provider that signs students in. */
export const moderatorIds = (emails: readonly string[], issuer: string): Sql =>
  sql`select id from identities where email = any(${[...emails]}) and issuer = ${issuer}`;

export function createColleagues(emails: readonly string[], issuer: string): Colleagues {
  const isModerator = sql`identity.id in (${moderatorIds(emails, issuer)})`;
  return {
    count: emails.length,
    async isAnotherPresent(db, identityId) {
      const rows = await db.query(sql`
        select from identities identity left join users student on student.identity_id = identity.id
        where ${isModerator} and identity.id <> ${identityId}
          and student.suspended_at is null and student.deleted_at is null
          and greatest(identity.signed_in_at, (
            select max(session.created_at) from sessions session where session.identity_id = identity.id
          )) > now() - make_interval(days => ${moderatorPresentDays})
        limit 1`);
      return rows.length > 0;
    },
    async select(db) {
      const rows = await db.query<{ identityId: string; userId: string | null; email: string }>(sql`
        select identity.id as "identityId", student.id as "userId", identity.email
        from identities identity left join users student on student.identity_id = identity.id
        where ${isModerator} and student.suspended_at is null and student.deleted_at is null
        order by identity.id`);
      return rows.map(({ userId, ...rest }) => ({ ...rest, userId: userId ?? undefined }));
    },
    async includes(db, userId) {
      const rows = await db.query(sql`
        select from identities identity join users student on student.identity_id = identity.id
        where ${isModerator} and student.id = ${userId}`);
      return rows.length > 0;
    },
  };
}

/** Reads identities of MODERATOR_EMAILS once a second, so that a refusal takes a student no longer than an unknown address. */
export function createModerators(
  db: Queries,
  emails: readonly string[],
  issuer: string,
): Moderators {
  let known: Promise<Set<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const read = async () => {
    const rows = await db.query<{ id: string }>(moderatorIds(emails, issuer));
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
