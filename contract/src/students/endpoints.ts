import * as z from "zod/mini";
import * as calls from "../calls.ts";
import * as safetyCalls from "../safety-calls.ts";
import { consent, givenConsent, profileChange, registration, seller, user } from "./schemas.ts";
import { type Endpoint, message, success } from "../endpoint.ts";

export const studentEndpoints = {
  googleLogin: {
    ...calls.googleLogin,
    summary: "Sign in the student to whom the token belongs",
    body: "none",
    reply: z.object({ success, message, user }),
  },
  googleRegister: {
    ...calls.googleRegister,
    summary: "Register the person to whom the token belongs",
    body: registration,
    fieldRefusals: {
      phone: "invalid-phone",
      course: "invalid-course",
      semester: "invalid-semester",
      country: "invalid-enum",
      consent: "invalid-fields",
      "consent.version": "invalid-fields",
      "consent.adult": "invalid-fields",
    },
    status: 201,
    reply: z.object({ success, message, user }),
  },
  getProfile: {
    ...calls.getProfile,
    summary: "The caller's own profile",
    body: "none",
    reply: z.object({ success, user }),
  },
  updateProfile: {
    ...calls.updateProfile,
    summary:
      "Change the caller's avatar, semester, course, or phone and country; the phone only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: profileChange,
    refusal: "unknown-field",
    fieldRefusals: {
      avatar: "invalid-avatar",
      semester: "invalid-semester",
      course: "invalid-course",
      phone: "invalid-phone",
      country: "invalid-enum",
    },
    reply: z.object({ success, user }),
  },
  getSeller: {
    ...calls.getSeller,
    summary:
      "A student who sells: first name, avatar, month of registration, how they reply, their deals and the latest feedback",
    params: { sellerId: "seller-not-found" },
    body: "none",
    reply: z.object({ success, seller }),
  },
  exportAccount: {
    ...safetyCalls.exportAccount,
    types: ["application/zip"],
    tells: ["Content-Disposition"],
    summary:
      "All that is kept of the caller as a ZIP with data.json and photos; only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: "none",
    reply: "file",
  },
  deleteAccount: {
    ...safetyCalls.deleteAccount,
    summary:
      "Delete the caller's account: at once out of sight, erased after some days; only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: z.object({ confirm: z.literal("DELETE") }),
    refusal: "invalid-fields",
    reply: z.object({ success, message }),
  },
  restoreAccount: {
    ...safetyCalls.restoreAccount,
    summary: "Restore the caller's deleted account",
    body: "none",
    reply: z.object({ success, message }),
  },
  listConsents: {
    ...safetyCalls.listConsents,
    summary:
      "To which versions of the notice about personal data the caller has agreed, and when; and when the caller has last seen the rules",
    body: "none",
    reply: z.object({
      success,
      consents: z.array(givenConsent),
      rulesSeenAt: z.iso.datetime(),
    }),
  },
  giveConsent: {
    ...safetyCalls.giveConsent,
    reads: ["Idempotency-Key"],
    summary: "Agree to a version of the notice about personal data; agreeing again changes nothing",
    body: consent,
    refusal: "invalid-fields",
    status: 201,
    statusAgain: 200,
    reply: z.object({ success, consents: z.array(givenConsent) }),
  },
  getConsentNotice: {
    ...safetyCalls.getConsentNotice,
    summary: "The notice about personal data, with the version to agree to",
    body: "none",
    reply: z.object({
      success,
      version: z.string(),
      items: z.array(z.object({ title: z.string(), text: z.string() })),
    }),
  },
  seeRules: {
    ...safetyCalls.seeRules,
    summary: "The caller has seen the rules",
    body: "none",
    status: 204,
    reply: "none",
  },
  listBlocks: {
    ...safetyCalls.listBlocks,
    summary: "The students that the caller has blocked",
    body: "none",
    reply: z.object({
      success,
      users: z.array(z.object({ _id: z.uuid(), name: z.string() })),
    }),
  },
  blockUser: {
    ...safetyCalls.blockUser,
    summary: "Block a student: neither can contact the other; blocking again changes nothing",
    params: { userId: "user-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  unblockUser: {
    ...safetyCalls.unblockUser,
    summary: "Unblock a student",
    params: { userId: "user-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
