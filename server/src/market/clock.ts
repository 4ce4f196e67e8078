import { parseArgs } from "node:util";
import { acceptClock, readClock } from "../operations/clock.ts";
import { type Command, withDatabase } from "./command.ts";

/** Compares this computer's clock with the database's, and accepts a jump of the latter. */
export const clock: Command = async (config, args) => {
  const { accept } = parseArgs({
    args,
    options: { accept: { type: "boolean", default: false } },
  }).values;
  await withDatabase(config, async (db) => {
    const { difference, jumped } = await readClock(db);
    const seconds = (number: number) => `${Math.round(Math.abs(number))} s`;
    console.log(
      `This computer's clock is ${seconds(difference)} ${difference > 0 ? "ahead of" : "behind"} the database's.`,
    );
    if (jumped === 0) return console.log("The database's clock has not jumped.");
    const what = `The database's clock jumped ${seconds(jumped)} ${jumped > 0 ? "ahead" : "back"}`;
    if (!accept) return console.log(`${what}: clock jobs are stopped until: clock --accept`);
    await acceptClock(db);
    console.log(`${what}. It is accepted, and clock jobs run again.`);
  });
};
