import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, ConfigError, loadConfig } from "../config/config.ts";
import { doubts, readEnvironmentFile } from "../config/environment-file.ts";
import { openDatabase } from "../db/database.ts";
import { findEmbeddedDatabase } from "../db/postgres/embedded.ts";
import { examineBackup, examineService } from "./doctor/backup.ts";
import { examineDatabase } from "./doctor/database.ts";
import { type Finding, mend, note, ok } from "./doctor/finding.ts";
import { examineMail } from "./doctor/mail.ts";
import { examineOrigin } from "./doctor/origin.ts";
import { examinePush } from "./doctor/push.ts";
import { examineProvider } from "./doctor/provider.ts";
import { examineDisk, examineStorage } from "./doctor/storage.ts";
import { UsageError } from "./command.ts";

const words: Record<Finding["state"], string> = { ok: "ok  ", mend: "MEND", note: "note" };

/** One line for everything that a market needs; what must be mended comes with how. */
export async function doctor(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { "http-port": { type: "string" } } });
  const httpPort = readPort(values["http-port"]);
  let broken = 0;
  const tell = (findings: Finding[]) => {
    for (const { part, state, text } of findings) {
      if (state === "mend") broken += 1;
      console.log(`${words[state]}  ${part}: ${text}`);
    }
  };
  tell([ok("Node", process.version)]);
  const config = readSettings(tell);
  if (config !== undefined) {
    const { findings, applicationKey } = await examineDatabase(config);
    tell(findings);
    tell(await examineProvider(config));
    tell(await examineStorage(config));
    tell(await examineDisk(config));
    tell(await backupFindings(config));
    tell(await examineService(config, applicationKey));
    tell(await examineMail(config));
    tell(await examinePush(config));
    tell(await examineOrigin(config, { applicationKey, httpPort }));
  }
  console.log(broken === 0 ? "Nothing must be mended." : `To mend: ${broken}`);
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

function readSettings(tell: (findings: Finding[]) => void): Config | undefined {
  try {
    const file = readEnvironmentFile();
    const config = loadConfig();
    tell([
      file
        ? ok("Settings", `${file.path} was read; ${config.mode} mode at ${config.PUBLIC_ORIGIN}`)
        : note(
            "Settings",
            `There is no ${resolve(".env")}; ${config.mode} mode at ${config.PUBLIC_ORIGIN}`,
          ),
      ...doubts(file).map((doubt) => note("Settings", doubt)),
    ]);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const how = "Correct it in .env or the environment; .env.example lists every setting";
    tell(error.faults.map((fault) => mend("Settings", fault, how)));
    return undefined;
  }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new UsageError("doctor takes --http-port with a number");
  return Number(text);
}
