import { overdueMail } from "@market/contract/messages/mail";
import type { Context } from "../context.ts";
import type { Job } from "../db/jobs.ts";
import { countCases } from "../moderation/cases.sql.ts";

type Words = { subject: string; text: string };
type Parts = Pick<Context, "config" | "db" | "outbox" | "log">;

/** By mail, once a day for each kind. What fails here is no reason for anything else to fail. */
export async function warnOperator(
  { db, outbox, log }: Omit<Parts, "config">,
  kind: string,
  to: string,
  words: Words,
): Promise<void> {
  const once = `${kind} ${new Date().toISOString().slice(0, 10)}`;
  await db
    .transaction((transaction) => outbox.put(transaction, { kind, to, once, ...words }))
    .catch((error: unknown) => log.warn({ err: error, kind }, "the operator was not warned"));
}

export function warningJobs(parts: Parts): Job<never>[] {
  return [{ name: "warn-of-overdue", cron: "7 * * * *", work: () => warnOfOverdue(parts) }];
}

/** Whoever answers for grievances hears of cases that should have been decided. */
export async function warnOfOverdue(parts: Parts): Promise<void> {
  const { CONTACT_EMAIL, GRIEVANCE_EMAIL = CONTACT_EMAIL, PUBLIC_ORIGIN } = parts.config;
  const { overdue } = await countCases(parts.db);
  if (overdue === 0) return;
  await warnOperator(parts, "overdue", GRIEVANCE_EMAIL, overdueMail(PUBLIC_ORIGIN, overdue));
}
