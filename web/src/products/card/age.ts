import * as cardsMessages from "@market/contract/cards/messages";

const day = 86_400_000;
const daysOfMonth = 30;
const daysOfYear = 365;

/** The time since a product was listed: days, months of 30 or years of 365 days (R111, Q20). `now` in ms since 1970. */
export function ageOf(createdAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(createdAt)) / day);
  if (days < 1) return cardsMessages.today;
  if (days < daysOfMonth) return cardsMessages.age(days, "day");
  if (days < daysOfYear) return cardsMessages.age(Math.floor(days / daysOfMonth), "month");
  return cardsMessages.age(Math.floor(days / daysOfYear), "year");
}
