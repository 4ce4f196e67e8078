import { parseArgs } from "node:util";
import { restoreProduct } from "../../moderation/moderation.sql.ts";
import { type Command, readItem, UsageError, withDatabase } from "./command.ts";

export const restore: Command = async (config, args) => {
  const { item } = parseArgs({ args, options: { item: { type: "string" } } }).values;
  if (!item) throw new UsageError("restore needs --item");
  const productId = readItem(item);
  await withDatabase(config, async (db) => {
    const isDone = await db.transaction((transaction) => restoreProduct(transaction, productId));
    if (!isDone) throw new UsageError(`There is no hidden listing ${productId}.`);
    console.log(`Listing ${productId} is shown again.`);
  });
};
