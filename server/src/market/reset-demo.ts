import { deleteTrialData, holdsTrialData } from "../operations/production-mark.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";

export const resetDemo: Command = (config) =>
  withDatabase(config, async (db) => {
    if (!(await holdsTrialData(db)))
      throw new UsageError("This database holds nothing of the trial mode; nothing was changed.");
    await deleteTrialData(db);
    console.log(
      "The trial mode's accounts are gone, with their listings. Photos are swept within a day.",
    );
  });
