import { parseArgs } from "node:util";
import { measureListing } from "../moderation/measures.ts";
import { type Command, withModeration, readItem, UsageError } from "./command.ts";

type Action = Parameters<typeof measureListing>[2];

const done: Record<Action, string> = {
  hide: "is hidden from all users but its owner.",
  restore: "is shown again.",
  remove: "is removed for good, with its photos.",
};

const commandOf =
  (name: string, action: Action): Command =>
  async (config, args) => {
    const options = { item: { type: "string" }, note: { type: "string", default: "" } } as const;
    const { item, note } = parseArgs({ args, options }).values;
    const needsNote = action !== "restore";
    if (!item || (needsNote && !note.trim()))
      throw new UsageError(`${name} needs --item${needsNote ? " and --note" : ""}`);
    const productId = readItem(item);
    await withModeration(config, async (moderation) => {
      const id = await measureListing(moderation, "operator", action, productId, note.trim());
      if (id === undefined)
        throw new UsageError(
          `There is no ${action === "restore" ? "hidden " : ""}listing ${productId}.`,
        );
      return `Listing ${productId} ${done[action]}`;
    });
  };

export const hide = commandOf("hide", "hide");
export const show = commandOf("show", "restore");
export const remove = commandOf("remove", "remove");
