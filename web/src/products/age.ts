import { messages } from "@market/contract/messages";

const day = 86_400_000;
const daysOfMonth = 30;
const daysOfYear = 365;

/**
 * How long ago a product was listed, in whole days, months of 30 or years of 365 days (R111, Q20).
 * @param createdAt ISO 8601
 * @param now milliseconds since 1970
 */
export function ageOf(createdAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(createdAt)) / day);
  if (days < 1) return messages.today;
  if (days < daysOfMonth) return messages.age(days, "day");
  if (days < daysOfYear) return messages.age(Math.floor(days / daysOfMonth), "month");
  return messages.age(Math.floor(days / daysOfYear), "year");
}
