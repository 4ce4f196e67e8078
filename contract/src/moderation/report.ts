/**
 * The reasons for reporting a listing, a student or feedback (D22); `prohibited` is what the terms forbid
 * (`pages/static-pages.ts`). A new one also needs a label, `reasonLabels` in `moderation/messages.ts` (it
 * does not compile without). It is offered for listings; to offer it for students or feedback too, add it to
 * `reasonsOf`. If it must never hide a listing, add it to `reasonsThatNeverHide`; if its deadline is the short one, to
 * `isUrgentReport`; both also belong in docs/operate/moderating.md and reports.test.ts. The report dialog, the case, the
 * filter of cases and `/transparency` read this list; the database stores any text. Then run `npm run openapi`.
 */
export const reportReasons = [
  "scam",
  "prohibited",
  "misleading",
  "offensive",
  "wrong-number",
  "already-sold",
  "duplicate",
  "personal-data",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

/** The reasons for a case: those that students report, and what the market finds by itself. */
export const caseReasons = [...reportReasons, "copied-photos"] as const;
export type CaseReason = (typeof caseReasons)[number];

/** The reasons that the dialog offers; the API takes every reason for every subject. */
export const reasonsOf = {
  listing: reportReasons,
  student: ["scam", "offensive", "wrong-number", "personal-data", "other"],
  feedback: ["misleading", "offensive", "personal-data", "other"],
} as const satisfies Record<string, readonly ReportReason[]>;

/**
 * Reasons that never hide a listing, however many students give them. Two buyers with the number pause it by `already-sold` or
 * `wrong-number` (`deals/doubts.ts`); three `already-sold` reports make the market ask the
 * seller (`saidSold` in `products/present-product.ts`).
 */
export const reasonsThatNeverHide = [
  "already-sold",
  "duplicate",
  "wrong-number",
] as const satisfies ReportReason[];

export const reportStates = ["received", "in-review", "upheld", "dismissed"] as const;
export type ReportState = (typeof reportStates)[number];

/** The decisions of a case, in the order of the keys 1 to 5. */
export const decisionActions = ["dismiss", "hide", "remove", "warn", "suspend"] as const;
export type DecisionAction = (typeof decisionActions)[number];
/** The kinds of case; an appeal or a grievance may concern any of the first three. */
export const caseTypes = ["listing", "student", "feedback", "appeal", "grievance"] as const;
export type CaseType = (typeof caseTypes)[number];

/** `unlisted`: paused, or its seller is suspended or has deleted the account; `deleted` can be restored, `gone` is erased. */
export const listingStates = [
  "listed",
  "hidden",
  "sold",
  "expired",
  "unlisted",
  "deleted",
  "gone",
] as const;
export type ListingState = (typeof listingStates)[number];

/** The decisions that are recorded; the last two undo earlier ones. */
export const recordedActions = [
  ...decisionActions,
  "remove-feedback",
  "restore",
  "reinstate",
] as const;
export type RecordedAction = (typeof recordedActions)[number];

/** How a decision is recorded; in a case of feedback `remove` removes the feedback. */
export const recordedAs = (action: DecisionAction, isOfFeedback: boolean): RecordedAction =>
  isOfFeedback && action === "remove" ? "remove-feedback" : action;

const nudityOrImpersonation =
  /\bnud(?:e|es|ity)\b|\bnaked\b|\bporn|\bsexual|impersonat|\bpretend|\bfake (?:account|profile|person)\b/i;

/** Whether the details make the report urgent or not; the dialog then offers `reportUrgent` as a sentence for them. */
export const isUrgentByDetails = (reason: ReportReason | undefined): boolean =>
  reason === "offensive";

/** Whether the legal deadline of 36 hours applies: private data, nudity, impersonation. */
export const isUrgentReport = (reason: ReportReason, details: string): boolean =>
  reason === "personal-data" || (isUrgentByDetails(reason) && nudityOrImpersonation.test(details));
