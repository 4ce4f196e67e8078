import { tellOfNewToday } from "../sharing/new-today.ts";
import { type Command, withDatabase } from "./command.ts";

/** Does what the market does by itself at 18:00. */
export const newToday: Command = (config) =>
  withDatabase(config, async (db) => {
    const { items, moderators } = await db.transaction((transaction) =>
      tellOfNewToday({ config }, transaction),
    );
    const found = `${items} new ${items === 1 ? "item" : "items"} today.`;
    console.log(
      moderators === 0
        ? `${found} No moderator is told.`
        : `${found} ${moderators === 1 ? "1 moderator is" : `${moderators} moderators are`} told, once a day.`,
    );
  });
