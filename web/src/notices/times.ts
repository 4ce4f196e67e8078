import { mediumDateOf } from "@market/contract/dates";

const relative = new Intl.RelativeTimeFormat("en-IN", { numeric: "auto" });

/** Formats a time, such as `5 minutes ago`, or the day from a week on. @param now milliseconds */
export function timeOf(time: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(time)) / 60_000));
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), "hour");
  const days = Math.round(minutes / (24 * 60));
  return days < 7 ? relative.format(-days, "day") : mediumDateOf(time);
}
