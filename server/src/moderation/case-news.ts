import { dateAndTimeOf } from "@market/contract/dates";
import { urgentCasesAnHour } from "@market/contract/limits";
import { reasonLabels } from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { caseMail } from "@market/contract/notices/mail-messages";
import { pageOfNotice } from "@market/contract/notices/notice";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { issuerOf } from "../identity/identity.ts";
import { createColleagues, type PresentModerator } from "../identity/moderators.ts";
import { unsubscribeLink } from "../notices/mails.ts";
import { isMailOff } from "../notices/mails.sql.ts";
import { addNotice, selectKindsOff } from "../notices/notices.sql.ts";
import { isDecidedByOthers } from "./own-case.sql.ts";
import {
  countUrgentCases,
  type OpenCase,
  selectCaseToAnnounce,
  selectOpenCasesOf,
} from "./open-cases.sql.ts";

type NewsContext = Pick<Context, "config" | "outbox" | "applicationKey">;

const colleaguesOf = ({ config }: NewsContext) =>
  createColleagues(config.MODERATOR_EMAILS, issuerOf(config));

/**
 * Notifies the moderators of an urgent case immediately, without names and reporters' texts. About their own
 * case they learn only that it exists. A flood of urgent cases is announced once an hour, and so are a moderator's own in it.
 * @param markedBy the identity of the moderator who marked it as ordered by an authority
 */
export async function announceUrgentCase(
  context: NewsContext,
  transaction: Queries,
  caseId: string,
  markedBy?: string,
): Promise<void> {
  const { count, hour } = await countUrgentCases(transaction);
  const isFlood = markedBy === undefined && count > urgentCasesAnHour;
  for (const moderator of await colleaguesOf(context).select(transaction)) {
    if (moderator.identityId === markedBy) continue;
    const one = await selectCaseToAnnounce(transaction, moderator, caseId);
    const isOwn = one?.own ?? false;
    const news = {
      text: isOwn
        ? moderatorsMessages.newOwnCase
        : isFlood
          ? moderatorsMessages.manyUrgentCases(urgentCasesAnHour)
          : moderatorsMessages.urgentCase(one?.reasons.map(nameOf) ?? [], dueOf(one)),
      key: isFlood
        ? `cases:${hour}${isOwn ? ":own" : ""}`
        : `case:${caseId}${markedBy === undefined ? "" : ":authority"}`,
      isUrgent: !isOwn,
      ...(!isFlood && { caseId }),
    };
    await tell(context, transaction, moderator, news);
  }
}

/** Notifies each moderator in one line of the open cases that they can decide, and of the number of others in the queue. */
export async function remindModerators(context: NewsContext & Pick<Context, "db">): Promise<void> {
  const colleagues = colleaguesOf(context);
  await context.db.transaction(async (transaction) => {
    const { day } = await countUrgentCases(transaction);
    for (const moderator of await colleagues.select(transaction)) {
      const open = await selectOpenCasesOf(transaction, moderator);
      const isAlone = !(await colleagues.isAnotherPresent(transaction, moderator.identityId));
      const cases = open.filter(
        ({ own, isAgainstViewer }) =>
          (isAlone || !own) && !(isAgainstViewer && isDecidedByOthers(colleagues.count)),
      );
      if (cases.length === 0) continue;
      const others = cases.filter(({ own }) => !own);
      const text = moderatorsMessages.waitingCases({
        count: cases.length,
        urgent: others.filter(({ urgent }) => urgent).length,
        parts: partsOf(cases),
        due: others[0] && dueOf(others[0]),
        forOthers: open.length - cases.length,
      });
      await tell(context, transaction, moderator, { text, key: `cases:${day}`, isUrgent: false });
    }
  });
}

/** The reasons of the cases, each with its number, the most frequent first; the moderator's own have none. */
function partsOf(cases: readonly OpenCase[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { own, reasons } of cases) {
    const reason = own ? moderatorsMessages.ownCase : nameOf(reasons[0]);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count);
}

const names: Record<OpenCase["reasons"][number], string> = {
  ...reasonLabels,
  authority: moderatorsMessages.byAuthority,
  appeal: moderatorsMessages.appealCase,
  grievance: moderatorsMessages.grievanceCase,
};
const nameOf = (reason: OpenCase["reasons"][number] | undefined) =>
  reason === undefined ? moderatorsMessages.withoutReport : names[reason];

const dueOf = (one: Pick<OpenCase, "dueAt"> | undefined) => (one ? dateAndTimeOf(one.dueAt) : "");

type News = { text: string; key: string; isUrgent: boolean; caseId?: string };

/** Adds a notice for a registered moderator, and mails it unless it is turned off; others can only be mailed. */
async function tell(
  context: NewsContext,
  transaction: Queries,
  { identityId, userId, email }: PresentModerator,
  { text, key, isUrgent, caseId }: News,
): Promise<void> {
  if (userId !== undefined) {
    await addNotice(transaction, { userId, kind: "case", text, caseId, dedupeKey: key });
    if ((await selectKindsOff(transaction, userId)).includes("case")) return;
    if (await isMailOff(transaction, userId)) return;
  }
  const { CAMPUS_NAME: campus, PUBLIC_ORIGIN: origin } = context.config;
  const unsubscribe = userId && unsubscribeLink(context, userId);
  const page = pageOfNotice({ kind: "case", ...(caseId !== undefined && { caseId }) });
  const mail = caseMail({
    campus,
    origin,
    isUrgent,
    text,
    page,
    ...(unsubscribe && { unsubscribe }),
  });
  await context.outbox.put(transaction, {
    kind: "case",
    to: email,
    once: `${key} ${identityId}`,
    ...(unsubscribe && { unsubscribe }),
    ...mail,
  });
}
