import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import { consent, givenConsent } from "../students/schemas.ts";
import * as calls from "./calls.ts";
import { session } from "./schemas.ts";

export const rightsEndpoints = endpointsOf(calls, {
  listSessions: {
    summary: "Where the caller is signed in, the last used first",
    reply: ok({ sessions: z.array(session) }),
  },
  endSession: {
    reads: ["Idempotency-Key"],
    summary:
      "End one of the caller's sessions, with every token of it; another than the call's own only soon after a sign-in, otherwise 401 `sign-in-again`",
  },
  logOutEverywhere: {
    summary:
      "End every session of the caller; only soon after a sign-in, otherwise 401 `sign-in-again`",
  },
  exportAccount: {
    types: ["application/zip"],
    tells: ["Content-Disposition"],
    summary:
      "All data stored about the caller as a ZIP with data.json and photos; only soon after a sign-in, otherwise 401 `sign-in-again`",
    reply: "file",
  },
  deleteAccount: {
    summary:
      "Delete the caller's account: invisible immediately, erased after some days; only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: z.object({ confirm: z.literal("DELETE") }),
    reply: ok({ message }),
  },
  restoreAccount: {
    summary: "Restore the caller's deleted account",
    reply: ok({ message }),
  },
  listConsents: {
    summary:
      "To which versions of the notice about personal data the caller has agreed, and when; and when the caller has last seen the rules",
    reply: ok({
      consents: z.array(givenConsent),
      rulesSeenAt: z.iso.datetime(),
    }),
  },
  giveConsent: {
    reads: ["Idempotency-Key"],
    summary: "Agree to a version of the notice about personal data; agreeing again changes nothing",
    body: consent,
    status: 201,
    statusAgain: 200,
    reply: ok({ consents: z.array(givenConsent) }),
  },
  getConsentNotice: {
    summary: "The notice about personal data, with the version to agree to",
    reply: ok({
      version: z.string(),
      items: z.array(z.object({ title: z.string(), text: z.string() })),
    }),
  },
  seeRules: {
    summary: "The caller has seen the rules",
  },
});
