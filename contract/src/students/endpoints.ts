import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import * as calls from "./calls.ts";
import {
  changedProfile,
  ownProfile,
  profileChange,
  registration,
  seller,
  user,
} from "./schemas.ts";

export const studentEndpoints = endpointsOf(calls, {
  googleLogin: {
    summary: "Sign in the student to whom the token belongs",
    reply: ok({ message, user }),
  },
  googleRegister: {
    summary: "Register the person to whom the token belongs",
    body: registration,
    refusal: "invalid-request",
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
    reply: ok({ message, user }),
  },
  getProfile: {
    summary:
      "The caller's own profile, with the day on which they leave and whether buyers ask before they see the number",
    reply: ok({ user: ownProfile }),
  },
  updateProfile: {
    summary:
      "Change the caller's avatar, semester, course, day of leaving, whether buyers ask first (`contact`), or phone and country; the phone only soon after a sign-in, otherwise 401 `sign-in-again`",
    body: profileChange,
    refusal: "unknown-field",
    fieldRefusals: {
      avatar: "invalid-avatar",
      semester: "invalid-semester",
      course: "invalid-course",
      phone: "invalid-phone",
      country: "invalid-enum",
      leavingOn: "invalid-fields",
      contact: "invalid-enum",
    },
    reply: ok({ user: changedProfile }),
  },
  getSeller: {
    summary:
      "A student who sells: first name, avatar, month of registration, how they reply, their deals, the latest feedback and for which of their listings the caller has asked",
    reply: ok({ seller }),
  },
  listBlocks: {
    summary: "First names of the students that the caller has blocked",
    reply: ok({
      users: z.array(z.object({ _id: z.uuid(), name: z.string() })),
    }),
  },
  blockUser: {
    summary:
      "Block a student who has listed something, or with whom the caller has a contact, a request for one or a deal: neither can contact the other; blocking again changes nothing",
  },
  unblockUser: {
    summary: "Unblock a student",
  },
});
