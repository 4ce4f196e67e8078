import { marketCommand } from "../config/command-name.ts";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { access, constants, open } from "node:fs/promises";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs, parseEnv } from "node:util";
import { loadConfig } from "../config/config.ts";
import { settings, type SettingName } from "../config/settings.ts";
import { UsageError } from "./command.ts";

/** The backup folder of install.md; empty if this account cannot write there, and then no backup is made. */
const defaultFolder = await access("/var/backups/market", constants.W_OK).then(
  () => "/var/backups/market",
  () => "",
);

/** Settings that production needs, in the order of the prompts; an empty answer accepts the default. */
const questions: [SettingName, prompt: string, offered?: string][] = [
  ["PUBLIC_ORIGIN", "Where will students open the market (https://market.college.edu)?"],
  ["OIDC_ISSUER", "Who signs them in?", "https://accounts.google.com"],
  ["OIDC_NAME", "What do students call it?", "Google"],
  ["OIDC_CLIENT_ID", "Client id, from its console?"],
  ["OIDC_CLIENT_SECRET", "Client secret?"],
  ["COLLEGE_EMAIL_SUFFIX", "Which e-mail addresses may sign in (@college.edu)?"],
  ["CONTACT_EMAIL", "Which address answers students?"],
  ["CAMPUS_NAME", "What is the campus called on the screens?", "CGU"],
  ["CART_CURRENCY_SYMBOL", "Currency sign of the cart?", "$"],
  ["TRUSTED_PROXIES", "How many proxies stand in front?", "1"],
  ["SMTP_URL", "Mail server, smtp://user:password@host:587 (empty for none)?", ""],
  ["DATABASE_URL", "Address of a PostgreSQL (empty for the embedded one)?", ""],
  ["BACKUP_TO", "Where do nightly backups go, a folder on another disk or s3://…?", defaultFolder],
];

/** Folders that the units hide (`ProtectHome`, `PrivateTmp`), and names that need escaping in a unit. */
const hidden = /^\/(home|root|run\/user|tmp|var\/tmp)(\/|$)|[^\w./-]/;

const names = Object.keys(settings) as SettingName[];
const flagOf = (name: SettingName) => name.toLowerCase().replaceAll("_", "-");

/** Writes `.env` for production from flags (`--public-origin …`, any setting) and from answers to prompts. */
export async function setup(args: string[]): Promise<void> {
  const path = resolve(".env");
  if (existsSync(path))
    throw new UsageError(`${path} is there already: change it by hand, or move it away first.`);
  const options = Object.fromEntries(names.map((name) => [flagOf(name), { type: "string" }])) as {
    [flag: string]: { type: "string" };
  };
  const given = parseArgs({ args, options }).values;
  const values = new Map<SettingName, string>();
  for (const name of names) {
    const value = given[flagOf(name)];
    if (typeof value !== "string") continue;
    const fault = faultOf(name, value);
    if (fault !== undefined) throw new UsageError(`${name} ${fault}`);
    values.set(name, value);
  }
  await askFor(values);
  values.set("MODE", "production");
  // Generated here, so that the operator need not invent one.
  if (!values.has("KEY_SECRET")) values.set("KEY_SECRET", randomBytes(32).toString("base64url"));
  loadConfig(Object.fromEntries(values));
  await write(path, values);
  console.log(
    [
      `${path} is written; only this account can read it.`,
      "Keep a copy of it on another computer: without its KEY_SECRET a backup brings back no sign-in.",
      `Tell the provider where to send students back: ${values.get("PUBLIC_ORIGIN")}/api/auth/callback`,
      `Then start the market, and look whether all is well: ${marketCommand} doctor`,
    ].join("\n"),
  );
}

async function askFor(values: Map<SettingName, string>): Promise<void> {
  const open = questions.filter(([name]) => !values.has(name));
  if (open.length === 0) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  try {
    for (const [name, prompt, offered] of open) {
      for (;;) {
        process.stdout.write(`${prompt}${offered ? ` [${offered}]` : ""} `);
        const line = await lines.next();
        if (line.done && offered === undefined)
          throw new UsageError(
            `\nStill to be said: ${open
              .filter(([each, , offer]) => offer === undefined && !values.has(each))
              .map(([each]) => `--${flagOf(each)}`)
              .join(" ")}`,
          );
        const answer = (line.done ? "" : String(line.value).trim()) || offered;
        const fault = answer === undefined ? "is needed" : faultOf(name, answer);
        if (fault === undefined) {
          values.set(name, answer ?? "");
          break;
        }
        console.log(`${name} ${fault}`);
      }
    }
  } finally {
    terminal.close();
  }
}

function faultOf(name: SettingName, value: string): string | undefined {
  const { error } = settings[name].safeParse(value === "" ? undefined : value);
  if (error) return error.issues[0]?.message;
  if (name === "BACKUP_TO" && value.startsWith("/") && hidden.test(value))
    return "must be a folder that a service sees: none below /home, /root, /run/user or a /tmp, and without spaces";
  const isUnchanged = parseEnv(lineOf(name, value))[name] === value;
  return isUnchanged ? undefined : "must be one line without quotation marks";
}

const lineOf = (name: SettingName, value: string) =>
  /["\\]/.test(value) ? `${name}='${value}'\n` : `${name}="${value}"\n`;

async function write(path: string, values: Map<SettingName, string>): Promise<void> {
  const lines = names
    .filter((name) => (values.get(name) ?? "") !== "")
    .map((name) => `# ${settings[name].description}\n${lineOf(name, values.get(name) ?? "")}`);
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(lines.join("\n"));
    await file.sync();
  } finally {
    await file.close();
  }
}
