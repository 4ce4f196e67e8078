import { text } from "node:stream/consumers";
import { reencryptKeys } from "../db/secrets.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

/** Reads the secret from standard input, so that no list of processes shows it. */
export const reencrypt: Command = async (config) => {
  const previous = (await text(process.stdin)).trim();
  if (previous === "")
    throw new UsageError("reencrypt reads the old KEY_SECRET from standard input");
  await withDatabase(config, async (db) => {
    if (!(await reencryptKeys(db, previous, config.KEY_SECRET)))
      throw new UsageError(
        "This secret does not decrypt the application key; nothing was changed.",
      );
    console.log(
      config.KEY_SECRET === undefined
        ? "The application key is stored in plain text now, because KEY_SECRET is not set."
        : "The application key is encrypted under the present KEY_SECRET now.",
    );
  });
};
