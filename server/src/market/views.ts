import { dateOf } from "@market/contract/dates";
import { parseArgs } from "node:util";
import { describeViews } from "../analytics/report.ts";
import { selectViewSums } from "../analytics/views.sql.ts";
import { goneContacts } from "@market/contract/operations/messages";
import { selectWeeks } from "../statistics/daily-statistics.sql.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

export const views: Command = async (config, args) => {
  const { values } = parseArgs({ args, options: { days: { type: "string", default: "7" } } });
  const days = Number(values.days);
  if (!Number.isInteger(days) || days < 1)
    throw new UsageError("views takes --days with a whole number");
  await withDatabase(config, async (db) => {
    console.log(describeViews(await selectViewSums(db, days), days));
    console.log("");
    for (const { week, value } of await selectWeeks(db, "gone-contacts", days))
      console.log(goneContacts(dateOf(week), value));
  });
};
