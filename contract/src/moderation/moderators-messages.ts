/** Sentences of the moderators' pages, which no student downloads. */
import type { CaseType, DecisionAction, ListingState } from "./report.ts";

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
  "It concerns you, or you reported it. No other moderator has logged in for 30 days, so you may decide it. The log will say so.";
export const claimCase = "I am working on this";
export const releaseCase = "Stop working on this";
export const claimedByYou = "You are working on this.";
export const claimedBy = (name: string) => `${name} is working on this.`;
export const byAuthority = "Ordered by an authority";
export const askByAuthority = "Did an authority order this?";
export const markOrdered = "Mark as ordered";
export const askByAuthorityText =
  "A court or a government agency has written to the market. The case is then due within 3 hours, and the log says so; this cannot be undone.";
export const orderedMark = "Ordered by an authority.";
export const removedForGood = "It is removed for good: an appeal cannot bring it back.";
export const appealForOthers =
  "You took the decision in question. Another moderator decides about the appeal.";
export const moderatorConcerned =
  "This student is a moderator, whom only the operator can suspend, by command.";
export const dueInThreeHours = "It is due in 3 hours now.";
export const caseNotes = "Notes for moderators";
export const caseNote = "Note that no student sees";
export const addCaseNote = "Add note";
export const otherCases = "Other cases of this student";
export const openCasesOfStudent = "Open cases of this student";
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
  restore: "We looked at it again. Your item is shown again.",
  reinstate: "Your suspension has ended. Please keep to our community guidelines.",
} as const;
export const logActions: Record<string, string> = {
  authority: "Ordered by an authority",
  lift: "Decision lifted",
};
export const openCases = "Open";
export const closedCases = "Closed";
export const casesFound = (count: number, hasMore: boolean) =>
  count === 1 && !hasMore ? "1 case" : `${count}${hasMore ? "+" : ""} cases`;
export const noCases = "Nothing is waiting. Well done.";
export const noClosedCases = "Nothing has been decided yet.";
export const casesFailed = "The cases could not be fetched";
export const moreCases = "Show more";
export const caseOf = "Case";
export const appealCase = "Appeal";
export const grievanceCase = "Grievance";
export const chooseCase = "Choose a case to see what was reported.";
export const backToQueue = "Back to the queue";
export const signInAgain = "Please log in again";
export const signInAgainText = "Moderators log in every 12 hours.";
export const actionLabels: Record<DecisionAction, string> = {
  dismiss: "Dismiss",
  hide: "Hide",
  remove: "Remove",
  warn: "Warn",
  suspend: "Suspend",
};
export const noteLabel = "Note to the person concerned";
export const dismissalNoteLabel = "Note for the log, which only moderators read";
export const grievanceNoteLabel = "Answer to the person who complained";
export const grievanceNoteLabelOfTwo =
  "Answer to the person who complained, and note to the person concerned";
export const suspendDays = "Days (empty: until reinstated)";
export const decision = "Decision";
export const decided = "Decided";
export const overdue = "Overdue";
export const timeLeft = (left: string) => `${left} left`;
export const minutes = (count: number) => (count === 1 ? "1 minute" : `${count} minutes`);
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
export const pairTitle = "A photo that was here before";
export const postedFirst = (date: string) => `Posted first on ${date} by another student:`;
export const firstListing = "see that listing";
export const postedAgain = (date: string) => `Posted again here on ${date}.`;
export const sellerTitle = "The student";
export const sellerSince = (day: string) => `Here since ${day}`;
export const sellerListings = (count: number) => (count === 1 ? "1 listing" : `${count} listings`);
export const noEarlierDecisions = "No earlier decisions.";
export const decidedBy = (name: string) => `Decided by ${name}`;
/** The default note of each decision. */
export const usualNotes: Record<DecisionAction, string> = {
  dismiss: "We looked at it and found nothing against our rules.",
  hide: "This item breaks our rules. Please change it and appeal, or delete it.",
  remove: "This item may not be sold here, so it was removed.",
  warn: "Please keep to our community guidelines. Next time we may suspend the account.",
  suspend: "Your account was suspended because it broke our rules.",
};
export const lifted = "Decision lifted";
export const liftedSince = "lifted on appeal";
export const liftDecision = "Lift the decision";
export const keepDecision = "Keep the decision";
export const liftNote = "We looked at it again, and you were right.";
export const keepNote = "We looked at it again, and the decision stands.";

// Notices and mails about cases: reasons and numbers, never a name or what was written
export const noticeKinds = {
  case: "Cases that wait for a decision",
  "new-today": "What is new today, to share in your groups",
} as const;
export const openCasesCount = (count: number) =>
  count === 1 ? "1 open case" : `${count} open cases`;
export const urgentCase = (reasons: readonly string[], due: string) =>
  `Urgent case: ${reasons.join("; ")}. It is due by ${due}.`;
export const newOwnCase = "A case that concerns you, or that you reported, is open.";
export const manyUrgentCases = (most: number) =>
  `More than ${most} urgent cases came within an hour. You hear of the others once an hour.`;
type WaitingCases = {
  count: number;
  urgent: number;
  parts: readonly { reason: string; count: number }[];
  /** The deadline of the first of them. */
  due: string | undefined;
  /** Open cases that the reader may not decide. */
  forOthers: number;
};
export const waitingCases = ({ count, urgent, parts, due, forOthers }: WaitingCases): string => {
  const cases = count === 1 ? "1 case waits for a decision" : `${count} cases wait for a decision`;
  const reasons = parts.map((part) => `${part.reason} (${part.count})`).join("; ");
  return [
    `${cases}${urgent === 0 ? "" : `, ${urgent} of them urgent`}: ${reasons}.`,
    ...(due === undefined ? [] : [`The first is due by ${due}.`]),
    ...(forOthers === 0 ? [] : [`${forOthers} more can only be decided by another moderator.`]),
  ].join(" ");
};
