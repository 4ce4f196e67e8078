import { parseArgs } from "node:util";
import { allowRelink } from "../../identity/identities.sql.ts";
import { issuerOf } from "../../identity/identity.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

const longest = 90;

export const relink: Command = async (config, args) => {
  const options = {
    email: { type: "string" },
    all: { type: "boolean" },
    days: { type: "string", default: "7" },
  } as const;
  const { email, all, days } = parseArgs({ args, options }).values;
  if (!email === !all)
    throw new UsageError("relink needs --email, or --all after a change of provider");
  if (!(/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= longest))
    throw new UsageError(`relink takes --days with a whole number from 1 to ${longest}`);
  await withDatabase(config, async (db) => {
    const which = email ? { email: email.toLowerCase() } : { notOf: issuerOf(config) };
    const count = await allowRelink(db, which, Number(days));
    if (count === 0)
      throw new UsageError(
        email ? `No account has ${email}.` : "Every account is of the configured provider already.",
      );
    console.log(
      `The next verified sign-in within ${days} days takes over the account of its address, once: ${count} ${count === 1 ? "account" : "accounts"}.`,
    );
  });
};
