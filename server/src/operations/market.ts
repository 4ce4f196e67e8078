import { parseArgs } from "node:util";
import { describeViews } from "../analytics/report.ts";
import { selectViewSums } from "../analytics/views.sql.ts";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { type EnvironmentFile, readEnvironmentFile } from "../config/environment-file.ts";
import { rotateSigningKeys } from "../identity/keys.ts";
import { createLog } from "../log.ts";
import { openDatabaseOnly } from "../parts.ts";
import { deleteDemoData, holdsDemoData } from "./demo-mark.sql.ts";
import { productionInDatabase } from "./production-mark.ts";
import { checkConfig } from "./check-config.ts";

const usage = `npm run market -- <command>

  token --email <address>        print a token for a student (trial mode)
  demo --listings <number>       fill the database with many listings, for measuring (trial mode)
  reset-demo                     empty a database that held demo data, so that production accepts it
  views [--days 7]               print how often the pages were looked at
  rotate-keys                    sign tokens with a new key from now on; old tokens stay valid
  check-config                   check the settings and say what mode they make
`;

class UsageError extends Error {}

type Command = (config: Config, args: string[]) => Promise<void>;

const commands: Record<string, Command> = {
  async token(config, args) {
    requireTrial(config);
    const { values } = parseArgs({ args, options: { email: { type: "string" } } });
    if (!values.email) throw new UsageError("token needs --email");
    const { email } = values;
    const { issueDevelopmentToken } = await import("../development/token.ts");
    await withDatabase(config, async (db) => {
      console.log(await issueDevelopmentToken({ config, db, email }));
    });
  },

  async demo(config, args) {
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
  },

  async "reset-demo"(config) {
    await withDatabase(config, async (db) => {
      if (!(await holdsDemoData(db)))
        throw new UsageError("This database holds no demo data; nothing was changed.");
      await deleteDemoData(db);
      console.log("The demo data is gone. Photos of it are swept within a day.");
    });
  },

  async views(config, args) {
    const { values } = parseArgs({ args, options: { days: { type: "string", default: "7" } } });
    const days = Number(values.days);
    if (!Number.isInteger(days) || days < 1)
      throw new UsageError("views takes --days with a whole number");
    await withDatabase(config, async (db) => {
      console.log(describeViews(await selectViewSums(db, days), days));
    });
  },

  async "rotate-keys"(config) {
    await withDatabase(config, async (db) => {
      console.log(
        `Tokens are signed with key ${await rotateSigningKeys(db, config.KEY_SECRET)} from now on.`,
      );
    });
  },

  "check-config": (config) => checkConfig(config, file),
};

async function withDatabase(
  config: Config,
  work: (db: Awaited<ReturnType<typeof openDatabaseOnly>>["db"]) => Promise<void>,
) {
  const { db, close } = await openDatabaseOnly(config, createLog("warn"));
  try {
    const reason = config.mode === "trial" ? await productionInDatabase(db) : undefined;
    if (reason !== undefined) throw new UsageError(reason);
    await work(db);
  } finally {
    await close();
  }
}

function requireTrial(config: Config): void {
  if (config.mode !== "trial") throw new UsageError("This command exists in trial mode only.");
}

const [name = "", ...args] = process.argv.slice(2);
let file: EnvironmentFile | undefined;
try {
  file = readEnvironmentFile();
  const command = commands[name];
  if (command === undefined) throw new UsageError(usage);
  await command(loadConfig(), args);
} catch (error) {
  console.error(
    error instanceof UsageError || error instanceof ConfigError ? error.message : error,
  );
  process.exitCode = 1;
}
