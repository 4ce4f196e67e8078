import { sessionDays } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db.ts";
import { newId } from "../ids.ts";

/** A living session with whom it belongs to. */
export type SessionOwner = {
  sessionId: string;
  identityId: string;
  email: string;
  name: string;
  picture: string | null;
  suspended: boolean;
};

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
): Promise<SessionOwner | undefined> {
  const [row] = await db.query<SessionOwner>(sql`
    select s.id as "sessionId", i.id as "identityId", i.email, i.name, i.picture,
      u.suspended_at is not null as suspended
    from sessions s
    join identities i on i.id = s.identity_id
    left join users u on u.identity_id = i.id
    where s.secret_hash = ${secretHash} and s.ended_at is null and s.expires_at > now()`);
  return row;
}

/** Who holds a token of this session, if the session is still alive. Asked on every call with a token. */
export async function selectOptionalCaller(
  db: Queries,
  sessionId: string,
  identityId: string,
): Promise<{ userId: string | null; email: string; suspended: boolean } | undefined> {
  const [row] = await db.query<{ userId: string | null; email: string; suspended: boolean }>(sql`
    select u.id as "userId", i.email, u.suspended_at is not null as suspended
    from sessions s
    join identities i on i.id = s.identity_id
    left join users u on u.identity_id = i.id
    where s.id = ${sessionId} and s.identity_id = ${identityId} and s.ended_at is null and s.expires_at > now()`);
  return row;
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
