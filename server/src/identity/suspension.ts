import { dateAndTimeOf } from "@market/contract/dates";
import * as accountMessages from "@market/contract/identity/messages";
import sql, { type Sql } from "sql-template-tag";
import { AppError } from "../errors/errors.ts";

export type Suspension = {
  suspended: boolean;
  suspendedUntil: Date | null;
  suspensionReason: string | null;
};

/** The note of the decision; one that confirms a suspension on appeal does not replace it. */
const reasonOf = (student: Sql) => sql`case when ${student}.suspended_at is not null then (
    select decision.note from decisions decision
    where decision.user_id = ${student}.id and decision.action = 'suspend' and not exists (
      select from cases appeal join decisions confirmed on confirmed.id = appeal.appeal_against
      where appeal.id = decision.case_id and confirmed.action = 'suspend')
    order by decision.id desc limit 1) end`;

/** @param student a row of `users`, which may be absent */
export const suspension = (student: Sql) =>
  sql`${student}.suspended_at is not null as suspended, ${student}.suspended_until as "suspendedUntil",
    ${reasonOf(student)} as "suspensionReason"`;

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
