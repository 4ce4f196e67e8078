import { dateAndTimeOf } from "@market/contract/dates";
import * as accountMessages from "@market/contract/identity/messages";
import sql, { type Sql } from "sql-template-tag";
import { AppError } from "../errors/errors.ts";

export type Suspension = {
  suspended: boolean;
  suspendedUntil: Date | null;
  suspensionReason: string | null;
};

/** @param student a row of `users`, which may be absent */
export const suspension = (student: Sql) =>
  sql`${student}.suspended_at is not null as suspended, ${student}.suspended_until as "suspendedUntil",
    ${student}.suspension_reason as "suspensionReason"`;

/** The refusal `account-suspended`, with the reason and the end. */
export function suspensionRefusal(
  { suspendedUntil, suspensionReason }: Omit<Suspension, "suspended">,
  { isDeleted = false } = {},
): AppError {
  return new AppError("account-suspended", {
    ...(suspendedUntil !== null && {
      message: accountMessages.accountSuspendedUntil(`${dateAndTimeOf(suspendedUntil)} IST`),
    }),
    suspension: {
      ...(suspensionReason !== null && { reason: suspensionReason }),
      ...(suspendedUntil !== null && { until: suspendedUntil.toISOString() }),
      ...(isDeleted && { deleted: true }),
    },
  });
}
