/** Sentences of reports, decisions and moderation. */
import type {
  CaseType,
  DecisionAction,
  ListingState,
  RecordedAction,
  ReportReason,
  ReportState,
} from "./report.ts";

// Reports
export const report = "Report";
export const logInToReport = "Log in to report this listing.";
export const reportTitle = "Report this listing";
export const reportIntro =
  "Tell us what is wrong. The seller never learns who reported; a moderator looks at it.";
export const reportReason = "What is wrong?";
export const reasonLabels: Record<ReportReason, string> = {
  scam: "It looks like a scam",
  prohibited: "It may not be sold here",
  misleading: "Photos or text are misleading",
  offensive: "It is offensive",
  "wrong-number": "The phone number is wrong",
  "already-sold": "It has been sold already",
  duplicate: "It is listed twice",
  "personal-data": "It shows somebody's private data",
  other: "Something else",
};
export const reportUrgent = "It shows nudity or pretends to be somebody";
export const reportDetails = "Details (optional)";
export const sendReport = "Send report";
export const sendingReport = "Sending...";
export const reportReceived = "Thank you. A moderator will look at your report.";
export const reportedBefore = "You have reported this before. This is your receipt.";
export const reportReceipt = (receipt: string) => `Your receipt: ${receipt}`;
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

// Blocking and sessions
export const block = "Block";
export const blockSeller = "Block this seller";
export const blockedSeller = "Blocked. You see nothing of each other's contact any more.";
export const blockedStudents = "Blocked students";
export const unblock = "Unblock";
export const signedInOn = "Signed in on";
export const thisBrowser = "This browser";
export const someBrowser = "A browser";
export const lastUsed = (day: string) => `Last used on ${day}`;
export const endSession = "Log out";
export const logOutEverywhere = "Log out everywhere";

// The rules, which are shown again from time to time
export const rules = "The rules, once more";
export const rulesLead = "You see them every three months, so that nobody forgets.";
export const rulesBroken = {
  title: "What happens otherwise",
  text: "Listings that break the rules are hidden or removed. An account that breaks them is warned, then suspended: signed out everywhere, its listings gone from everything. You read why, and may appeal once.",
};
export const rulesSeen = "I have read them";

// One's own data
export const exportMyData = "Download my data";
export const exporting = "Collecting...";
export const signInToExport = "Please log in again before you download your data.";
export const deleteMyAccount = "Delete my account";
export const deleteExplained = (days: number) => [
  "You are signed out everywhere, and your listings and your number disappear at once.",
  `For ${days} days, signing in offers to restore your account.`,
  "After that we erase it with your listings, photos, saved items and contacts.",
  "What others wrote stays, without your name. A case that is still open keeps its copy of a listing until it is decided. If the account was suspended, a record without your name stays for a year. Backups go when they expire; if one is restored, a record without your name has you erased again.",
];
export const typeDelete = "Type DELETE to confirm";
export const signInToDelete = "Please log in again before you delete your account.";
export const accountDeleted = (days: number) =>
  `Your account is deleted. For ${days} days you can restore it by signing in.`;
export const restoreMyAccount = "Restore my account";
export const restoreQuestion = "You have deleted this account. Do you want it back, as it was?";
export const accountRestored = "Welcome back. Your account is as it was.";
export const tooLate = "This account is being erased and cannot be restored any more.";
export const notNow = "Not now";

// Decisions, as the person concerned reads them
export const hiddenByReports =
  "Several students have reported this listing. It is hidden until a moderator has looked at it.";
export const decisionTitles: Record<RecordedAction, string> = {
  dismiss: "Nothing stands against you",
  hide: "Your listing is hidden",
  remove: "Your listing was removed",
  warn: "A warning",
  suspend: "Your account was suspended",
  "remove-feedback": "Your feedback was removed",
  restore: "Your listing is shown again",
  reinstate: "Your account is open again",
};
export const decisions = "Decisions about you";
export const appeal = "Appeal";
export const appealText = "Why should this be decided differently?";
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
    "We acknowledge every grievance at once, with a receipt.",
    "Private data, nudity and impersonation are decided within 36 hours.",
    "Everything else is decided within 7 days.",
    "What an authority orders by law is done within 3 hours.",
  ],
  form: "Send a grievance",
  lookUp: "Look up a grievance",
} as const;
export const grievanceOfficer = (campus: string) => `The team of ${campus} Marketplace`;
export const yourName = "Your name";
export const yourEmail = "Your e-mail address";
export const subject = "What is it about?";
export const whatHappened = "What happened?";
export const grievanceProduct = "Address of the listing (optional)";
export const grievanceUrgent = "It is about private data, nudity or impersonation";
export const sendGrievance = "Send";
export const grievanceReceived = "We have your grievance. Please keep the receipt and the secret.";
export const grievanceReceipt = "Receipt";
export const grievanceSecret = "Secret";
export const lookUp = "Look up";
export const grievanceStates = {
  received: "We have your grievance. Nobody has looked at it yet.",
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
  listings: "New listings",
  sold: "Sold",
  byAuthorities: "Requests by authorities",
  medianHours: "Median time to decide",
  slowestHours: "Slowest decision",
} as const;
export const reportsInMonth = "Reports";
export const decisionsInMonth = "Decisions";
export const fewerThanFive = "fewer than 5";
export const nothingYet = "Nothing to show yet.";
export const transparencyFailed = "The numbers could not be fetched";

