import { moderatorIdleDays, sessionDays } from "@market/contract/limits";
import sql from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { moderatorIds } from "./moderators.ts";
import type { VerifiedToken } from "./tokens.ts";
import { type Suspension, suspension } from "./suspension.ts";

type SessionOwner = Suspension & {
  sessionId: string;
  identityId: string;
  email: string;
  name: string;
  picture: string | null;
  isDeleted: boolean;
  hasEnded: boolean;
};

/** A suspended student's session is found although it has ended, so that its refusal gives the reason. */
const counts = (issuer: string) =>
  sql`s.expires_at > now() and (s.ended_at is null or u.suspended_at is not null) and i.issuer = ${issuer}`;

const state = sql`${suspension(sql`u`)}, u.deleted_at is not null as "isDeleted", s.ended_at is not null as "hasEnded"`;

/** The time of the sign-in at the provider or, if it does not return that, the start of the session. */
const authenticatedAt = sql`coalesce(s.authenticated_at, s.created_at)`;

/** @param authenticationAge seconds since the student signed in at the provider, if it returns that */
export async function insertSession(
  db: Queries,
  identityId: string,
  secretHash: Buffer,
  authenticationAge?: number,
) {
  const id = newId();
  await db.query(sql`
    with signed_in as (update identities set signed_in_at = now() where id = ${identityId})
    insert into sessions (id, identity_id, secret_hash, expires_at, authenticated_at)
    values (${id}, ${identityId}, ${secretHash}, now() + make_interval(days => ${sessionDays}),
      now() - make_interval(secs => ${authenticationAge ?? null}))`);
  return id;
}

const isUsed = (moderators: readonly string[], issuer: string) => sql`(
  i.id not in (${moderatorIds(moderators, issuer)})
  or coalesce(s.last_seen_at, s.created_at) > now() - make_interval(days => ${moderatorIdleDays}))`;

export async function selectOptionalSession(
  db: Queries,
  secretHash: Buffer,
  issuer: string,
  moderators: readonly string[],
) {
  const [row] = await db.query<SessionOwner>(sql`
    select s.id as "sessionId", i.id as "identityId", i.email, i.name, i.picture,
      ${state}
    from sessions s
    join identities i on i.id = s.identity_id
    left join users u on u.identity_id = i.id
    where s.secret_hash = ${secretHash} and ${counts(issuer)} and ${isUsed(moderators, issuer)}`);
  return row;
}

export type CurrentUser = Suspension & {
  userId: string | null;
  email: string;
  name: string;
  isDeleted: boolean;
  hasEnded: boolean;
  /** Seconds since the sign-in at the provider. */
  authenticationAge: number;
};

/** The user of a token, unless its session has ended or its key was revoked. */
export async function selectOptionalCurrentUser(
  db: Queries,
  { sessionId, identityId, keyId, issuer }: VerifiedToken & { issuer: string },
): Promise<CurrentUser | undefined> {
  const [row] = await db.query<CurrentUser>(sql`
    select u.id as "userId", i.email, i.name, ${state},
      extract(epoch from now() - ${authenticatedAt})::float as "authenticationAge"
    from sessions s
    join identities i on i.id = s.identity_id
    left join users u on u.identity_id = i.id
    where s.id = ${sessionId} and s.identity_id = ${identityId} and ${counts(issuer)}
      and exists (select from signing_keys where id = ${keyId})`);
  return row;
}

/** Whether the student of a session has signed in at the provider within these minutes. */
export async function isSignInFresh(
  db: Queries,
  sessionId: string,
  minutes: number,
): Promise<boolean> {
  const [row] = await db.query<{ fresh: boolean }>(sql`
    select ${authenticatedAt} > now() - make_interval(mins => ${minutes}) as fresh
    from sessions s where s.id = ${sessionId}`);
  return row?.fresh === true;
}

export async function endSession(db: Queries, sessionId: string): Promise<void> {
  await db.query(
    sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`,
  );
}

/** Records that the session was used, and so the student's visit. @param browser its name as the student reads it */
export async function touchSession(db: Queries, sessionId: string, browser: string) {
  await db.query(sql`
    with used as (
      update sessions set last_seen_at = now(), browser = ${browser} where id = ${sessionId} returning identity_id
    )
    update identities set seen_at = now() from used where id = used.identity_id`);
}

type OwnSession = { id: string; createdAt: Date; lastSeenAt: Date; browser: string };

export function selectOwnSessions(db: Queries, identityId: string): Promise<OwnSession[]> {
  return db.query(sql`
    select id, created_at as "createdAt", coalesce(last_seen_at, created_at) as "lastSeenAt",
      coalesce(browser, '') as browser
    from sessions where identity_id = ${identityId} and ended_at is null and expires_at > now()
    order by coalesce(last_seen_at, created_at) desc, id desc`);
}

/** Ends a session of the student's. @returns false if it is not theirs, or has ended */
export async function endOwnSession(
  db: Queries,
  identityId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await db.query(sql`
    update sessions set ended_at = now()
    where id = ${sessionId} and identity_id = ${identityId} and ended_at is null returning id`);
  return ended.length > 0;
}

export async function endOwnSessions(db: Queries, identityId: string): Promise<void> {
  await db.query(sql`
    update sessions set ended_at = now() where identity_id = ${identityId} and ended_at is null`);
}

export async function endAllSessions(db: Queries): Promise<number> {
  const ended = await db.query(sql`
    update sessions set ended_at = now() where ended_at is null returning id`);
  return ended.length;
}

/** Ends moderators' sessions that were not used for days, so that they get no push messages either. */
export async function endIdleSessions(
  db: Queries,
  moderators: readonly string[],
  issuer: string,
): Promise<void> {
  await db.query(sql`
    update sessions s set ended_at = now() from identities i
    where i.id = s.identity_id and s.ended_at is null and not ${isUsed(moderators, issuer)}`);
}

export async function deleteEndedSessions(db: Queries): Promise<void> {
  await db.query(
    sql`delete from sessions where expires_at < now() or ended_at < now() - interval '1 day'`,
  );
}
