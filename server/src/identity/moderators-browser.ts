import type { FastifyRequest } from "fastify";
import { createCookies } from "./cookies.ts";
import type { Identity } from "./identity.ts";
import { findSession } from "./sessions.ts";

/** Whether the session's cookie is a moderator's; documents are requested without a token. */
export async function isModeratorsBrowser(
  { config, db, issuer, moderators }: Identity,
  request: FastifyRequest,
): Promise<boolean> {
  const { readSession } = createCookies(config.PUBLIC_ORIGIN);
  const session = await findSession(db, readSession(request), issuer);
  return session !== undefined && !session.suspended && moderators.has(session.identityId);
}
