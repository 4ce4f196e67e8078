import { parseArgs } from "node:util";
import { type Command, requireTrial, UsageError, withDatabase } from "./command.ts";

export const token: Command = async (config, args) => {
  requireTrial(config);
  const { email } = parseArgs({ args, options: { email: { type: "string" } } }).values;
  if (!email) throw new UsageError("token needs --email");
  const { issueDevelopmentToken } = await import("../development/token.ts");
  await withDatabase(config, async (db) => {
    console.log(await issueDevelopmentToken({ config, db, email }));
  });
};
