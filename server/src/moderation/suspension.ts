import * as accountMessages from "@market/contract/messages/account";
import sql, { type Sql } from "sql-template-tag";
import { AppError } from "../http/errors.ts";

export type Suspension = { suspended: boolean; suspendedUntil: Date | null };

/** @param student a row of `users`, which may be absent */
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
  const message = accountMessages.accountSuspendedUntil(`${date.format(suspendedUntil)} IST`);
  throw new AppError("account-suspended", { message });
}
