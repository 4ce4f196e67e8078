import { sessionDays } from "@market/contract/limits";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Where the provider sends the browser back, and the only address that gets the sign-in cookie. */
export const callbackPath = "/api/auth/callback";

export type Cookies = {
  readSession(request: FastifyRequest): string | undefined;
  setSession(reply: FastifyReply, secret: string): void;
  clearSession(reply: FastifyReply): void;
  readSignIn(request: FastifyRequest, state: string): string | undefined;
  /** @param seconds after which the browser forgets it */
  setSignIn(reply: FastifyReply, state: string, value: string, seconds: number): void;
  clearSignIn(reply: FastifyReply, state: string): void;
};

/**
 * Our two cookies. On https their names bind them to our host (RFC 6265bis section 4.1.3); on plain
 * http, where that is impossible, names carry the port, because cookies do not know ports.
 */
export function createCookies(publicOrigin: string): Cookies {
  const { protocol, port } = new URL(publicOrigin);
  const secure = protocol === "https:";
  const sessionName = secure ? "__Host-session" : `session-${port || "80"}`;
  const session: CookieSerializeOptions = { path: "/", httpOnly: true, secure, sameSite: "strict" };
  // Lax, because the way back from the provider begins at another site.
  const signIn: CookieSerializeOptions = {
    path: callbackPath,
    httpOnly: true,
    secure,
    sameSite: "lax",
  };
  // One cookie per sign-in, so that two tabs can sign in at once.
  const signInName = (state: string) =>
    `${secure ? "__Secure-sign-in" : `sign-in-${port || "80"}`}-${state.slice(0, 8)}`;

  return {
    readSession: (request) => request.cookies[sessionName],
    setSession(reply, secret) {
      reply.setCookie(sessionName, secret, { ...session, maxAge: sessionDays * 86_400 });
    },
    clearSession(reply) {
      reply.clearCookie(sessionName, session);
    },
    readSignIn: (request, state) => request.cookies[signInName(state)],
    setSignIn(reply, state, value, seconds) {
      reply.setCookie(signInName(state), value, { ...signIn, maxAge: seconds });
    },
    clearSignIn(reply, state) {
      reply.clearCookie(signInName(state), signIn);
    },
  };
}
