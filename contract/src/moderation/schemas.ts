import * as z from "zod/mini";
import { maxLength, mostSuspendedDays } from "../limits.ts";
import {
  caseReasons,
  caseTypes,
  decisionActions,
  listingStates,
  recordedActions,
  reportReasons,
  reportStates,
} from "./report.ts";
import { image } from "../photos/schemas.ts";
import { optionalText, page, requiredText, text } from "../text-schemas.ts";

const note = requiredText(maxLength.note);
const time = z.iso.datetime();

export const caseQuery = z.object({
  state: z._default(z.enum(["open", "closed"]), "open"),
  reason: z.optional(z.enum(caseReasons)),
  type: z.optional(z.enum(caseTypes)),
  /** The student concerned. */
  userId: z.optional(z.uuid()),
  ...page,
});
export const casePhotoQuery = z.object({
  size: z._default(z.enum(["preview", "full"]), "preview"),
});
export const userQuery = z.object({
  q: z._default(text(100), ""),
  ...page,
});

/** Body of POST reports: exactly one of the ids; `dealId` means the feedback of its other side. */
export const reportForm = z
  .object({
    productId: z.optional(z.uuid()),
    userId: z.optional(z.uuid()),
    dealId: z.optional(z.uuid()),
    reason: z.enum(reportReasons),
    details: optionalText(maxLength.reportDetails),
  })
  .check(
    z.refine(
      ({ productId, userId, dealId }) =>
        [productId, userId, dealId].filter((id) => id !== undefined).length === 1,
      { path: ["productId"], error: "Name either a listing, a person or a deal." },
    ),
    z.meta({
      oneOf: ["productId", "userId", "dealId"].map((name) => ({ required: [name] })),
    }),
  );

export type ReportForm = z.infer<typeof reportForm>;

export const report = z.object({
  receipt: z.string(),
  reason: z.enum(reportReasons),
  state: z.enum(reportStates),
  /** The sentence of the state. */
  outcome: z.string(),
  productId: z.optional(z.uuid()),
  userId: z.optional(z.uuid()),
  dealId: z.optional(z.uuid()),
  createdAt: time,
  dueAt: time,
});
export type Report = z.infer<typeof report>;

/** Unknown members are refused: a misspelt one would decide something else. */
export const decisionForm = z.strictObject({
  action: z.enum(decisionActions),
  note,
  days: z.optional(z.int().check(z.minimum(1), z.maximum(mostSuspendedDays))),
});
export type DecisionForm = z.infer<typeof decisionForm>;
export const suspensionForm = z.strictObject({ reason: note, days: decisionForm.shape.days });
export const feedbackRemoval = z.strictObject({ role: z.enum(["buyer", "seller"]), note });
export const caseNoteForm = z.strictObject({ text: note });
export const noteForm = z.strictObject({ note });
export const appealForm = z.object({ decisionId: z.uuid(), text: requiredText(maxLength.appeal) });

export const decision = z.object({
  id: z.uuid(),
  action: z.enum(recordedActions),
  note: z.string(),
  days: z.optional(z.int()),
  until: z.optional(time),
  createdAt: time,
  /** For moderators only. */
  by: z.optional(z.string()),
  productId: z.optional(z.uuid()),
  /** The name of the listing, or of the deal whose feedback it was, when it was decided. */
  productName: z.optional(z.string()),
  appeal: z.enum(["none", "open", "upheld", "refused"]),
});
export type Decision = z.infer<typeof decision>;

const snapshot = z.object({
  name: z.string(),
  price: z.optional(z.number()),
  description: z.optional(z.string()),
  category: z.optional(z.string()),
  condition: z.optional(z.string()),
  locationType: z.optional(z.string()),
  images: z.optional(z.array(image)),
});
export type Snapshot = z.infer<typeof snapshot>;

