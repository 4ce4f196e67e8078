import { parseArgs } from "node:util";
import { measureStudent } from "../moderation/measures.ts";
import { type Command, withModeration, readDays, UsageError } from "./command.ts";

export const suspend: Command = async (config, args) => {
  const options = {
    email: { type: "string" },
    reason: { type: "string" },
    days: { type: "string" },
  } as const;
  const { email, reason, ...rest } = parseArgs({ args, options }).values;
  if (!email || !reason?.trim()) throw new UsageError("suspend needs --email and --reason");
  const [note, days] = [reason.trim(), readDays("suspend", rest.days)];
  await withModeration(config, async (moderation) => {
    const which = { email: email.toLowerCase() };
    const suspended = await measureStudent(moderation, "operator", "suspend", which, note, days);
    if (suspended === undefined) throw new UsageError(`No registered student has ${email}.`);
    const until = suspended.until ? suspended.until.toISOString() : "reinstated";
    return `${email} is suspended until ${until}. Sessions have ended, and no listing is shown.`;
  });
};
