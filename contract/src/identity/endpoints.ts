import * as z from "zod/mini";
import * as calls from "../calls.ts";
import * as safetyCalls from "../safety-calls.ts";
import { accountProfile, session } from "../students/schemas.ts";
import { type Endpoint, success } from "../endpoint.ts";

export const identityEndpoints = {
  startSignIn: {
    ...calls.startSignIn,
    summary: "Send the browser to the identity provider",
    query: z.object({
      mode: z._default(z.enum(["popup", "redirect"]), "redirect"),
      attempt: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), "none"),
    }),
    overload: "exempt",
    body: "none",
    reply: "redirect",
  },
  finishSignIn: {
    ...calls.finishSignIn,
    types: ["text/html"],
    summary: "Where the identity provider sends the browser back",
    overload: "exempt",
    body: "none",
    reply: "redirect",
  },
  issueToken: {
    ...calls.issueToken,
    reads: ["X-Requested-With"],
    summary: "A token for the browser session",
    body: "none",
    reply: z.object({ token: z.string(), expiresAt: z.iso.datetime(), profile: accountProfile }),
  },
  logOut: {
    ...calls.logOut,
    reads: ["X-Requested-With"],
    summary: "End the browser session and every token of it",
    overload: "exempt",
    body: "none",
    status: 204,
    reply: "none",
  },
  listSessions: {
    ...safetyCalls.listSessions,
    summary: "Where the caller is signed in, the last used first",
    body: "none",
    reply: z.object({ success, sessions: z.array(session) }),
  },
  endSession: {
    ...safetyCalls.endSession,
    summary: "End one of the caller's sessions, with every token of it",
    params: { sessionId: "session-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  logOutEverywhere: {
    ...safetyCalls.logOutEverywhere,
    summary: "End every session of the caller",
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
