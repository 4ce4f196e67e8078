import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, ConfigError, loadConfig } from "../config/config.ts";
import { configWarnings, readEnvironmentFile } from "../config/environment-file.ts";
import { openDatabase } from "../db/database.ts";
import { findEmbeddedDatabase } from "../db/postgres/embedded.ts";
import { examineBackup, examineService } from "./doctor/backup.ts";
import { examineDatabase } from "./doctor/database.ts";
import { type Finding, fix, note, ok } from "./doctor/finding.ts";
import { examineMail } from "./doctor/mail.ts";
import { examineOrigin } from "./doctor/origin.ts";
import { examinePush } from "./doctor/push.ts";
import { examineProvider } from "./doctor/provider.ts";
import { examineDisk, examineStorage } from "./doctor/storage.ts";
import { UsageError } from "./command.ts";

const words: Record<Finding["state"], string> = { ok: "ok  ", fix: "FIX ", note: "note" };

/** Checks everything that a market needs and prints one line each; a fault comes with its fix. */
export async function doctor(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { "http-port": { type: "string" } } });
  const httpPort = readPort(values["http-port"]);
  let broken = 0;
  const print = (findings: Finding[]) => {
    for (const { part, state, text } of findings) {
      if (state === "fix") broken += 1;
      console.log(`${words[state]}  ${part}: ${text}`);
    }
  };
  print([ok("Node", process.version)]);
  const config = readSettings(print);
  if (config !== undefined) {
    const { findings, applicationKey } = await examineDatabase(config);
    print(findings);
    print(await examineProvider(config));
    print(await examineStorage(config));
    print(await examineDisk(config));
    print(await backupFindings(config));
    print(await examineService(config, applicationKey));
    print(await examineMail(config));
    print(await examinePush(config));
    print(await examineOrigin(config, { applicationKey, httpPort }));
  }
  console.log(broken === 0 ? "Nothing to fix." : `To fix: ${broken}`);
  if (broken > 0) process.exitCode = 1;
}

async function backupFindings(config: Config): Promise<Finding[]> {
  const url = config.DATABASE_SESSION_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  if (!url) return examineBackup(config, undefined);
  const db = openDatabase(url, () => {}, { size: 1 });
  try {
    return await examineBackup(config, db);
  } finally {
    await db.close();
  }
}

function readSettings(print: (findings: Finding[]) => void): Config | undefined {
  try {
    const file = readEnvironmentFile();
    const config = loadConfig();
    print([
      file
        ? ok("Settings", `${file.path} was read; ${config.mode} mode at ${config.PUBLIC_ORIGIN}`)
        : note(
            "Settings",
            `There is no ${resolve(".env")}; ${config.mode} mode at ${config.PUBLIC_ORIGIN}`,
          ),
      ...configWarnings(file).map((warning) => note("Settings", warning)),
    ]);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const how = "Correct it in .env or the environment; .env.example lists every setting";
    print(error.faults.map((fault) => fix("Settings", fault, how)));
    return undefined;
  }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new UsageError("doctor takes --http-port with a number");
  return Number(text);
}
