import { parseArgs } from "node:util";
import { reinstateStudent } from "../../moderation/moderation.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

export const reinstate: Command = async (config, args) => {
  const { email } = parseArgs({ args, options: { email: { type: "string" } } }).values;
  if (!email) throw new UsageError("reinstate needs --email");
  await withDatabase(config, async (db) => {
    const isDone = await db.transaction((transaction) =>
      reinstateStudent(transaction, email.toLowerCase()),
    );
    if (!isDone) throw new UsageError(`No suspended student has ${email}.`);
    console.log(`${email} may sign in again, and the listings are shown as before.`);
  });
};
