import { parseArgs } from "node:util";
import { selectWhoSaw } from "../deals/reveals.sql.ts";
import { hasAccount } from "../identity/identities.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

/** Prints who viewed whose number, to notify students after a breach. */
export const whoSaw: Command = async (config, args) => {
  const { email } = parseArgs({ args, options: { email: { type: "string" } } }).values;
  if (!email) throw new UsageError("who-saw needs --email");
  await withDatabase(config, async (db) => {
    const rows = await selectWhoSaw(db, email.toLowerCase());
    if (rows.length === 0 && !(await hasAccount(db, email.toLowerCase())))
      throw new UsageError(`No account has ${email}.`);
    for (const { day, viewer, seller, productId } of rows)
      console.log(`${day}  ${viewer} saw the number of ${seller}  (listing ${productId})`);
    console.log(rows.length === 1 ? "1 contact" : `${rows.length} contacts`);
  });
};
