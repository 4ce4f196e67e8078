import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";

const minute = 60_000;
const hour = 60 * minute;

export type TimeLeft = { words: string; kind: "overdue" | "soon" | "later" };

/** @param dueAt ISO 8601 @param now milliseconds */
export function timeLeft(dueAt: string, now: number): TimeLeft {
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return { words: moderatorsMessages.overdue, kind: "overdue" };
  const words =
    left < hour
      ? moderatorsMessages.minutes(Math.ceil(left / minute))
      : left < 48 * hour
        ? moderationMessages.hours(Math.floor(left / hour))
        : moderatorsMessages.days(Math.floor(left / (24 * hour)));
  return { words: moderatorsMessages.timeLeft(words), kind: left < 24 * hour ? "soon" : "later" };
}
