import * as moderationMessages from "@market/contract/moderation/messages";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { Decision, ModerationCase } from "@market/contract/moderation/schemas";

/** What a case is called: its listing or deal, the subject of a grievance, or the person. */
export const titleOf = ({ snapshot, grievance, concerned }: ModerationCase): string =>
  snapshot?.name ?? grievance?.subject ?? concerned?.name ?? moderatorsMessages.caseOf;

/** What was decided; `dismiss` on an appeal lifts the decision in question. */
export const wordOf = ({ action, appeal }: Decision): string =>
  action === "dismiss" && appeal === "upheld"
    ? moderatorsMessages.lifted
    : moderationMessages.actionWords[action];
