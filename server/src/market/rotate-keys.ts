import { parseArgs } from "node:util";
import { rotateApplicationKey } from "../db/secrets.ts";
import { revokeAllSigningKeys, rotateSigningKeys } from "../identity/keys.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

export const rotateKeys: Command = async (config, args) => {
  const options = { revoke: { type: "boolean" }, application: { type: "boolean" } } as const;
  const { revoke, application } = parseArgs({ args, options }).values;
  if (revoke && application)
    throw new UsageError("rotate-keys takes --revoke or --application, one at a time.");
  await withDatabase(config, async (db) => {
    if (application) {
      // A running process has the key in its memory.
      await rotateApplicationKey(db, config.KEY_SECRET);
      return console.log(
        "The application key is replaced. Restart the market now: until then it uses the previous one. Links and receipts made with it stay valid for 30 more days.",
      );
    }
    const change = revoke ? revokeAllSigningKeys : rotateSigningKeys;
    const id = await change(db, config.KEY_SECRET);
    console.log(`Tokens are signed with key ${id} from now on.`);
    if (revoke) console.log("Every earlier token is refused from now on.");
  });
};
