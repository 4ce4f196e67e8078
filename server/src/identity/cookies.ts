import { cookieName, logOutPendingCookie } from "@market/contract/identity/cookies";
import { sessionDays } from "@market/contract/limits";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requestLifetime } from "./sign-in/authorization-request.ts";

export const callbackPath = "/api/auth/callback";

const mostSignIns = 4;

/** The session's and the sign-ins' cookies, and the browser's note of a logout. */
export function createCookies(publicOrigin: string) {
  const origin = new URL(publicOrigin);
  const secure = origin.protocol === "https:";
  const sessionName = cookieName("session", origin);
  const logOutPending = logOutPendingCookie(origin);
  const session: CookieSerializeOptions = { path: "/", httpOnly: true, secure, sameSite: "strict" };
  // Lax, because the way back from the provider begins at another site.
  const signIn: CookieSerializeOptions = { ...session, sameSite: "lax" };
  // One cookie per sign-in, so that two tabs can sign in concurrently.
  const signInPrefix = `${cookieName("sign-in", origin)}-`;
  const signInName = (state: string) => signInPrefix + state.slice(0, 8);

  return {
    readSession: (request: FastifyRequest) => request.cookies[sessionName],
    setSession(reply: FastifyReply, secret: string) {
      reply.setCookie(sessionName, secret, { ...session, maxAge: sessionDays * 86_400 });
    },
    clearSession(reply: FastifyReply) {
      reply.clearCookie(sessionName, session);
    },
    isLogOutPending: (request: FastifyRequest) => request.cookies[logOutPending] !== undefined,
    clearLogOutPending(reply: FastifyReply) {
      reply.clearCookie(logOutPending, { path: "/", secure });
    },
    readSignIn: (request: FastifyRequest, state: string) => request.cookies[signInName(state)],
    addSignIn({ cookies }: FastifyRequest, reply: FastifyReply, state: string, value: string) {
      const begun = Object.keys(cookies).filter((name) => name.startsWith(signInPrefix));
      // Too many are forgotten; browsers send the oldest first (RFC 6265 section 5.4).
      for (const name of begun.slice(0, Math.max(0, begun.length - mostSignIns + 1)))
        reply.clearCookie(name, signIn);
      reply.setCookie(signInName(state), value, { ...signIn, maxAge: requestLifetime });
    },
    shortenSignIn(reply: FastifyReply, state: string, value: string, seconds: number) {
      reply.setCookie(signInName(state), value, { ...signIn, maxAge: seconds });
    },
  };
}
