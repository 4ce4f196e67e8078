/**
 * The reasons for reporting a listing, a student or feedback (D22). A new one also needs a label in `messages.ts` (it does
 * not compile without). If it must never hide a listing, add it to `harmlessReasons`; if its deadline is the short one,
 * to `isUrgentReport`. The report dialog, the case, the log and `/transparency` follow this list; the database stores
 * any text. Then run `npm run openapi`.
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

/** Reasons that never hide a listing, however many students give them. Three `already-sold` ask the seller (`products.sql.ts`). */
export const harmlessReasons = ["already-sold", "duplicate"] as const satisfies ReportReason[];

export const reportStates = ["received", "in-review", "upheld", "dismissed"] as const;
export type ReportState = (typeof reportStates)[number];

/** The decisions of a case, in the order of the keys 1 to 5. */
export const decisionActions = ["dismiss", "hide", "remove", "warn", "suspend"] as const;
export type DecisionAction = (typeof decisionActions)[number];
/** What a case is about; an appeal or a grievance may concern any of the first three. */
export const caseTypes = ["listing", "student", "feedback", "appeal", "grievance"] as const;
export type CaseType = (typeof caseTypes)[number];

/** The present states of a case's listing. */
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

/** Whether the legal deadline of 36 hours applies: private data, nudity, impersonation. */
export const isUrgentReport = (reason: ReportReason, details: string): boolean =>
  reason === "personal-data" || (reason === "offensive" && nudityOrImpersonation.test(details));
