import { sessionDays } from "@market/contract/limits";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { requestLifetime } from "./sign-in/authorization-request.ts";

export const callbackPath = "/api/auth/callback";

const mostSignIns = 4;

/** The cookies' names: on https they bind the cookies to our host (RFC 6265bis section 4.1.3), on http they contain the port. */
export function createCookies(publicOrigin: string) {
  const { protocol, port } = new URL(publicOrigin);
  const secure = protocol === "https:";
  const sessionName = secure ? "__Host-session" : `session-${port || "80"}`;
  const session: CookieSerializeOptions = { path: "/", httpOnly: true, secure, sameSite: "strict" };
  // Lax, because the way back from the provider begins at another site.
  const signIn: CookieSerializeOptions = { ...session, sameSite: "lax" };
  // One cookie per sign-in, so that two tabs can sign in concurrently.
  const signInPrefix = secure ? "__Host-sign-in-" : `sign-in-${port || "80"}-`;
  const signInName = (state: string) => signInPrefix + state.slice(0, 8);

  return {
    readSession: (request: FastifyRequest) => request.cookies[sessionName],
    setSession(reply: FastifyReply, secret: string) {
      reply.setCookie(sessionName, secret, { ...session, maxAge: sessionDays * 86_400 });
    },
    clearSession(reply: FastifyReply) {
      reply.clearCookie(sessionName, session);
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
