import { createHash, randomBytes } from "node:crypto";
import type { Queries } from "../db.ts";
import {
  endSession,
  insertSession,
  selectOptionalSession,
  type SessionOwner,
} from "./sessions.sql.ts";

const hash = (secret: string) => createHash("sha256").update(secret).digest();

/** Begins a session; the secret exists in the browser's cookie alone, the database keeps its hash. */
export async function beginSession(
  db: Queries,
  identityId: string,
  secret = randomBytes(32).toString("base64url"),
): Promise<{ sessionId: string; secret: string }> {
  return { sessionId: await insertSession(db, identityId, hash(secret)), secret };
}

/**
 * @param secret what the cookie held, if there was one
 * @param issuer of the provider that is configured now
 */
export async function findSession(
  db: Queries,
  secret: string | undefined,
  issuer: string,
): Promise<SessionOwner | undefined> {
  return secret !== undefined && /^[\w-]{43}$/.test(secret)
    ? selectOptionalSession(db, hash(secret), issuer)
    : undefined;
}

/** Ends the session of a secret, if it has one. */
export async function endSessionOf(db: Queries, secret: string, issuer: string): Promise<void> {
  const session = await findSession(db, secret, issuer);
  if (session !== undefined) await endSession(db, session.sessionId);
}
