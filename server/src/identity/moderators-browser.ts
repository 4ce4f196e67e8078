import type { FastifyRequest } from "fastify";
import type { RateLimiter } from "../http/rate-limit.ts";
import { createCookies } from "./cookies.ts";
import type { Identity } from "./identity.ts";
import { findSession } from "./sessions.ts";

/** Whether the session cookie is a moderator's; false if the database is down or a limit reached, as unknown addresses answer 404 then. */
export async function isModeratorsBrowser(
  identity: Identity,
  limiter: RateLimiter,
  request: FastifyRequest,
): Promise<boolean> {
  const secret = createCookies(identity.config.PUBLIC_ORIGIN).readSession(request);
  if (secret === undefined) return false;
  try {
    limiter.consume(request.raw, undefined);
    const session = await findSession(identity, secret);
    return (
      session !== undefined &&
      !session.suspended &&
      (await identity.moderators.has(session.identityId))
    );
  } catch {
    return false;
  }
}