// The moderators' pages
export const moderation = "Moderation";
export const moderationKeys = "j and k move, 1 to 5 decide";
export const cases = "Cases";
export const students = "Students";
export const log = "Log";
export const views = "Parts of moderation";
export const filterCases = "Filter cases";
export const caseReason = "Reason";
export const caseType = "Kind";
export const allReasons = "All";
export const allTypes = "All";
export const caseTypes: Record<CaseType, string> = {
  listing: "Listings",
  student: "Students",
  feedback: "Feedback",
  appeal: "Appeals",
  grievance: "Grievances",
};
export const casesOf = "Cases of one student";
export const casesOfEverybody = "Show all cases";
export const ownCase = "Your own case";
export const ownCaseText =
  "It concerns you, or you reported it. Another moderator decides it; you do not see what reporters say.";
export const ownCaseAlone =
  "It concerns you, or you reported it. No other moderator has signed in for 30 days, so you may decide it. The log will say so.";
export const claimCase = "I am working on this";
export const releaseCase = "Stop working on this";
export const claimedByYou = "You are working on this.";
export const claimedBy = (name: string) => `${name} is working on this.`;
export const byAuthority = "Ordered by an authority";
export const dueInThreeHours = "It is due in 3 hours now.";
export const caseNotes = "Notes for moderators";
export const caseNote = "Note that no student sees";
export const addCaseNote = "Add note";
export const otherCases = "Other cases of this student";
export const allCasesOfStudent = "All cases of this student";
export const hiddenByReportsMark = "Hidden by reports";
export const alsoSold = "Sold";
export const changedSince = "Changed since it was reported.";
export const openListing = "Open the listing";
export const openPhoto = (photo: string) => `Open in full size: ${photo}`;
export const showAgain = "Show the listing again";
export const reinstate = "Reinstate the student";
export const searchStudents = "Name or email address";
export const search = "Search";
export const noStudents = "No student has this name or address.";
export const studentsFailed = "The students could not be fetched";
export const logFailed = "The log could not be fetched";
export const emptyLog = "Nothing has been done yet.";
export const doneAlone = "alone, in their own case";
export const logCase = "Open the case";
export const undoNotes = {
  restore: "We looked at it again. Your listing is shown again.",
  reinstate: "Your suspension has ended. Please keep to our community guidelines.",
} as const;
export const logActions: Record<string, string> = {
  authority: "Ordered by an authority",
};
export const openCases = "Open";
export const closedCases = "Closed";
export const noCases = "Nothing is waiting. Well done.";
export const noClosedCases = "Nothing has been decided yet.";
export const casesFailed = "The cases could not be fetched";
export const moreCases = "Show more";
export const caseOf = "Case";
export const appealCase = "Appeal";
export const grievanceCase = "Grievance";
export const backToQueue = "Back to the queue";
export const signInAgain = "Please sign in again";
export const signInAgainText = "Moderators sign in every 12 hours.";
export const actionLabels: Record<DecisionAction, string> = {
  dismiss: "Dismiss",
  hide: "Hide",
  remove: "Remove",
  warn: "Warn",
  suspend: "Suspend",
};
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
export const noteLabel = "Note to the person concerned";
export const suspendDays = "Days (empty: until reinstated)";
export const decided = "Decided";
export const overdue = "Overdue";
export const timeLeft = (left: string) => `${left} left`;
export const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);
export const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);
export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);
export const orderedByAuthority = "Ordered by an authority: 3 hours.";
export const urgent = "Urgent";
export const reportCount = (count: number) => (count === 1 ? "1 report" : `${count} reports`);
export const snapshotTitle = "As it was when it was reported";
export const todayTitle = "As it is today";
export const unchanged = "Unchanged since.";
export const listingStates: Record<ListingState, string> = {
  listed: "Shown to everybody",
  hidden: "Hidden",
  sold: "Sold",
  expired: "Expired",
  unlisted: "Not shown at present",
  deleted: "Deleted by its seller",
  gone: "Removed; nothing of it is left",
};
export const photoGone = "This photo is no longer kept.";
export const firstDecision = "The decision in question";
export const suspendedNow = "Suspended";
export const suspendedNowUntil = (day: string) => `Suspended until ${day}`;
export const withoutReport = "Without a report";
export const reportsTitle = "What reporters say";
export const sellerTitle = "The student";
export const sellerSince = (day: string) => `Here since ${day}`;
export const sellerListings = (count: number) => (count === 1 ? "1 listing" : `${count} listings`);
export const noEarlierDecisions = "No earlier decisions.";
export const decidedBy = (name: string) => `Decided by ${name}`;
/** The default note of each decision. */
export const usualNotes: Record<DecisionAction, string> = {
  dismiss: "We looked at it and found nothing against our rules.",
  hide: "This listing breaks our rules. Please change it and appeal, or delete it.",
  remove: "This listing may not be sold here, so it was removed.",
  warn: "Please keep to our community guidelines. Next time we may suspend the account.",
  suspend: "Your account was suspended because it broke our rules.",
};
export const liftDecision = "Lift the decision";
export const keepDecision = "Keep the decision";
export const liftNote = "We looked at it again, and you were right.";
export const keepNote = "We looked at it again, and the decision stands.";
