const weekday = new Intl.DateTimeFormat("en-IN", { weekday: "short", timeZone: "Asia/Kolkata" });
/** Fri */
export const weekdayOf = (time: string): string => weekday.format(new Date(time));
