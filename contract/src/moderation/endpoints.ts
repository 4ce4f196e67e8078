import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import { pageQuery } from "../text-schemas.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";

export const moderationEndpoints = endpointsOf(calls, {
  createReport: {
    reads: ["Idempotency-Key"],
    summary:
      "Report a listing, a student, or the feedback that the other side of a deal gave (`dealId`); reporting the same again answers the first receipt",
    body: schemas.reportForm,
    status: 201,
    statusAgain: 200,
    reply: ok({ message, report: schemas.report }),
  },
  ownReports: {
    tells: ["Link"],
    summary: "What the caller has reported, newest first",
    query: pageQuery,
    reply: ok({ reports: z.array(schemas.report) }),
  },
  ownDecisions: {
    tells: ["Link"],
    summary: "Decisions that concern the caller, newest first",
    query: pageQuery,
    reply: ok({ decisions: z.array(schemas.decision) }),
  },
  createAppeal: {
    reads: ["Idempotency-Key"],
    summary: "Ask, once, for a decision that concerns the caller to be looked at again",
    body: schemas.appealForm,
    status: 201,
    reply: ok({ message }),
  },
  createGrievance: {
    reads: ["Idempotency-Key"],
    summary: "Complain to the grievance officer, signed in or not",
    body: schemas.grievanceForm,
    status: 201,
    reply: ok({
      message,
      receipt: z.string(),
      secret: z.string(),
      dueAt: z.iso.datetime(),
    }),
  },
  getGrievance: {
    reads: ["X-Grievance-Secret"],
    summary: "State and outcome of a grievance, to the holder of its secret (X-Grievance-Secret)",
    refusal: "grievance-not-found",
    reply: ok({ grievance: schemas.grievance }),
  },
  transparency: {
    summary: "What was listed, reported and decided in each month; no count below five is exact",
    reply: ok({ months: z.array(schemas.transparencyMonth) }),
  },
  listCases: {
    tells: ["Link"],
    summary: "Open cases, what is due first, or closed ones, the latest first",
    query: schemas.caseQuery,
    reply: ok({ cases: z.array(schemas.moderationCase) }),
  },
  getCase: {
    summary: "One case with the person concerned and earlier decisions",
    reply: ok({ case: schemas.moderationCase }),
  },
  getCasePhoto: {
    types: ["image/avif", "image/jpeg", "image/webp"],
    tells: ["Content-Disposition"],
    summary: "A photo of the listing as it was when it was reported, for a grid or in full size",
    query: schemas.casePhotoQuery,
    reply: "file",
  },
  decideCase: {
    reads: ["Idempotency-Key"],
    summary: "Decide a case",
    body: schemas.decisionForm,
    reply: ok({ case: schemas.moderationCase }),
  },
  markAuthority: {
    reads: ["Idempotency-Key"],
    summary: "Mark a case as ordered by an authority, which shortens its clock",
    reply: ok({ case: schemas.moderationCase }),
  },
  addCaseNote: {
    reads: ["Idempotency-Key"],
    summary: "Add a note to a case that only moderators see",
    body: schemas.caseNoteForm,
    status: 201,
    reply: ok({ case: schemas.moderationCase }),
  },
  claimCase: {
    reads: ["Idempotency-Key"],
    summary:
      "Show other moderators, for a day, that the caller works on a case; they can still decide it",
    reply: ok({ case: schemas.moderationCase }),
  },
  releaseCase: {
    reads: ["Idempotency-Key"],
    summary: "End the caller's claim to a case",
    reply: ok({ case: schemas.moderationCase }),
  },
  suspendUser: {
    reads: ["Idempotency-Key"],
    summary: "Suspend a student, until reinstated unless days are given",
    body: schemas.suspensionForm,
    reply: ok({ decision: schemas.decision }),
  },
  reinstateUser: {
    reads: ["Idempotency-Key"],
    summary: "End a suspension",
    body: schemas.noteForm,
    reply: ok({ decision: schemas.decision }),
  },
  hideListing: {
    reads: ["Idempotency-Key"],
    summary: "Hide a listing from all users but its owner",
    body: schemas.noteForm,
    reply: ok({ decision: schemas.decision }),
  },
  restoreListing: {
    reads: ["Idempotency-Key"],
    summary: "Show a hidden listing again",
    body: schemas.noteForm,
    reply: ok({ decision: schemas.decision }),
  },
  removeListing: {
    reads: ["Idempotency-Key"],
    summary: "Remove a listing and its photos for good",
    body: schemas.noteForm,
    reply: ok({ decision: schemas.decision }),
  },
  removeFeedback: {
    reads: ["Idempotency-Key"],
    summary: "Remove the feedback that the buyer or the seller of a deal gave",
    body: schemas.feedbackRemoval,
    reply: ok({ decision: schemas.decision }),
  },
  moderationLog: {
    tells: ["Link"],
    summary: "Everything that was decided, newest first",
    query: pageQuery,
    reply: ok({ log: z.array(schemas.logEntry) }),
  },
  moderatedUsers: {
    tells: ["Link"],
    summary: "Students whose name or address contains `q`, newest first",
    query: schemas.userQuery,
    reply: ok({ users: z.array(schemas.moderatedUser) }),
  },
  moderationApi: {
    summary: "The description of the whole API, these calls included",
    reply: z.record(z.string(), z.unknown()),
  },
});
