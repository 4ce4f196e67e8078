import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { describeCause } from "../config/cause.ts";
import { marketCommand } from "../config/command-name.ts";
import { type Config, ConfigError } from "../config/config.ts";
import { configWarnings, readSettings } from "../config/environment-file.ts";
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
  const config = examineSettings(print);
  if (config !== undefined) {
    let applicationKey: Buffer | undefined;
    let isUsable = true;
    const examinations: [part: string, examine: () => Promise<Finding[]>][] = [
      [
        "Database",
        async () => {
          const found = await examineDatabase(config);
          ({ applicationKey } = found);
          return found.findings;
        },
      ],
      ["Provider", () => examineProvider(config)],
      ["Photos", () => examineStorage(config)],
      ["Disk", () => examineDisk(config)],
      [
        "Backup",
        async () => {
          const found = await examineBackups(config);
          ({ isUsable } = found);
          return found.findings;
        },
      ],
      ["Backup", () => examineService(config, applicationKey, isUsable)],
      ["Mail", () => examineMail(config)],
      ["Push", () => examinePush(config)],
      ["Address", () => examineOrigin(config, { applicationKey, httpPort })],
    ];
    for (const [part, examine] of examinations)
      print(await examine().catch((error: unknown) => [interrupted(part, error)]));
  }
  console.log(broken === 0 ? "Nothing to fix." : `To fix: ${broken}`);
  if (broken > 0) process.exitCode = 1;
}

/** The finding for a check that was interrupted, as by a restart of the market. */
const interrupted = (part: string, error: unknown): Finding =>
  fix(
    part,
    `It could not be checked completely: ${describeCause(error)}`,
    `If the market is restarting, wait until it answers; then: ${marketCommand} doctor`,
  );

async function examineBackups(config: Config): ReturnType<typeof examineBackup> {
  const url = config.DATABASE_SESSION_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  if (!url) return examineBackup(config, undefined);
  const db = openDatabase(url, () => {}, { size: 1 });
  try {
    return await examineBackup(config, db);
  } finally {
    await db.close();
  }
}

function examineSettings(print: (findings: Finding[]) => void): Config | undefined {
  try {
    const { file, config } = readSettings();
    print([
      file
        ? ok("Settings", `${file.path} was read; ${config.mode} mode at ${config.PUBLIC_ORIGIN}`)
        : note(
            "Settings",
            `There is no ${resolve(".env")}; ${config.mode} mode at ${config.PUBLIC_ORIGIN}`,
          ),
      ...configWarnings(file, config).map((warning) => note("Settings", warning)),
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
