const weekday = new Intl.DateTimeFormat("en-IN", { weekday: "short", timeZone: "Asia/Kolkata" });
const date = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  timeZone: "Asia/Kolkata",
});

/** Fri */
export const weekdayOf = (time: string): string => weekday.format(new Date(time));
/** 12 May */
export const dateOf = (day: string): string => date.format(new Date(day));
