import { dueHours } from "@market/contract/limits";
import {
  type DecisionAction,
  type RecordedAction,
  recordedAs,
} from "@market/contract/moderation/report";
import type { Decision, ModerationCase } from "@market/contract/moderation/schemas";
import type { Queries } from "../db/database.ts";
import { returnFeedback, takeFeedbackAway } from "../deals/deals.sql.ts";
import { AppError } from "../errors/errors.ts";
import { addNotice } from "../notices/notices.sql.ts";
import { removalJob } from "../photos/photos.ts";
import {
  type Case,
  type CaseRow,
  closeCase,
  forgetErasedSnapshot,
  insertAppealCase,
  lockCase,
} from "./cases.sql.ts";
import {
  type Appealed,
  isHiddenOtherwise,
  lockDecision,
  selectDecision,
  updateAppeal,
} from "./decisions.sql.ts";
import type { Colleagues } from "../identity/moderators.ts";
import { type Actor, identityOf } from "./log.sql.ts";
import { isDecidedByOthers, refuseModerator, refuseOwn } from "./own-case.sql.ts";
import {
  changeListing,
  changeStudent,
  openAgain,
  record,
  type ModerationTransaction,
  type Verdict,
} from "./measures.ts";

/** Of several moderators, another one decides an appeal. @throws AppError case-not-found, already-decided, own-case, other-moderator, moderator */
export async function decideCase(
  moderation: ModerationTransaction,
  actor: Actor,
  caseId: string,
  verdict: Verdict,
): Promise<void> {
  const { transaction } = moderation;
  const found = await lockCase(transaction, caseId);
  if (found === undefined) throw new AppError("case-not-found");
  if (found.isClosed) throw new AppError("already-decided");
  const isAlone = await refuseOwnDecision(transaction, actor, found, verdict.action);
  const { action, note, days } = verdict;
  const { userId, productId } = found;
  const [until, appeal] =
    found.appealAgainst === null
      ? [await takeMeasure(moderation, actor, found, verdict), "none" as const]
      : await decideAppeal(moderation, actor, found, found.appealAgainst, verdict);
  await record(
    moderation,
    actor,
    { action: recordedActionOf(found, action), note, days, productId, caseId, appeal, isAlone },
    { userId, until },
  );
  await closeCase(transaction, caseId);
  if (!isOfErased(found)) return;
  await forgetErasedSnapshot(transaction, caseId);
  if (found.files.length > 0)
    await moderation.jobs.enqueue(transaction, removalJob, { files: found.files });
}

/**
 * Refuses a moderator's own case, and the suspension of a student, or its end, as the measure without a case is refused:
 * whatever else they reported about this student makes it theirs.
 * @returns whether the moderator decides their own case alone
 */
async function refuseOwnDecision(
  transaction: Queries,
  actor: Actor,
  { id: caseId, userId, appealAgainst }: Case,
  action: DecisionAction,
): Promise<boolean> {
  const isAlone = await refuseOwn(transaction, actor, { caseId });
  if (isAlone || userId === null) return isAlone;
  const isOfSuspension = async () =>
    appealAgainst !== null &&
    (await selectDecision(transaction, appealAgainst))?.action === "suspend";
  const isAboutAll = action === "suspend" || (await isOfSuspension());
  return isAboutAll && refuseOwn(transaction, actor, { userId });
}

/** Whether the student was erased while the case was open, which stored its snapshot until now. */
const isOfErased = ({ userId, productId, grievanceId }: Case) =>
  userId === null && (productId !== null || grievanceId === null);

const recordedActionOf = ({ dealId }: Case, action: DecisionAction) =>
  recordedAs(action, dealId !== null);

/** Reports hide a listing until a moderator decides, so any decision that does not hide it shows it again. @returns the end of a suspension */
async function takeMeasure(
  moderation: ModerationTransaction,
  actor: Actor,
  { id: caseId, productId, userId, dealId, role, hiddenAt }: Case,
  { action, days }: Verdict,
): Promise<Date | null> {
  const isShownAgain = action !== "hide" && action !== "remove";
  if (isShownAgain && productId !== null && hiddenAt !== null)
    await showUnlessHiddenOtherwise(moderation, productId, { caseId });
  switch (action) {
    case "hide":
    case "remove":
      if (action === "remove" && dealId !== null && role !== null) {
        await takeFeedbackAway(moderation.transaction, dealId, role);
        return null;
      }
      if (productId === null) throw new AppError("invalid-fields", listingRequired);
      await changeListing(moderation, action, productId);
      return null;
    case "suspend": {
      if (userId === null) return null;
      await refuseModerator(moderation.transaction, actor, userId);
      const suspended = await changeStudent(moderation, action, { userId }, days);
      return suspended?.until ?? null;
    }
    case "dismiss":
    case "warn":
      return null;
  }
}

