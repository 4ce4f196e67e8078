import { parseArgs } from "node:util";
import { revokeAllSigningKeys, rotateSigningKeys } from "../identity/keys.ts";
import { type Command, withDatabase } from "./command.ts";

export const rotateKeys: Command = async (config, args) => {
  const { revoke } = parseArgs({ args, options: { revoke: { type: "boolean" } } }).values;
  await withDatabase(config, async (db) => {
    const change = revoke ? revokeAllSigningKeys : rotateSigningKeys;
    const id = await change(db, config.KEY_SECRET);
    console.log(`Tokens are signed with key ${id} from now on.`);
    if (revoke) console.log("Every earlier token is refused from now on.");
  });
};
