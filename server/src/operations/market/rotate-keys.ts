import { rotateSigningKeys } from "../../identity/keys.ts";
import { type Command, withDatabase } from "./command.ts";

export const rotateKeys: Command = (config) =>
  withDatabase(config, async (db) => {
    const id = await rotateSigningKeys(db, config.KEY_SECRET);
    console.log(`Tokens are signed with key ${id} from now on.`);
  });