export const moderationCase = z.object({
  id: z.uuid(),
  state: z.enum(["open", "closed"]),
  dueAt: time,
  urgent: z.boolean(),
  /** It concerns the caller, or the caller reported it: another moderator decides it, and its reports are left out. */
  own: z.optional(z.literal(true)),
  /** No other moderator has signed in lately, so that the caller may decide their own case. */
  alone: z.optional(z.literal(true)),
  productId: z.optional(z.uuid()),
  userId: z.optional(z.uuid()),
  /** Present in a case about feedback, as is `feedback` unless it was erased. */
  dealId: z.optional(z.uuid()),
  feedback: z.optional(
    z.object({
      role: z.enum(["buyer", "seller"]),
      good: z.boolean(),
      text: z.string(),
      reply: z.optional(z.string()),
      removed: z.boolean(),
    }),
  ),
  /** The listing, person or feedback as it was when it was first reported; null once the person is erased. */
  snapshot: z.nullable(snapshot),
  /** Present in a single case about a listing: the listing as it is today. Once it is erased, only its state. */
  listing: z.optional(
    z.object({
      ...z.partial(snapshot).shape,
      address: z.optional(z.string()),
      sold: z.optional(z.literal(true)),
      state: z.enum(listingStates),
    }),
  ),
  /** A moderator marked it as ordered by an authority. */
  byAuthority: z.optional(z.literal(true)),
  /** Present in the appeal against a decision of the caller: another moderator decides it. */
  forOthers: z.optional(z.literal(true)),
  /** Reports have hidden the listing, and it is hidden still. */
  hiddenByReports: z.optional(z.literal(true)),
  /** The moderator who works on it, until it is decided or a day has passed. */
  claim: z.optional(z.object({ by: z.string(), mine: z.boolean(), claimedAt: time })),
  /** Present in a single case that is not the caller's own: what moderators wrote to each other. */
  notes: z.optional(z.array(z.object({ text: z.string(), by: z.string(), createdAt: time }))),
  /** The reports; in an appeal, those that led to the decision. */
  reports: z.array(
    z.object({
      reason: z.enum(caseReasons),
      details: z.string(),
      createdAt: time,
    }),
  ),
  /** Present if the listing shows a photo that another account posted before: its listing, and when each was posted. */
  pair: z.optional(
    z.object({
      productId: z.uuid(),
      createdAt: time,
      copiedFrom: z.uuid(),
      copiedAt: time,
    }),
  ),
  decision: z.optional(decision),
  /** Present in appeals: what the person concerned says, and the decision in question. */
  appeal: z.optional(z.object({ text: z.string(), against: decision })),
  /** Present in the case of a grievance, whose author reads the decision's note. */
  grievance: z.optional(
    z.object({
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      details: z.string(),
      productUrl: z.optional(z.string()),
    }),
  ),
  /** Present in a single case: the person concerned, and what was decided about them before. */
  concerned: z.optional(
    z.object({
      _id: z.uuid(),
      name: z.string(),
      registeredAt: time,
      listings: z.int(),
      /** A moderator, whom only the operator can suspend. */
      moderator: z.optional(z.literal(true)),
      suspended: z.boolean(),
      suspendedUntil: z.optional(time),
      decisions: z.array(decision),
      /** The latest other cases of this student. */
      cases: z.array(
        z.object({
          id: z.uuid(),
          state: z.enum(["open", "closed"]),
          name: z.optional(z.string()),
          createdAt: time,
        }),
      ),
    }),
  ),
});
export type ModerationCase = z.infer<typeof moderationCase>;

/** Body of POST grievances. `website` is a trap for programs: people never see it. */
export const grievanceForm = z.object({
  name: requiredText(maxLength.name),
  email: text(254).check(
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/),
    z.meta({ pattern: String.raw`^[^\s@\u0000]+@[^\s@\u0000]+\.[^\s@\u0000]+$` }),
  ),
  subject: requiredText(maxLength.subject),
  details: requiredText(maxLength.grievance),
  productUrl: z.optional(text(500)),
  urgent: z._default(z.boolean(), false),
  website: z._default(text(), ""),
});
export type GrievanceForm = z.infer<typeof grievanceForm>;
export const grievance = z.object({
  receipt: z.string(),
  state: z.enum(["received", "in-review", "closed"]),
  /** The decision, once there is one. */
  outcome: z.optional(z.string()),
  createdAt: time,
  dueAt: time,
});
export type Grievance = z.infer<typeof grievance>;

/** One month of what the market says about itself; counts below five are `<5`. */
const count = z.union([z.int(), z.literal("<5")]);
export const transparencyMonth = z.object({
  /** Year and month, `2026-11`. */
  month: z.string(),
  students: count,
  listings: count,
  sold: count,
  reports: z.record(z.string(), count),
  decisions: z.record(z.string(), count),
  /** Hours from the first report to the decision; null while fewer than five were decided. */
  medianHours: z.nullable(z.number()),
  slowestHours: z.nullable(z.number()),
  byAuthorities: count,
});
export type TransparencyMonth = z.infer<typeof transparencyMonth>;

export const logEntry = z.object({
  id: z.uuid(),
  createdAt: time,
  by: z.string(),
  /** The moderator decided their own case, because no other had signed in lately. */
  alone: z.optional(z.literal(true)),
  action: z.string(),
  note: z.string(),
  productId: z.optional(z.uuid()),
  userId: z.optional(z.uuid()),
  caseId: z.optional(z.uuid()),
  /** The name of the listing or the student, while it is stored. */
  about: z.optional(z.string()),
});

export const moderatedUser = z.object({
  _id: z.uuid(),
  name: z.string(),
  email: z.string(),
  registeredAt: time,
  listings: z.int(),
  suspended: z.boolean(),
  suspendedUntil: z.optional(time),
});
