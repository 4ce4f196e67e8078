import { parseArgs } from "node:util";
import { hideProduct } from "../../moderation/moderation.sql.ts";
import { type Command, readItem, UsageError, withDatabase } from "./command.ts";

export const hide: Command = async (config, args) => {
  const options = { item: { type: "string" }, note: { type: "string" } } as const;
  const { item, note } = parseArgs({ args, options }).values;
  if (!item || !note?.trim()) throw new UsageError("hide needs --item and --note");
  const productId = readItem(item);
  await withDatabase(config, async (db) => {
    const isDone = await db.transaction((transaction) =>
      hideProduct(transaction, productId, note.trim()),
    );
    if (!isDone) throw new UsageError(`There is no listing ${productId}.`);
    console.log(`Listing ${productId} is hidden from everybody but its owner.`);
  });
};
