import { parseArgs } from "node:util";
import { allowRelink } from "../identity/identities.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

const longest = 90;

export function readRelinkDays(command: string, days: string): number {
  if (!(/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= longest))
    throw new UsageError(`${command} takes --days with a whole number from 1 to ${longest}`);
  return Number(days);
}

export const relink: Command = async (config, args) => {
  const options = { email: { type: "string" }, days: { type: "string", default: "7" } } as const;
  const { email, days } = parseArgs({ args, options }).values;
  if (!email)
    throw new UsageError(
      "relink needs --email; for all accounts after a change of provider there is change-issuer",
    );
  const count = readRelinkDays("relink", days);
  await withDatabase(config, async (db) => {
    if ((await allowRelink(db, { email: email.toLowerCase() }, count)) === 0)
      throw new UsageError(`No account has ${email}.`);
    console.log(
      `The next verified sign-in with ${email} within ${days} days takes over its account, once.`,
    );
  });
};
