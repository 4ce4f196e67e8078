import { parseArgs } from "node:util";
import { endAllSessions } from "../identity/sessions.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

export const endSessions: Command = async (config, args) => {
  const { all } = parseArgs({ args, options: { all: { type: "boolean" } } }).values;
  if (!all) throw new UsageError("end-sessions needs --all");
  await withDatabase(config, async (db) => {
    const count = await endAllSessions(db);
    console.log(`${count} ${count === 1 ? "session has" : "sessions have"} ended.`);
  });
};
