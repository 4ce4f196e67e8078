import { parseArgs } from "node:util";
import { type Command, requireTrial, UsageError, withDatabase } from "./command.ts";

export const demo: Command = async (config, args) => {
  requireTrial(config);
  const { values } = parseArgs({
    args,
    options: { listings: { type: "string" }, seed: { type: "string", default: "1" } },
  });
  const count = Number(values.listings);
  if (!Number.isInteger(count) || count < 1)
    throw new UsageError("demo needs --listings with a whole number");
  const { fillWithListings } = await import("../development/demo-bulk.ts");
  await withDatabase(config, (db) =>
    fillWithListings({ db, count, seed: Number(values.seed), log: console.log }),
  );
};
