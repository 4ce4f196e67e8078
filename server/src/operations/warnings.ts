import { marketCommand } from "../config/command-name.ts";
import { overdueMail, troubleMail } from "@market/contract/notices/mail-messages";
import { warningSentences } from "@market/contract/operations/messages";
import type { Warning } from "@market/contract/operations/warnings";
import sql from "sql-template-tag";
import type { Context } from "../context.ts";
import type { Job } from "../jobs/jobs.ts";
import { countCases } from "../moderation/cases.sql.ts";
import { readOperations } from "./statistics/operations.ts";
import { watchHealthSnapshot } from "./statistics/health-snapshot.ts";

type MailText = { subject: string; text: string };
type WarningContext = Pick<Context, "config" | "db" | "outbox" | "log" | "storage">;

/** Mails the operator, once a day for each kind. A failure is only logged. */
async function warnOperator(
  { db, outbox, log }: Pick<WarningContext, "db" | "outbox" | "log">,
  kind: string,
  to: string,
  words: MailText,
): Promise<void> {
  await db
    .transaction(async (transaction) => {
      const [row] = await transaction.query<{ today: string }>(
        sql`select (now() at time zone 'utc')::date::text as today`,
      );
      await outbox.put(transaction, { kind, to, once: `${kind} ${row?.today}`, ...words });
    })
    .catch((error: unknown) => log.warn({ err: error, kind }, "the operator was not warned"));
}

export function warningJobs(parts: WarningContext): Job<never>[] {
  return [
    { name: "warn-of-overdue", cron: "7 * * * *", work: () => warnOfOverdue(parts) },
    {
      name: "warn-of-trouble",
      cron: "12 * * * *",
      anyClock: true,
      work: () => warnOfTrouble(parts),
    },
  ];
}

/** Warnings without this mail: overdue cases have their own, and a mail cannot report that mails wait. */
const reportedElsewhere: readonly Warning[] = ["cases-overdue", "mails-wait", "no-backups"];

/** Mails the operator the warnings of /operations; a new one on the same day is mailed as well. */
export async function warnOfTrouble(parts: WarningContext): Promise<void> {
  const { config, db, storage } = parts;
  if (!parts.outbox.isOpen) return;
  const stores = await storage.check().then(
    () => true,
    () => false,
  );
  const snapshot = await watchHealthSnapshot(parts)();
  const warnings = (
    await readOperations(db, { config, startedAt: new Date(), snapshot, stores })
  ).attention.filter(({ what }) => !reportedElsewhere.includes(what));
  if (warnings.length === 0) return;
  const sentences = warnings.map(({ what, count, cause }) => warningSentences[what](count, cause));
  const kind = `trouble ${warnings.map(({ what }) => what).join(" ")}`;
  const mail = troubleMail(config.PUBLIC_ORIGIN, `${marketCommand} doctor`, sentences);
  await warnOperator(parts, kind, config.CONTACT_EMAIL, mail);
}

export async function warnOfOverdue(parts: WarningContext): Promise<void> {
  const { CONTACT_EMAIL, GRIEVANCE_EMAIL = CONTACT_EMAIL, PUBLIC_ORIGIN } = parts.config;
  const { overdue } = await countCases(parts.db);
  if (overdue === 0) return;
  await warnOperator(parts, "overdue", GRIEVANCE_EMAIL, overdueMail(PUBLIC_ORIGIN, overdue));
}
