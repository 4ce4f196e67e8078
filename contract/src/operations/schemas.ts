import * as z from "zod/mini";
import { warnings } from "./warnings.ts";

const count = z.int();
const measured = z.nullable(z.number());

/** One day in India. A measurement is null if it was not taken. */
const operationsDay = z.object({
  day: z.string(),
  signIns: count,
  listings: count,
  sold: count,
  contacts: count,
  emptySearches: count,
  errors: count,
  /** Requests refused with `server-busy`. */
  busy: count,
  /** Share of the disk that is free. */
  diskFree: measured,
  /** Seconds. */
  backupAge: measured,
});

export const operations = z.object({
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** Warnings for the operator; `count` is of cases, jobs, mails or seconds, `cause` why backups fail. */
  attention: z.array(z.object({ what: z.enum(warnings), count, cause: z.optional(z.string()) })),
  now: z.object({
    openCases: count,
    waitingJobs: count,
    waitingMails: count,
    /** Bytes. */
    diskFree: z.number(),
    diskTotal: z.number(),
    /** Seconds; null when there is none. */
    backupAge: measured,
  }),
  /** Oldest first; the last is today. */
  days: z.array(operationsDay),
  /** Contacts that reached a sold, expired, paused or deleted listing; `week` is its Monday, the latest first. */
  goneContacts: z.array(z.object({ week: z.iso.date(), value: count })),
  /** The settings in force; `value` is empty if there is none, and null if it is a secret. */
  settings: z.array(
    z.object({
      name: z.string(),
      value: z.nullable(z.string()),
      source: z.enum(["environment", ".env", "default"]),
    }),
  ),
});
export type Operations = z.infer<typeof operations>;
export type OperationsDay = z.infer<typeof operationsDay>;
