import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { Decision, ModerationCase } from "@market/contract/moderation/schemas";

/** The title of a case: its listing or deal, the subject of a grievance, or the person. */
export const titleOf = ({ snapshot, grievance, concerned }: ModerationCase): string =>
  snapshot?.name ?? grievance?.subject ?? concerned?.name ?? moderatorsMessages.caseOf;

/** The name of a decision; `dismiss` on an appeal lifts the decision in question. */
export const wordOf = ({ action, appeal }: Decision): string =>
  action === "dismiss" && appeal === "upheld"
    ? moderatorsMessages.lifted
    : moderationMessages.actionWords[action];

/** An earlier decision, which may no longer hold. */
export const earlierWordOf = (decision: Decision): string =>
  decision.action !== "dismiss" && decision.appeal === "upheld"
    ? `${wordOf(decision)}, ${moderatorsMessages.liftedSince}`
    : wordOf(decision);
