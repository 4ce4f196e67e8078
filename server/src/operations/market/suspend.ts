import { parseArgs } from "node:util";
import { suspendStudent } from "../../moderation/moderation.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

/** Days; a longer one is better said by leaving the end out. */
const longest = 3650;

export const suspend: Command = async (config, args) => {
  const options = {
    email: { type: "string" },
    reason: { type: "string" },
    days: { type: "string" },
  } as const;
  const { email, reason, days } = parseArgs({ args, options }).values;
  if (!email || !reason?.trim()) throw new UsageError("suspend needs --email and --reason");
  if (days !== undefined && !(/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= longest))
    throw new UsageError(`suspend takes --days with a whole number from 1 to ${longest}`);
  await withDatabase(config, async (db) => {
    const suspended = await db.transaction((transaction) =>
      suspendStudent(
        transaction,
        email.toLowerCase(),
        reason.trim(),
        days === undefined ? undefined : Number(days),
      ),
    );
    if (suspended === undefined) throw new UsageError(`No registered student has ${email}.`);
    console.log(
      suspended.until === null
        ? `${email} is suspended until reinstated. Sessions have ended, and no listing is shown.`
        : `${email} is suspended until ${suspended.until.toISOString()}. Sessions have ended, and no listing is shown.`,
    );
  });
};
