import { deriveKey, hmac } from "../db/secrets.ts";

/** Names a session in the log, so that all its lines can be found; only this market can tell whose session it is. */
export function createSessionNames(applicationKey: Buffer): (sessionId: string) => string {
  const key = deriveKey(applicationKey, "sessions in the log");
  return (sessionId) => hmac(key, sessionId).toString("base64url").slice(0, 16);
}
