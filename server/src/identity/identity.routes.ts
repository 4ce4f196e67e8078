import { endpoints } from "@market/contract/endpoints";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Serve } from "../endpoint.ts";
import { AppError, toAppError } from "../errors.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { requireNotSuspended } from "../moderation/suspension.ts";
import { causeOf } from "../operations/cause.ts";
import { deriveKey } from "../secrets.ts";
import { isCollegeAddress } from "./admission.ts";
import { type Attempt, attemptLifetime, createAttemptSeal } from "./attempt.ts";
import { createCallback, repeatableFor } from "./callback.ts";
import { createCookies } from "./cookies.ts";
import type { Identity } from "./identity.ts";
import { outcomeScript, outcomeScriptPath, sendOutcome } from "./outcome.ts";
import { findSession } from "./sessions.ts";
import { endSession } from "./sessions.sql.ts";

/** Sign-in, tokens and sign-out (design: the provider proves who somebody is, we keep the session). */
export function identityRoutes(
  app: FastifyInstance,
  serve: Serve,
  identity: Identity,
  limiter: RateLimiter,
): void {
  const { config, db, keys, tokens, provider, issuer } = identity;
  const finishSignIn = createCallback(identity);
  const cookies = createCookies(config.PUBLIC_ORIGIN);
  const seal = createAttemptSeal(deriveKey(identity.applicationKey, "sign-in cookies"));

  serve(endpoints.startSignIn, async ({ query, request, reply }) => {
    const before = await findSession(db, cookies.readSession(request), issuer);
    const attempt: Attempt = {
      ...provider.newAttempt(),
      mode: query.mode,
      name: query.attempt,
      replaces: before?.sessionId,
    };
    reply.header("cache-control", "no-store");
    try {
      const address = await provider.signInAddress(attempt);
      cookies.setSignIn(request, reply, attempt.state, seal.close(attempt), attemptLifetime);
      reply.redirect(address.href, 303);
    } catch (error) {
      refuseSignIn(toAppError(error), attempt, request, reply);
    }
    return undefined;
  });

  serve(endpoints.finishSignIn, async ({ request, reply }) => {
    const { state, code, error } = request.query as Record<string, unknown>;
    const sealed = typeof state === "string" ? cookies.readSignIn(request, state) : undefined;
    const attempt = seal.open(sealed);
    if (attempt !== undefined && sealed !== undefined)
      cookies.shortenSignIn(reply, attempt.state, sealed, repeatableFor);
    reply.header("cache-control", "no-store");
    try {
      if (attempt === undefined || attempt.state !== state || !isOneText(error ?? code))
        throw new AppError("invalid-state");
      const query = request.url.slice(request.url.indexOf("?"));
      cookies.setSession(reply, await finishSignIn(query, attempt, request.log));
      request.log.info("signed in");
      if (attempt.mode === "popup") sendOutcome(reply, attempt.name, undefined);
      else reply.redirect("/", 303);
    } catch (refusal) {
      refuseSignIn(countFailure(toAppError(refusal), request, limiter), attempt, request, reply);
    }
    return undefined;
  });

  serve(endpoints.issueToken, async ({ request, reply }) => {
    const session = await findSession(db, cookies.readSession(request), issuer);
    if (session === undefined) {
      cookies.clearSession(reply);
      throw new AppError("missing-session");
    }
    requireNotSuspended(session);
    if (!isCollegeAddress(session.email, config.COLLEGE_EMAIL_SUFFIX))
      throw new AppError("email-domain-not-allowed");
    const { token, expiresAt } = await tokens.issue(session);
    const { email, name, picture } = session;
    return {
      token,
      expiresAt: expiresAt.toISOString(),
      profile: { email, displayName: name, photoURL: picture },
    };
  });

  serve(endpoints.logOut, async ({ request, reply }) => {
    const session = await findSession(db, cookies.readSession(request), issuer);
    if (session !== undefined) await endSession(db, session.sessionId);
    cookies.clearSession(reply);
    reply.header("clear-site-data", '"storage"');
    return undefined;
  });

  app.get("/.well-known/jwks.json", async (_request, reply) => {
    reply.header("cache-control", "public, max-age=60");
    return keys.publicKeys();
  });

  app.get(outcomeScriptPath, async (_request, reply) => {
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("x-content-type-options", "nosniff");
    return outcomeScript;
  });
}

/** A field of a query that came twice is a list. */
const isOneText = (value: unknown) => typeof value === "string" && value !== "";
/** Sign-ins that may fail at one address in a minute. */
const mostFailures = 50;

/**
 * Tells an address that has failed fifty times in a minute no more than to wait. Whoever signs in
 * properly is never refused for what others behind the same address do.
 */
function countFailure(error: AppError, { raw }: FastifyRequest, limiter: RateLimiter): AppError {
  try {
    if (error.status < 500) limiter.consumeFew("failed sign-in", raw, mostFailures);
    return error;
  } catch (refusal) {
    return toAppError(refusal);
  }
}

/**
 * Every way in which a sign-in fails ends here. Without an attempt it is unknown which window asked,
 * so the page that serves both is shown.
 */
function refuseSignIn(
  error: AppError,
  attempt: Attempt | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { code, cause, retryAfter } = error;
  // A code or the error's own text alone: its details may hold what the provider said of a person.
  const reason = cause === undefined ? undefined : causeOf(cause);
  request.log.warn({ code, reason }, "sign-in refused");
  if (retryAfter !== undefined) reply.header("retry-after", String(Math.ceil(retryAfter)));
  if (attempt?.mode === "redirect") reply.redirect(`/login?error=${code}`, 303);
  else sendOutcome(reply, attempt?.name, code, error.message);
}
