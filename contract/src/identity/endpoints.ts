import * as z from "zod/mini";
import { endpointsOf } from "../endpoint.ts";
import { accountProfile } from "./schemas.ts";
import * as calls from "./calls.ts";

export const identityEndpoints = endpointsOf(calls, {
  startSignIn: {
    summary:
      "Send the browser to the identity provider; with `fresh` the student signs in there again, however lately they did",
    query: z.object({
      mode: z._default(z.enum(["popup", "redirect"]), "redirect"),
      attempt: z._default(z.string().check(z.regex(/^[\w-]{1,64}$/)), "none"),
      fresh: z._default(z.enum(["true", "false"]), "false"),
    }),
    refusal: "invalid-request",
    overload: "exempt",
    reply: "redirect",
  },
  finishSignIn: {
    types: ["text/html"],
    summary: "Where the identity provider sends the browser back",
    overload: "exempt",
    reply: "redirect",
  },
  issueToken: {
    reads: ["X-Requested-With"],
    summary: "A token for the browser session",
    reply: z.object({ token: z.string(), expiresAt: z.iso.datetime(), profile: accountProfile }),
  },
  logOut: {
    reads: ["X-Requested-With"],
    summary: "End the browser session and every token of it",
    query: z.object({
      late: z.optional(
        z.literal("yes").check(
          z.meta({
            description:
              "Sent after a Log Out that got no answer: clears nothing in the browser, where a student may have signed in since.",
          }),
        ),
      ),
    }),
    overload: "exempt",
  },
});
