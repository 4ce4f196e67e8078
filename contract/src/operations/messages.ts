import type { Warning } from "./warnings.ts";
import type { OperationsDay } from "./schemas.ts";

export const operations = "Operations";
export const moderatorsPages = "Moderators' pages";
export const operationsFailed = "The figures could not be loaded";
export const warningsHeading = "Needs attention";
export const nothingToDo = "Nothing needs your attention.";
export const warningSentences: Record<Warning, (count: number, cause?: string) => string> = {
  "storage-fails": () => "Photos cannot be stored: nobody can list anything.",
  "clock-jumped": (seconds) =>
    `The database's clock jumped ${duration(Math.abs(seconds))} ${seconds > 0 ? "ahead" : "back"}: nothing expires, ends or is erased until you set it right and run market clock --accept.`,
  "clock-differs": (seconds) =>
    `This computer's clock is ${duration(Math.abs(seconds))} ${seconds > 0 ? "ahead of" : "behind"} the database's: set both by NTP. Until then this process lets nothing expire, end or be erased.`,
  "disk-fills": () => "Less than a tenth of the disk is free.",
  "backup-fails": (_count, cause = "") => `Backups do not work. ${cause}`,
  "backup-old": () => "The last backup is older than 26 hours.",
  "backup-never": () => "There is no backup yet.",
  "no-backups": () => "Automatic backups are off: BACKUP_TO is not set.",
  "cases-neglected": (count) =>
    count === 1
      ? "A report has been overdue for three days: no moderator decides it. See market cases."
      : `${count} reports have been overdue for three days: no moderator decides them. See market cases.`,
  "cases-overdue": (count) =>
    count === 1
      ? "A report should have been decided by now."
      : `${count} reports should have been decided by now.`,
  "jobs-late": (count) =>
    count === 1
      ? "A task has waited for more than 15 minutes."
      : `${count} tasks wait, some for more than 15 minutes.`,
  "mails-wait": (count) =>
    count === 1
      ? "A mail has waited for more than an hour."
      : `${count} mails wait, some for more than an hour.`,
  "turned-away": (count) =>
    `${count.toLocaleString("en-IN")} requests were turned away today because too many came at once.`,
};

export const nowHeading = "Now";
export const nowRows = {
  version: "Version",
  uptime: "Running for",
  openCases: "Open reports",
  waitingJobs: "Waiting tasks",
  waitingMails: "Waiting mails",
  disk: "Disk",
  backup: "Last backup",
} as const;
export const noBackup = "none";
export const ago = (time: string) => `${time} ago`;
export const diskWords = (free: string, total: string) => `${free} of ${total} free`;
export const gigabytes = (number: string) => `${number} GB`;

export const daysHeading = "Today and the last 30 days";
type Statistic = Exclude<keyof OperationsDay, "day">;
export const statistics: Record<Statistic, string> = {
  signIns: "Sign-ins",
  listings: "New listings",
  sold: "Sold",
  contacts: "Contacts",
  emptySearches: "Searches without results",
  errors: "Errors",
  busy: "Turned away when busy",
  diskFree: "Disk in use",
  backupAge: "Age of the backup",
};
export const weeksHeading = "Contacts that reached a gone item";
export const weekFrom = (monday: string) => `Week from ${monday}`;
export const goneContacts = (monday: string, count: number) =>
  `Week from ${monday}, contacts that reached a gone item: ${count}`;
export const unmeasured = "–";
export const inDays = (sum: string) => `${sum} in 30 days`;
export const most = (value: string, day: string) => `most ${value} on ${day}`;
export const asTable = "Show as a table";
export const dayColumn = "Day";

export const settingsHeading = "Settings";
export const settingColumns = ["Setting", "Value", "From"] as const;
export const settingHidden = "(hidden)";
export const settingUnset = "–";

const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
export const duration = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return of(minutes, "minute");
  return minutes < 48 * 60
    ? of(Math.floor(minutes / 60), "hour")
    : of(Math.floor(minutes / 1440), "day");
};

/** Labels that only the command line shows. */
export const notRunning = "not running";
export const neverRun = "The market has not been started on this database yet.";
export const today = "today";
export const inThirty = "30 days";