const listingRequired = {
  errors: [{ field: "action", message: "Only a listing can be hidden or removed." }],
};

/** Decides an appeal: `dismiss` lifts the decision, the same action confirms it, another one replaces it. */
async function decideAppeal(
  moderation: ModerationTransaction,
  actor: Actor,
  found: Case,
  decisionId: string,
  verdict: Verdict,
): Promise<[Date | null, Decision["appeal"]]> {
  const previous = await lockDecision(moderation.transaction, decisionId);
  if (previous === undefined) throw new AppError("case-not-found");
  const moderators = typeof actor === "string" ? 0 : actor.colleagues.count;
  const isAgainstActor = previous.byId !== null && previous.byId === identityOf(actor);
  if (isAgainstActor && isDecidedByOthers(moderators)) throw new AppError("other-moderator");
  const isLifted = verdict.action === "dismiss";
  const appeal = isLifted ? "upheld" : "refused";
  await updateAppeal(moderation.transaction, decisionId, appeal);
  const isOther = recordedActionOf(found, verdict.action) !== previous.action;
  if (isOther) await undo(moderation, decisionId, previous, found);
  const isReplaced = !isLifted && isOther;
  const until = isReplaced
    ? await takeMeasure(moderation, actor, { ...found, hiddenAt: null }, verdict)
    : null;
  return [until, appeal];
}

/** Reverts a measure; a removed listing and a warning cannot be reverted. */
async function undo(
  moderation: ModerationTransaction,
  decisionId: string,
  { action, productId, userId }: Appealed,
  { dealId, role }: Case,
) {
  if (action === "hide" && productId !== null)
    await showUnlessHiddenOtherwise(moderation, productId, { decisionId });
  if (action === "suspend" && userId !== null) {
    const open = await changeStudent(moderation, "reinstate", { userId });
    if (open) await addNotice(moderation.transaction, openAgain(userId));
  }
  if (action === "remove-feedback" && dealId !== null && role !== null)
    await returnFeedback(moderation.transaction, dealId, role);
}

/** Shows a listing again, unless reports of an open case or another decision hide it as well. */
async function showUnlessHiddenOtherwise(
  moderation: ModerationTransaction,
  productId: string,
  lifted: { caseId: string } | { decisionId: string },
): Promise<void> {
  if (await isHiddenOtherwise(moderation.transaction, productId, lifted)) return;
  await changeListing(moderation, "restore", productId);
}

/** @throws AppError decision-not-found when it is not about the caller, already-appealed */
export async function submitAppeal(
  transaction: Queries,
  userId: string,
  { decisionId, text }: { decisionId: string; text: string },
): Promise<void> {
  const decision = await lockDecision(transaction, decisionId);
  if (decision === undefined || decision.userId !== userId || isFavour(decision.action))
    throw new AppError("decision-not-found");
  if (decision.appeal !== "none") throw new AppError("already-appealed");
  const { productId } = decision;
  await insertAppealCase(transaction, decisionId, {
    userId,
    productId,
    text,
    hours: dueHours.usual,
  });
  await updateAppeal(transaction, decisionId, "open");
}

const isFavour = (action: RecordedAction) => ["dismiss", "restore", "reinstate"].includes(action);

/** Presents a case; of their own, moderators see neither reports nor who complained. @param isAlone no other one has signed in lately */
export function presentCase(
  row: CaseRow,
  isAlone: boolean,
  { count }: Pick<Colleagues, "count">,
): ModerationCase {
  const { id, state, dueAt, urgent, productId, userId, dealId, feedback, snapshot, reports } = row;
  return {
    id,
    state,
    dueAt: dueAt.toISOString(),
    urgent,
    ...(productId !== null && { productId }),
    ...(dealId !== null && { dealId }),
    ...(productId === null && dealId === null && userId !== null && { userId }),
    ...(feedback && { feedback }),
    snapshot,
    ...(row.byAuthority && { byAuthority: true as const }),
    ...(row.isAgainstViewer && isDecidedByOthers(count) && { forOthers: true as const }),
    ...(row.hiddenByReports && { hiddenByReports: true as const }),
    ...(row.claim && { claim: row.claim }),
    ...(row.own && { own: true as const }),
    ...(row.own && isAlone && { alone: true as const }),
    reports: row.own ? [] : reports,
    ...(row.pair && !row.own && { pair: row.pair }),
    ...(row.decision && { decision: row.decision }),
    ...(row.grievance && !row.own && { grievance: row.grievance }),
    ...(row.appeal && { appeal: row.appeal }),
  };
}
