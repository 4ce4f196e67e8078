import { sessionDays } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { newId } from "../ids.ts";
import { type Suspension, suspension } from "../moderation/suspension.ts";

/** A living session with whom it belongs to, or one that has ended with a suspension. */
export type SessionOwner = Suspension & {
  sessionId: string;
  identityId: string;
  email: string;
  name: string;
  picture: string | null;
};

/**
 * A session counts while it lives and its identity is one of the provider that is configured now. One of a suspended
 * student is found though it has ended, so that the student is told why.
 */
const counts = (issuer: string) =>
  sql`s.expires_at > now() and (s.ended_at is null or u.suspended_at is not null) and i.issuer = ${issuer}`;

export async function insertSession(
  db: Queries,
  identityId: string,
  secretHash: Buffer,
): Promise<string> {
  const id = newId();
  await db.query(sql`
    insert into sessions (id, identity_id, secret_hash, expires_at)
    values (${id}, ${identityId}, ${secretHash}, now() + make_interval(days => ${sessionDays}))`);
  return id;
}

export async function selectOptionalSession(
  db: Queries,
  secretHash: Buffer,
  issuer: string,
): Promise<SessionOwner | undefined> {
  const [row] = await db.query<SessionOwner>(sql`
    select s.id as "sessionId", i.id as "identityId", i.email, i.name, i.picture,
      ${suspension(sql`u`)}
    from sessions s
    join identities i on i.id = s.identity_id
    left join users u on u.identity_id = i.id
    where s.secret_hash = ${secretHash} and ${counts(issuer)}`);
  return row;
}

type Caller = Suspension & { userId: string | null; email: string };

/** Who holds a token of this session, if the session still counts. Asked on every call with a token. */
export async function selectOptionalCaller(
  db: Queries,
  sessionId: string,
  identityId: string,
  issuer: string,
): Promise<Caller | undefined> {
  const [row] = await db.query<Caller>(sql`
    select u.id as "userId", i.email, ${suspension(sql`u`)}
    from sessions s
    join identities i on i.id = s.identity_id
    left join users u on u.identity_id = i.id
    where s.id = ${sessionId} and s.identity_id = ${identityId} and ${counts(issuer)}`);
  return row;
}

/** The row is locked until the transaction ends, so that a suspension meanwhile ends the session that begins in it. */
export async function selectSuspension(
  transaction: Queries,
  identityId: string,
): Promise<Suspension> {
  const [row] = await transaction.query<Suspension>(sql`
    select ${suspension(sql`u`)} from users u where u.identity_id = ${identityId} for share`);
  return row ?? { suspended: false, suspendedUntil: null };
}

export async function endSession(db: Queries, sessionId: string): Promise<void> {
  await db.query(
    sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`,
  );
}

/** Forgets sessions that have run out or were ended a day ago. */
export async function deleteEndedSessions(db: Queries): Promise<void> {
  await db.query(
    sql`delete from sessions where expires_at < now() or ended_at < now() - interval '1 day'`,
  );
}
