import { messages } from "@market/contract/messages";
import sql, { type Sql } from "sql-template-tag";
import { AppError } from "../errors.ts";

/** Whether a student is suspended, and until when if an end is set. */
export type Suspension = { suspended: boolean; suspendedUntil: Date | null };

/** Columns of a `Suspension`. @param student a row of `users`, which may be absent */
export const suspension = (student: Sql) =>
  sql`${student}.suspended_at is not null as suspended, ${student}.suspended_until as "suspendedUntil"`;

const date = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Asia/Kolkata",
});

/** @throws AppError account-suspended, with until when */
export function requireNotSuspended({ suspended, suspendedUntil }: Suspension): void {
  if (!suspended) return;
  if (suspendedUntil === null) throw new AppError("account-suspended");
  const message = messages.accountSuspendedUntil(`${date.format(suspendedUntil)} IST`);
  throw new AppError("account-suspended", { message });
}
