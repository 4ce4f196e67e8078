/** Warnings for the operator, the gravest first. */
export const warnings = [
  "storage-fails",
  "clock-jumped",
  "clock-differs",
  "disk-fills",
  "backup-fails",
  "backup-old",
  "backup-never",
  "no-backups",
  "cases-neglected",
  "cases-overdue",
  "jobs-late",
  "mails-wait",
  "turned-away",
] as const;
export type Warning = (typeof warnings)[number];

export const operationsDays = 30;
/** Seconds after which something is late. */
export const lateAfter = { backup: 26 * 3_600, jobs: 900, mails: 3_600 } as const;
/** Share of the disk. */
export const leastDiskFree = 0.1;
/** Refused requests in a day above which there is a warning; a rush of a few minutes stays below. */
export const mostTurnedAway = 300;
