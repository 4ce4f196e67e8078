import * as safetyMessages from "@market/contract/moderation/messages";

const minute = 60_000;
const hour = 60 * minute;

export type TimeLeft = { words: string; kind: "overdue" | "soon" | "later" };

/** @param dueAt ISO 8601 @param now milliseconds */
export function timeLeft(dueAt: string, now: number): TimeLeft {
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return { words: safetyMessages.overdue, kind: "overdue" };
  const words =
    left < hour
      ? safetyMessages.minutes(Math.ceil(left / minute))
      : left < 48 * hour
        ? safetyMessages.hours(Math.floor(left / hour))
        : safetyMessages.days(Math.floor(left / (24 * hour)));
  return { words: safetyMessages.timeLeft(words), kind: left < 24 * hour ? "soon" : "later" };
}
