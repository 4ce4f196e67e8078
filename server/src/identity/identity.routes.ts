import { endpoints } from "@market/contract/endpoints";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Serve } from "../http/serve.ts";
import { AppError, toAppError } from "../errors/errors.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import { suspensionRefusal } from "./suspension.ts";
import { describeCause } from "../config/cause.ts";
import type { Counters } from "../statistics/counters.ts";
import { createSessionNames } from "../http/session-names.ts";
import { acceptedKeys, deriveKey } from "../db/secrets.ts";
import { isCollegeEmail } from "./sign-in/admission.ts";
import {
  type AuthorizationRequest,
  decryptState,
  encryptState,
} from "./sign-in/authorization-request.ts";
import { createCallback, repeatableFor } from "./sign-in/callback.ts";
import { describeRefusal, isAboutPrompt } from "./sign-in/provider-refusal.ts";
import { createCookies } from "./cookies.ts";
import type { Identity, IdentityEvents } from "./identity.ts";
import { callbackScript, callbackScriptPath, sendCallbackPage } from "./sign-in/callback-page.ts";
import { findSession } from "./sessions.ts";
import { browserName } from "./browser-name.ts";
import { endSession, touchSession } from "./sessions.sql.ts";

export function identityRoutes(
  app: FastifyInstance,
  serve: Serve,
  identity: Identity,
  {
    limiter,
    counters,
    events,
  }: { limiter: RateLimiter; counters: Counters; events: IdentityEvents },
): void {
  const { config, db, keys, tokens, provider } = identity;
  const finishSignIn = createCallback(identity, events);
  const cookies = createCookies(config.PUBLIC_ORIGIN);
  const nameSession = createSessionNames(identity.applicationKey);
  const purpose = "sign-in cookies";
  const stateKey = deriveKey(identity.applicationKey, purpose);
  const refuse: typeof refuseSignIn = (error, ...rest) => {
    counters.add(error.status >= 500 ? "sign-ins-failed" : "sign-ins-refused");
    refuseSignIn(error, ...rest);
  };

  async function goToProvider(
    signIn: AuthorizationRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    reply.header("cache-control", "no-store");
    try {
      const address = await provider.authorizationUrl(signIn);
      const value = await encryptState(signIn, stateKey);
      cookies.addSignIn(request, reply, signIn.state, value);
      reply.redirect(address.href, 303);
    } catch (error) {
      refuse(toAppError(error), signIn, request, reply);
    }
  }

  serve(endpoints.startSignIn, async ({ query, request, reply }) => {
    const before = await findSession(identity, cookies.readSession(request));
    await goToProvider(
      {
        ...provider.newRequest(),
        mode: query.mode,
        name: query.attempt,
        fresh: query.fresh === "true",
        replaces: before?.sessionId,
      },
      request,
      reply,
    );
    return undefined;
  });

  serve(endpoints.finishSignIn, async ({ request, reply }) => {
    const { state, code, error } = request.query as Record<string, unknown>;
    const encrypted = typeof state === "string" ? cookies.readSignIn(request, state) : undefined;
    const signIn = await decryptState(encrypted, ...acceptedKeys(identity, purpose));
    if (signIn !== undefined && encrypted !== undefined)
      cookies.shortenSignIn(reply, signIn.state, encrypted, repeatableFor);
    if (signIn !== undefined && signIn.state === state && typeof error === "string") {
      const { error_description: description } = request.query as Record<string, unknown>;
      request.log.warn({ reason: describeRefusal(error, description) }, "the provider refused");
      if (!signIn.withoutPrompt && isAboutPrompt(error)) {
        const again = { ...signIn, ...provider.newRequest(), withoutPrompt: true };
        await goToProvider(again, request, reply);
        return undefined;
      }
    }
    reply.header("cache-control", "no-store");
    try {
      if (signIn === undefined || signIn.state !== state || !isOneText(error ?? code))
        throw new AppError("invalid-state");
      const query = request.url.slice(request.url.indexOf("?"));
      const secret = await finishSignIn(query, signIn, request.log);
      cookies.setSession(reply, secret);
      // The pending logout was for the session that this one replaces.
      if (cookies.isLogOutPending(request)) cookies.clearLogOutPending(reply);
      const session = await findSession(identity, secret).catch(() => undefined);
      request.log.info(
        { event: "sign-in", session: session && nameSession(session.sessionId) },
        "signed in",
      );
      counters.add("sign-ins");
      if (signIn.mode === "popup") sendCallbackPage(reply, signIn.name);
      else reply.redirect("/", 303);
    } catch (refusal) {
      refuse(countFailure(toAppError(refusal), request, limiter), signIn, request, reply);
    }
    return undefined;
  });

  serve(endpoints.issueToken, async ({ request, reply }) => {
    const session = await findSession(identity, cookies.readSession(request));
    if (session === undefined) {
      cookies.clearSession(reply);
      throw new AppError("missing-session");
    }
    if (session.suspended && session.hasEnded) throw suspensionRefusal(session, session);
    if (!isCollegeEmail(session.email, config.COLLEGE_EMAIL_SUFFIX))
      throw new AppError("email-domain-not-allowed");
    const { token, expiresAt } = await tokens.issue(session);
    await touchSession(db, session.sessionId, browserName(request.headers["user-agent"]));
    const { email, name, picture } = session;
    return {
      token,
      expiresAt: expiresAt.toISOString(),
      profile: { email, displayName: name, photoURL: picture },
    };
  });

  serve(endpoints.logOut, async ({ query, request, reply }) => {
    const isLate = query.late === "yes";
    // A sign-in has removed the cookie: the session is a newer one.
    if (isLate && !cookies.isLogOutPending(request)) return undefined;
    const session = await findSession(identity, cookies.readSession(request));
    if (session !== undefined) {
      await endSession(db, session.sessionId);
      request.log.info(
        { event: "sign-out", session: nameSession(session.sessionId) },
        "signed out",
      );
    }
    // The browser may receive it after a new sign-in.
    if (isLate) return undefined;
    cookies.clearSession(reply);
    reply.header("clear-site-data", '"storage"');
    return undefined;
  });

  app.get("/.well-known/jwks.json", async (_request, reply) => {
    reply.header("cache-control", "public, max-age=60");
    return keys.publicKeys();
  });

  app.get(callbackScriptPath, async (_request, reply) => {
    reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("x-content-type-options", "nosniff");
    return callbackScript;
  });
}

const isOneText = (value: unknown) => typeof value === "string" && value !== "";
const mostFailures = 50;

/** Limits only failures, so that a shared address can still sign in. */
function countFailure(error: AppError, { raw }: FastifyRequest, limiter: RateLimiter): AppError {
  try {
    if (error.status < 500) limiter.consumeFew("failed sign-in", raw, mostFailures);
    return error;
  } catch (refusal) {
    return toAppError(refusal);
  }
}

function refuseSignIn(
  error: AppError,
  signIn: AuthorizationRequest | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { code, cause, retryAfter, suspension } = error;
  // The error's details may hold what the provider said of a user.
  const reason = cause === undefined ? undefined : describeCause(cause);
  request.log.warn({ event: "sign-in-refused", code, reason }, "sign-in refused");
  if (retryAfter !== undefined) reply.header("retry-after", String(Math.ceil(retryAfter)));
  const { until } = suspension ?? {};
  const login = `/login?${new URLSearchParams({ error: code, ...(until && { until }) })}`;
  if (signIn?.mode === "redirect") reply.redirect(login, 303);
  else sendCallbackPage(reply, signIn?.name, { code, login, until, message: error.message });
}
