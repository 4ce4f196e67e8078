import { createHash, randomBytes } from "node:crypto";
import type { Queries } from "../db.ts";
import { insertSession, selectOptionalSession, type SessionOwner } from "./sessions.sql.ts";

const hash = (secret: string) => createHash("sha256").update(secret).digest();

/** Begins a session; the secret exists in the browser's cookie alone, the database keeps its hash. */
export async function beginSession(
  db: Queries,
  identityId: string,
): Promise<{ sessionId: string; secret: string }> {
  const secret = randomBytes(32).toString("base64url");
  return { sessionId: await insertSession(db, identityId, hash(secret)), secret };
}

/** @param secret what the cookie held, if there was one */
export async function findSession(
  db: Queries,
  secret: string | undefined,
): Promise<SessionOwner | undefined> {
  return secret !== undefined && /^[\w-]{43}$/.test(secret)
    ? selectOptionalSession(db, hash(secret))
    : undefined;
}
