import { sessionDays } from "@market/contract/limits";
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Where the provider sends the browser back. */
export const callbackPath = "/api/auth/callback";

export type Cookies = {
  readSession(request: FastifyRequest): string | undefined;
  setSession(reply: FastifyReply, secret: string): void;
  clearSession(reply: FastifyReply): void;
  readSignIn(request: FastifyRequest, state: string): string | undefined;
  /** @param seconds after which the browser forgets it */
  setSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    state: string,
    value: string,
    seconds: number,
  ): void;
  /** Has the browser forget a sign-in that came back, in so many seconds. */
  shortenSignIn(reply: FastifyReply, state: string, value: string, seconds: number): void;
};

/** Sign-ins under way that a browser keeps; what was given up before them is forgotten. */
const mostSignIns = 4;

/**
 * Our two cookies. On https their names bind them to our host (RFC 6265bis section 4.1.3), so that no page
 * of a neighbouring host can set one, and with it begin a sign-in in somebody else's name; on plain
 * http, where that is impossible, names carry the port, because cookies do not know ports.
 */
export function createCookies(publicOrigin: string): Cookies {
  const { protocol, port } = new URL(publicOrigin);
  const secure = protocol === "https:";
  const sessionName = secure ? "__Host-session" : `session-${port || "80"}`;
  const session: CookieSerializeOptions = { path: "/", httpOnly: true, secure, sameSite: "strict" };
  // Lax, because the way back from the provider begins at another site.
  const signIn: CookieSerializeOptions = { ...session, sameSite: "lax" };
  // One cookie per sign-in, so that two tabs can sign in at once.
  const signInPrefix = secure ? "__Host-sign-in-" : `sign-in-${port || "80"}-`;
  const signInName = (state: string) => signInPrefix + state.slice(0, 8);

  return {
    readSession: (request) => request.cookies[sessionName],
    setSession(reply, secret) {
      reply.setCookie(sessionName, secret, { ...session, maxAge: sessionDays * 86_400 });
    },
    clearSession(reply) {
      reply.clearCookie(sessionName, session);
    },
    readSignIn: (request, state) => request.cookies[signInName(state)],
    setSignIn(request, reply, state, value, seconds) {
      const begun = Object.keys(request.cookies).filter((name) => name.startsWith(signInPrefix));
      // Browsers send the oldest first (RFC 6265 section 5.4).
      for (const name of begun.slice(0, Math.max(0, begun.length - mostSignIns + 1)))
        reply.clearCookie(name, signIn);
      reply.setCookie(signInName(state), value, { ...signIn, maxAge: seconds });
    },
    shortenSignIn(reply, state, value, seconds) {
      reply.setCookie(signInName(state), value, { ...signIn, maxAge: seconds });
    },
  };
}
