import { createHash, randomBytes } from "node:crypto";
import type { Queries } from "../db/database.ts";
import type { Identity } from "./identity.ts";
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

type Sessions = Pick<Identity, "config" | "db" | "issuer">;

/** Finds a session that counts; a moderator's that was not used for days does not. */
export async function findSession({ config, db, issuer }: Sessions, secret: string | undefined) {
  return secret !== undefined && /^[\w-]{43}$/.test(secret)
    ? selectOptionalSession(db, hash(secret), issuer, config.MODERATOR_EMAILS)
    : undefined;
}

export async function endSessionOf(sessions: Sessions, secret: string): Promise<void> {
  const session = await findSession(sessions, secret);
  if (session !== undefined) await endSession(sessions.db, session.sessionId);
}
