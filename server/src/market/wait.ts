import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Config } from "../config/config.ts";
import { openDatabase } from "../db/database.ts";
import { findEmbeddedDatabase } from "../db/postgres/embedded.ts";
import { readKey } from "../db/secrets.ts";
import type { RequestEcho } from "../operations/request-echo.routes.ts";
import { build } from "../operations/version.ts";
import { type Command, UsageError } from "./command.ts";
import { ownAddress, postRequestEcho } from "./doctor/request-echo.ts";

/** Milliseconds. */
const pause = 500;

/** Waits until the running market is of the same release as this command. */
export const wait: Command = async (config, args) => {
  const { values } = parseArgs({ args, options: { seconds: { type: "string", default: "120" } } });
  if (!/^\d{1,6}$/.test(values.seconds))
    throw new UsageError("wait takes --seconds with a whole number");
  const end = performance.now() + Number(values.seconds) * 1_000;
  for (let seen = "nothing"; ; await sleep(pause)) {
    seen = await findBuild(config).catch(() => "nothing");
    if (seen === build) return console.log(`${build} answers.`);
    if (performance.now() > end)
      throw new UsageError(
        `${build} does not answer at ${config.PUBLIC_ORIGIN} within ${values.seconds} s; ${seen} does.`,
      );
  }
};

/** Finds which release answers, at the own address or, where a socket unit names another one, at the public one. */
async function findBuild(config: Config): Promise<string> {
  const key = await readApplicationKey(config);
  let seen = "nothing";
  for (const base of [ownAddress(config), config.PUBLIC_ORIGIN]) {
    const reply = await postRequestEcho(base, key, Buffer.alloc(0)).catch(() => undefined);
    if (reply?.status !== 200) continue;
    seen = (JSON.parse(reply.text) as Partial<RequestEcho>).build ?? "an older release";
    if (seen === build) return seen;
  }
  return seen;
}

async function readApplicationKey(config: Config): Promise<Buffer> {
  const url = config.DATABASE_SESSION_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  if (!url) throw new Error("The embedded database is not running");
  const db = openDatabase(url, () => {}, { size: 1 });
  try {
    const key = await readKey(db, "application_key", config.KEY_SECRET);
    if (key === undefined) throw new Error("The market has not been started yet");
    return key;
  } finally {
    await db.close();
  }
}
