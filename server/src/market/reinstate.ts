import { parseArgs } from "node:util";
import { measureStudent } from "../moderation/measures.ts";
import { type Command, withModeration, UsageError } from "./command.ts";

export const reinstate: Command = async (config, args) => {
  const options = { email: { type: "string" }, note: { type: "string", default: "" } } as const;
  const { email, note } = parseArgs({ args, options }).values;
  if (!email) throw new UsageError("reinstate needs --email");
  await withModeration(config, async (moderation) => {
    const which = { email: email.toLowerCase() };
    const done = await measureStudent(moderation, "operator", "reinstate", which, note);
    if (done === undefined) throw new UsageError(`No suspended student has ${email}.`);
    return `${email} may log in again, and the listings are shown as before.`;
  });
};
