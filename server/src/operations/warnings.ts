import { overdueMail, troubleMail } from "@market/contract/notices/mail-messages";
import { attentionSentences } from "@market/contract/operations/messages";
import type { Attention } from "@market/contract/operations/warnings";
import type { Context } from "../context.ts";
import type { Job } from "../jobs/jobs.ts";
import { countCases } from "../moderation/cases.sql.ts";
import { readOperations } from "./figures/operations.ts";
import { watchSigns } from "./figures/signs.ts";

type Words = { subject: string; text: string };
type Parts = Pick<Context, "config" | "db" | "outbox" | "log" | "storage">;

/** By mail, once a day for each kind. What fails here is no reason for anything else to fail. */
export async function warnOperator(
  { db, outbox, log }: Pick<Parts, "db" | "outbox" | "log">,
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
  return [
    { name: "warn-of-overdue", cron: "7 * * * *", work: () => warnOfOverdue(parts) },
    { name: "warn-of-trouble", cron: "12 * * * *", work: () => warnOfTrouble(parts) },
  ];
}

/** Other mails tell of overdue cases, and none can tell that mails wait. */
const toldElsewhere: readonly Attention[] = ["cases-overdue", "mails-wait", "no-backups"];

/** The operator hears of what /operations asks to look at; of something new on the same day again. */
export async function warnOfTrouble(parts: Parts): Promise<void> {
  const { config, db, storage } = parts;
  if (!parts.outbox.isOpen) return;
  const stores = await storage.check().then(
    () => true,
    () => false,
  );
  const signs = await watchSigns(parts)();
  const attention = (
    await readOperations(db, { config, startedAt: new Date(), signs, stores })
  ).attention.filter(({ what }) => !toldElsewhere.includes(what));
  if (attention.length === 0) return;
  const sentences = attention.map(({ what, count, cause }) =>
    attentionSentences[what](count, cause),
  );
  const kind = `trouble ${attention.map(({ what }) => what).join(" ")}`;
  const mail = troubleMail(config.PUBLIC_ORIGIN, sentences);
  await warnOperator(parts, kind, config.CONTACT_EMAIL, mail);
}

/** Whoever answers for grievances hears of cases that should have been decided. */
export async function warnOfOverdue(parts: Parts): Promise<void> {
  const { CONTACT_EMAIL, GRIEVANCE_EMAIL = CONTACT_EMAIL, PUBLIC_ORIGIN } = parts.config;
  const { overdue } = await countCases(parts.db);
  if (overdue === 0) return;
  await warnOperator(parts, "overdue", GRIEVANCE_EMAIL, overdueMail(PUBLIC_ORIGIN, overdue));
}
