import { caseAddress, itemPage, moderationPage, newPage } from "../pages/pages.ts";

/** The kinds of notices; each can be turned off. */
export const noticeKinds = [
  "contacted",
  "asked-outcome",
  "still-available",
  "expires-soon",
  "price-drop",
  "search-match",
  "feedback",
  "moderation",
  "reservation-over",
  "sold-said",
  "sold-told",
  "farewell",
  "by-key",
  "handover",
  "contact-request",
] as const;
/** Kinds of notices that only moderators get: cases, and in the evening the number of new items. */
export const moderatorsKinds = ["case", "new-today"] as const;
export const moderatorNoticeKinds = [...noticeKinds, ...moderatorsKinds] as const;
export type NoticeKind = (typeof moderatorNoticeKinds)[number];

export const noticeAnswers = [
  "confirmed",
  "sold",
  "reserved",
  "edited",
  "deal-confirmed",
  "deal-refused",
  "other-buyer",
  "good",
  "not-good",
  "bought",
  "handover-accepted",
  "handover-declined",
  "handover-over",
  "request-shared",
  "request-refused",
  "request-withdrawn",
  "request-over",
] as const;
export type NoticeAnswer = (typeof noticeAnswers)[number];

export function pageOfNotice({
  kind,
  productId,
  caseId,
}: {
  kind: NoticeKind;
  productId?: string;
  caseId?: string;
}): string {
  if (kind === "feedback") return "/profile#deals";
  if (kind === "case") return caseId === undefined ? moderationPage : caseAddress(caseId);
  if (kind === "new-today") return newPage;
  if (kind === "handover") return "/profile#handovers";
  // A received request; notices about the student's own requests lead to the listing.
  if (kind === "contact-request" && productId === undefined) return "/profile#requests";
  if (kind === "farewell") return "/farewell";
  // The listing is gone, or about to be.
  if (kind === "sold-told") return "/buy";
  // Its page shows the seller less than the list of own listings.
  if (productId === undefined || kind === "moderation" || kind === "sold-said") return "/profile";
  return itemPage.replace("{productId}", productId);
}

export type { Notice, NoticeAction, NoticeSettings, PushState } from "./schemas.ts";
