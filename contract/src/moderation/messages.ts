import type { CaseReason, RecordedAction, ReportReason, ReportState } from "./report.ts";

// Reports
export const report = "Report";
export const reportNamed = (name: string) => `Report ${name}`;
export const logInToReport = "Log in to report this item.";
export const reportTitles = {
  listing: "Report this item",
  student: "Report this student",
  feedback: "Report this feedback",
} as const;
export const reportSubject = "What do you report?";
export const reportSubjects = { listing: "This item", student: "This student" } as const;
export const reportIntro =
  "Tell us what is wrong. The student never learns who reported; a moderator looks at it.";
export const reportReason = "What is wrong?";
export const reasonLabels: Record<CaseReason, string> = {
  scam: "It looks like a scam",
  prohibited: "It may not be sold here",
  misleading: "Photos or text are misleading",
  offensive: "It is offensive",
  "wrong-number": "The phone number is wrong",
  "already-sold": "It has been sold already",
  duplicate: "It is listed twice",
  "personal-data": "It shows somebody's private data",
  other: "Something else",
  "copied-photos": "Another student posted this photo before",
};
/** Replace labels where the report is about a student. */
export const reasonLabelsOfStudents: Partial<Record<ReportReason, string>> = {
  scam: "They try to cheat students",
  offensive: "They are offensive or threatening",
  "wrong-number": "Their number belongs to somebody else",
  "personal-data": "They show somebody's private data",
};
export const reportUrgent = "It shows nudity or pretends to be somebody";
export const reportDetails = "Details (optional)";
export const sendReport = "Send report";
export const sendingReport = "Sending...";
export const reportReceived = "Thank you. A moderator will look at your report.";
export const reportedBefore = "You have reported this before. This is your receipt.";
export const reportReceipt = "Your receipt:";
export const reportDue = (day: string) => `You will have an answer by ${day}.`;
export const ownReports = "My reports";
export const closeReport = "Close";
export const chooseReason = "Please choose what is wrong.";
export const reportStateLabels: Record<ReportState, string> = {
  received: "Received",
  "in-review": "In review",
  upheld: "Upheld",
  dismissed: "Dismissed",
};
export const reportOutcomes: Record<ReportState, string> = {
  received: "We have your report. A moderator will look at it.",
  "in-review": "A moderator is looking at it.",
  upheld: "You were right, and we have acted. Thank you.",
  dismissed: "We looked at it and found nothing against our rules.",
};

// Decisions, as the person concerned reads them
export const decisionTitles: Record<RecordedAction, string> = {
  dismiss: "A decision about you was lifted",
  hide: "Your item was hidden",
  remove: "Your item was removed",
  warn: "A warning",
  suspend: "Your account was suspended",
  "remove-feedback": "Your feedback was removed",
  restore: "Your item is shown again",
  reinstate: "Your account is open again",
};
/** A notice of a decision. @param name of the listing */
export const decisionNotice = (action: RecordedAction, name: string | undefined, note: string) =>
  name === undefined
    ? `${decisionTitles[action]}: ${note}`
    : `${decisionTitles[action]}: “${name}”. ${note}`;
export const decisions = "Decisions about you";
export const appeal = "Appeal";
export const appealText = "Why should we reconsider?";
export const sendAppeal = "Send appeal";
export const appealReceived = "Your appeal was received. A moderator will look at it again.";
export const appealStates: Record<"open" | "upheld" | "refused", string> = {
  open: "Your appeal is being looked at.",
  upheld: "Your appeal was upheld.",
  refused: "Your appeal was refused.",
};

// Grievances
export const grievancePage = {
  title: "Grievances",
  lead: "Something on {campus} Marketplace harms you or breaks the law? Tell our grievance officer here. You need no account.",
  officer: "Grievance officer",
  clocks: [
    "We acknowledge every grievance immediately, with a receipt.",
    "Private data, nudity and impersonation are decided within 36 hours.",
    "Everything else is decided within 7 days.",
    "What an authority orders by law is done within 3 hours.",
  ],
  form: "Send a grievance",
  lookUp: "Look up a grievance",
} as const;
export const grievanceOfficer = (campus: string) => `The team of ${campus} Marketplace`;
export const yourName = "Your name";
export const yourEmail = "Your email address";
export const subject = "What is it about?";
export const whatHappened = "What happened?";
export const grievanceProduct = "Address of the item (optional)";
export const grievanceUrgent = "It is about private data, nudity or impersonation";
export const sendGrievance = "Send";
export const grievanceReceived = "We have your grievance. Please keep the receipt and the secret.";
export const grievanceReceipt = "Receipt";
export const grievanceSecret = "Secret";
export const lookUp = "Look up";
export const grievanceStates = {
  received: "We have received your grievance. It has not been reviewed yet.",
  "in-review": "Your grievance is being looked at.",
  closed: "Your grievance is decided.",
} as const;

// Transparency
export const transparencyPage = {
  title: "Transparency",
  lead: "What happens on {campus} Marketplace, month by month. Numbers below five are not shown exactly, so that nobody can be recognised.",
  note: "Counted once a day.",
} as const;
export const transparencyRows = {
  students: "New students",
  listings: "New items",
  sold: "Sold",
  byAuthorities: "Requests by authorities",
  medianHours: "Median time to decide",
  slowestHours: "Slowest decision",
} as const;
export const reportsInMonth = "Reports";
export const decisionsInMonth = "Decisions";
export const fewerThanFive = "fewer than 5";
export const earlierMonths = "Earlier months";
export const nothingYet = "Nothing to show yet.";
export const transparencyFailed = "The numbers could not be fetched";
export const actionWords: Record<RecordedAction, string> = {
  dismiss: "Dismissed",
  hide: "Hidden",
  remove: "Removed",
  warn: "Warned",
  suspend: "Suspended",
  "remove-feedback": "Feedback removed",
  restore: "Shown again",
  reinstate: "Reinstated",
};
export const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);
