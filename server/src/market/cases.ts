import { parseArgs } from "node:util";
import { decisionActions } from "@market/contract/moderation/report";
import { marketCommand } from "../config/command-name.ts";
import { AppError } from "../errors/errors.ts";
import { isId } from "../db/ids.ts";
import { selectOpenCases } from "../moderation/cases.sql.ts";
import { decideCase } from "../moderation/decide.ts";
import { type Command, withModeration, readDays, UsageError, withDatabase } from "./command.ts";

const most = 100;

export const cases: Command = (config) =>
  withDatabase(config, async (db) => {
    const rows = await selectOpenCases(db, undefined, { limit: most });
    for (const { id, dueAt, urgent, productId, userId, snapshot, reports } of rows) {
      const about = productId === null ? `student ${userId}` : `listing ${productId}`;
      const reasons = reports.map(({ reason }) => reason).join(", ") || "appeal";
      const due = `${dueAt.toISOString()}${urgent ? " urgent" : ""}`;
      console.log(`${id}  due ${due}  ${about}  ${snapshot?.name ?? ""}  ${reasons}`);
    }
    console.log(rows.length === 1 ? "1 open case" : `${rows.length} open cases`);
  });

export const decide: Command = async (config, args) => {
  const options = {
    case: { type: "string" },
    action: { type: "string" },
    note: { type: "string", default: "" },
    days: { type: "string" },
  } as const;
  const { case: caseId = "", note, ...rest } = parseArgs({ args, options }).values;
  const action = decisionActions.find((one) => one === rest.action);
  if (caseId === "" || action === undefined || !note.trim())
    throw new UsageError(`decide needs --case, --action ${decisionActions.join("|")} and --note`);
  const isNone = `There is no case ${caseId}. The open ones: ${marketCommand} cases`;
  if (!isId(caseId)) throw new UsageError(isNone);
  const verdict = { action, note: note.trim(), days: readDays("decide", rest.days) };
  await withModeration(config, async (moderation) => {
    await decideCase(moderation, "operator", caseId, verdict).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "case-not-found"
        ? new UsageError(isNone)
        : error;
    });
    return `Case ${caseId} is decided: ${action}.`;
  });
};
