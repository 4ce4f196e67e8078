import { notifyOfNewItems } from "../sharing/new-today.ts";
import { type Command, withDatabase } from "./command.ts";

/** Runs the market's 18:00 job. */
export const newToday: Command = (config) =>
  withDatabase(config, async (db) => {
    const { items, moderators } = await db.transaction((transaction) =>
      notifyOfNewItems({ config }, transaction),
    );
    const recipients =
      moderators === 0
        ? "No moderator is notified."
        : `Registered moderators: ${moderators}. Each is notified once a day, unless they have turned it off.`;
    console.log(`${items} new ${items === 1 ? "item" : "items"} today. ${recipients}`);
  });
