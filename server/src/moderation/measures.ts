import { decisionNotice, decisionTitles } from "@market/contract/moderation/messages";
import type { DecisionAction, RecordedAction } from "@market/contract/moderation/report";
import type { Decision } from "@market/contract/moderation/schemas";
import type { Queries } from "../db/database.ts";
import { newId } from "../db/ids.ts";
import { takeFeedbackAway } from "../deals/deals.sql.ts";
import { AppError } from "../errors/errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { addNotice, addNotices, type NewNotice } from "../notices/notices.sql.ts";
import { removalJob } from "../photos/photos.ts";
import { insertClosedCase } from "./cases.sql.ts";
import type { FeedbackRole } from "./subjects.sql.ts";
import { insertDecision, selectProductName } from "./decisions.sql.ts";
import { type Actor, identityOf, insertLogEntry } from "./log.sql.ts";
import { refuseModerator, refuseOwn } from "./own-case.sql.ts";
import {
  deleteListing,
  hideProduct,
  reinstateAfterTime,
  reinstateStudent,
  restoreProduct,
  suspendStudent,
  type StudentSelector,
} from "./moderation.sql.ts";

/** A transaction in which measures are taken, with the queue that removes files afterwards. */
export type ModerationTransaction = { transaction: Queries; jobs: Pick<Jobs, "enqueue"> };

type Taken = { userId: string; until?: Date | null };

/** Changes a listing. @returns undefined if there is no such listing, or none to restore */
export async function changeListing(
  { transaction, jobs }: ModerationTransaction,
  action: "hide" | "restore" | "remove",
  productId: string,
): Promise<Taken | undefined> {
  if (action !== "remove") {
    const userId =
      action === "hide"
        ? await hideProduct(transaction, productId)
        : await restoreProduct(transaction, productId);
    return userId === undefined ? undefined : { userId };
  }
  const removed = await deleteListing(transaction, productId);
  if (removed === undefined) return undefined;
  if (removed.files.length > 0)
    await jobs.enqueue(transaction, removalJob, { files: removed.files });
  return { userId: removed.sellerId };
}

/** Changes a student's account. @returns undefined if there is no such student, or none to reinstate */
export async function changeStudent(
  { transaction }: ModerationTransaction,
  action: "suspend" | "reinstate",
  selector: StudentSelector,
  days?: number,
): Promise<Taken | undefined> {
  if (action === "suspend") return suspendStudent(transaction, selector, days);
  const userId = await reinstateStudent(transaction, selector);
  return userId === undefined ? undefined : { userId };
}

/** Ends suspensions whose time has passed. @returns whether there was one */
export async function endSuspensions(transaction: Queries): Promise<boolean> {
  const ids = await reinstateAfterTime(transaction);
  await addNotices(transaction, ids.map(openAgain));
  return ids.length > 0;
}

/** The notice of a student whose suspension ended without a decision about it. */
export const openAgain = (userId: string): NewNotice => ({
  userId,
  kind: "moderation",
  text: `${decisionTitles.reinstate}.`,
  dedupeKey: `open-again:${newId()}`,
});

type Measure = {
  action: RecordedAction;
  note: string;
  days?: number | undefined;
  productId?: string | null;
  caseId?: string | undefined;
  appeal?: Decision["appeal"];
  isAlone?: boolean;
};

/** Records a measure for the student concerned and for other moderators. @returns the decision's id */
export async function record(
  { transaction }: ModerationTransaction,
  actor: Actor,
  { action, note, days, productId = null, caseId, appeal = "none", isAlone }: Measure,
  { userId, until = null }: { userId: string | null; until?: Date | null },
): Promise<string> {
  const byId = identityOf(actor);
  const decision = { caseId, userId, productId, action, note, days, until, byId, appeal };
  const id = await insertDecision(transaction, decision);
  const target = { productId: productId ?? undefined, userId: userId ?? undefined };
  // On an appeal, dismissing lifts the decision.
  const logged = action === "dismiss" && appeal === "upheld" ? "lift" : action;
  await insertLogEntry(transaction, actor, { action: logged, note, caseId, isAlone, ...target });
  const isToBeRead = action !== "dismiss" || appeal !== "none";
  if (userId !== null && isToBeRead)
    await addNotice(transaction, {
      userId,
      kind: "moderation",
      text: decisionNotice(action, await selectProductName(transaction, id), note),
      listingId: productId ?? undefined,
      dedupeKey: `decision:${id}`,
    });
  return id;
}

export type Verdict = { action: DecisionAction; note: string; days?: number | undefined };

/** Opens a case of its own, where an appeal finds the listing's snapshot. @returns the decision's id, or undefined as `changeListing` */
export async function measureListing(
  moderation: ModerationTransaction,
  actor: Actor,
  action: "hide" | "restore" | "remove",
  productId: string,
  note: string,
): Promise<string | undefined> {
  const isAlone = await refuseOwn(moderation.transaction, actor, { productId });
  const caseId =
    action === "restore"
      ? undefined
      : await insertClosedCase(moderation.transaction, { productId });
  const taken = await changeListing(moderation, action, productId);
  return taken && record(moderation, actor, { action, note, productId, caseId, isAlone }, taken);
}

/** Removes feedback without a report. @returns the decision's id, or undefined if there is none @throws AppError already-decided */
export async function removeFeedback(
  moderation: ModerationTransaction,
  actor: Actor,
  subject: { dealId: string; role: FeedbackRole },
  note: string,
): Promise<string | undefined> {
  const { dealId, role } = subject;
  const isAlone = await refuseOwn(moderation.transaction, actor, subject);
  const taken = await takeFeedbackAway(moderation.transaction, dealId, role);
  if (taken === undefined) return undefined;
  if (taken.wasRemoved) throw new AppError("already-decided");
  const caseId = await insertClosedCase(moderation.transaction, subject);
  const { authorId: userId } = taken;
  return record(
    moderation,
    actor,
    { action: "remove-feedback", note, caseId, isAlone },
    { userId },
  );
}

/** Takes a measure without a report against a student. @returns the decision's id and the end of the suspension, or undefined as `changeStudent` */
export async function measureStudent(
  moderation: ModerationTransaction,
  actor: Actor,
  action: "suspend" | "reinstate",
  selector: StudentSelector,
  note: string,
  days?: number,
): Promise<{ id: string; until: Date | null } | undefined> {
  const { transaction } = moderation;
  const isAlone = "userId" in selector && (await refuseOwn(transaction, actor, selector));
  if (action === "suspend" && "userId" in selector)
    await refuseModerator(transaction, actor, selector.userId);
  const taken = await changeStudent(moderation, action, selector, days);
  if (taken === undefined) return undefined;
  const { userId, until = null } = taken;
  const caseId =
    action === "reinstate" ? undefined : await insertClosedCase(transaction, { userId });
  return {
    id: await record(moderation, actor, { action, note, days, caseId, isAlone }, taken),
    until,
  };
}
