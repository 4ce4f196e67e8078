import { createHash, randomBytes } from "node:crypto";
import type { Queries } from "../db/database.ts";
import { endSession, insertSession, selectOptionalSession } from "./sessions.sql.ts";

const hash = (secret: string) => createHash("sha256").update(secret).digest();

/** The database keeps only the secret's hash. */
export async function beginSession(
  db: Queries,
  identityId: string,
  secret = randomBytes(32).toString("base64url"),
  authenticationAge?: number,
): Promise<{ sessionId: string; secret: string }> {
  const sessionId = await insertSession(db, identityId, hash(secret), authenticationAge);
  return { sessionId, secret };
}

export async function findSession(db: Queries, secret: string | undefined, issuer: string) {
  return secret !== undefined && /^[\w-]{43}$/.test(secret)
    ? selectOptionalSession(db, hash(secret), issuer)
    : undefined;
}

export async function endSessionOf(db: Queries, secret: string, issuer: string): Promise<void> {
  const session = await findSession(db, secret, issuer);
  if (session !== undefined) await endSession(db, session.sessionId);
}
