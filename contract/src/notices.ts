/** What a notice may be about; each kind can be turned off. */
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
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export type { Notice, NoticeAction, NoticeSettings } from "./schemas/notices.ts";
