import { marketCommand } from "../config/command-name.ts";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { access, constants, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs, parseEnv } from "node:util";
import { BackupStore } from "../backup/backup-store.ts";
import { BackupFault } from "../backup/fault.ts";
import { loadConfig, plainHttpFault } from "../config/config.ts";
import { describeAddress } from "../config/settings-in-force.ts";
import { settings, type SettingName } from "../config/settings.ts";
import { UsageError } from "./command.ts";

/** The backup folder of install.md; empty if this account cannot write there, and then no backup is made. */
const defaultFolder = await access("/var/backups/market", constants.W_OK).then(
  () => "/var/backups/market",
  () => "",
);

type Question = {
  name: SettingName;
  prompt: string;
  /** The value that an empty answer accepts. */
  offered?: string;
  isHidden?: boolean;
};

/** Settings that production needs, in the order of the prompts. */
const questions: Question[] = [
  {
    name: "PUBLIC_ORIGIN",
    prompt: "Where will students open the market (https://market.college.edu)?",
  },
  { name: "OIDC_ISSUER", prompt: "Who signs them in?", offered: "https://accounts.google.com" },
  { name: "OIDC_NAME", prompt: "What do students call it?", offered: "Google" },
  { name: "OIDC_CLIENT_ID", prompt: "Client id, from its console?" },
  {
    name: "OIDC_CLIENT_SECRET",
    prompt: "Client secret (what you type is not shown)?",
    isHidden: true,
  },
  { name: "COLLEGE_EMAIL_SUFFIX", prompt: "Which email addresses may log in (@college.edu)?" },
  { name: "CONTACT_EMAIL", prompt: "Which address answers students?" },
  {
    name: "MODERATOR_EMAILS",
    prompt:
      "Who decides about reports? The email addresses with which they log in, separated by commas (empty for none yet)?",
    offered: "",
  },
  { name: "CAMPUS_NAME", prompt: "What is the campus called on the screens?", offered: "CGU" },
  {
    name: "CART_CURRENCY_SYMBOL",
    prompt: "Which currency sign does the cart have? All other pages have ₹.",
    offered: "₹",
  },
  { name: "TRUSTED_PROXIES", prompt: "How many proxies stand in front?", offered: "1" },
  {
    name: "SMTP_URL",
    prompt: "Mail server, smtp://user:password@host:587 (empty for none)?",
    offered: "",
  },
  {
    name: "DATABASE_URL",
    prompt: "Address of a PostgreSQL (empty for the embedded one)?",
    offered: "",
  },
  {
    name: "BACKUP_TO",
    prompt: "Where do nightly backups go, a folder on another disk or s3://…?",
    offered: defaultFolder,
  },
];

/** Folders that the units hide (`ProtectHome`, `PrivateTmp`), and names that need escaping in a unit. */
const hidden = /^\/(home|root|run\/user|tmp|var\/tmp)(\/|$)|[^\w./-]/;

const names = Object.keys(settings) as SettingName[];
const flagOf = (name: SettingName) => name.toLowerCase().replaceAll("_", "-");

/** Settings that pass all checks, in place of those that are prompted for later. */
const placeholders = {
  PUBLIC_ORIGIN: "https://market.example",
  OIDC_ISSUER: "https://provider.example",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "secret",
  COLLEGE_EMAIL_SUFFIX: "@market.example",
  CONTACT_EMAIL: "help@market.example",
  KEY_SECRET: "secret",
};

/** Characters; anyone with a backup could guess a shorter secret. */
const shortestSecret = 16;

/** Writes `.env` for production from flags (`--public-origin …`, any setting) and from answers to prompts. */
export async function setup(args: string[]): Promise<void> {
  const path = resolve(".env");
  if (existsSync(path))
    throw new UsageError(`${path} is there already: change it by hand, or move it away first.`);
  await access(dirname(path), constants.W_OK).catch(() => {
    throw new UsageError(`This account may not write to ${dirname(path)}.`);
  });
  const values = readFlags(args);
  values.set("MODE", "production");
  // Before the prompts, so that no answer is lost to a wrong flag.
  loadConfig({ ...placeholders, ...Object.fromEntries(values) });
  // Generated here, so that the operator need not invent one.
  const ownSecret = values.get("KEY_SECRET");
  const hasOwnSecret = ownSecret !== undefined;
  if (hasOwnSecret && ownSecret.length < shortestSecret)
    throw new UsageError(
      `KEY_SECRET must have at least ${shortestSecret} characters, such as those of: openssl rand -base64 32. Nothing was written.`,
    );
  if (!hasOwnSecret) values.set("KEY_SECRET", randomBytes(32).toString("base64url"));
  const prompts = openPrompts();
  try {
    if (values.get("BACKUP_ENCRYPT") === "on" && !hasOwnSecret && !prompts.isTerminal)
      throw new UsageError(
        "--backup-encrypt on needs a terminal, to confirm that its KEY_SECRET is stored, or a secret that you have stored already: --key-secret. Nothing was written.",
      );
    await askFor(values, prompts);
    if (!(hasOwnSecret && values.has("BACKUP_ENCRYPT"))) await offerEncryption(values, prompts);
  } finally {
    prompts.close();
  }
  loadConfig(Object.fromEntries(values));
  await write(path, values);
  console.log(
    [
      `${path} is written; only this account can read it.`,
      "Keep a copy of it on another computer: without its KEY_SECRET a backup brings back no sign-in.",
      `Register this redirect URI at the provider: ${values.get("PUBLIC_ORIGIN")}/api/auth/callback`,
      `Then start the market, and check it: ${marketCommand} doctor`,
    ].join("\n"),
  );
}

function readFlags(args: string[]): Map<SettingName, string> {
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
    values.set(name, asRead(name, value));
  }
  return values;
}

type Prompts = {
  isTerminal: boolean;
  /** @returns undefined after the last line of a file */
  ask(prompt: string, isHidden?: boolean): Promise<string | undefined>;
  close(): void;
};

function openPrompts(): Prompts {
  const isTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);
  let isHidden = false;
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({
    input: process.stdin,
    output: Object.assign(screen, { columns: process.stdout.columns }),
    terminal: isTerminal,
    // The arrow keys must not show the secret again.
    historySize: 0,
  });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    isTerminal,
    async ask(prompt, hide = false) {
      // Only for a terminal: after the last line of a file the interface is closed.
      if (isTerminal) {
        terminal.setPrompt(`${prompt} `);
        terminal.prompt();
      } else process.stdout.write(`${prompt} `);
      isHidden = hide;
      const line = await lines.next();
      isHidden = false;
      if (hide && isTerminal) process.stdout.write("\n");
      if (line.done && isTerminal) throw new UsageError("\nNothing was written.");
      return line.done ? undefined : String(line.value).trim();
    },
    close: () => terminal.close(),
  };
}

async function askFor(values: Map<SettingName, string>, { ask }: Prompts): Promise<void> {
  const open = questions.filter(({ name }) => !values.has(name));
  for (const { name, prompt, offered, isHidden } of open) {
    while (!values.has(name)) {
      const line = await ask(`${prompt}${offered ? ` [${offered}]` : ""}`, isHidden);
      if (line === undefined && offered === undefined)
        throw new UsageError(
          `\nStill to be set: ${open
            .filter((each) => each.offered === undefined && !values.has(each.name))
            .map((each) => `--${flagOf(each.name)}`)
            .join(" ")}`,
        );
      const answer = line || offered;
      const fault = answer === undefined ? "is needed" : faultOf(name, answer);
      if (fault === undefined) values.set(name, asRead(name, answer ?? ""));
      else console.log(`${name} ${fault}`);
    }
  }
}

/** Turns encryption on once the operator has proved to have stored the secret, without which such a backup is lost. */
async function offerEncryption(
  values: Map<SettingName, string>,
  { isTerminal, ask }: Prompts,
): Promise<void> {
  const [to, secret = ""] = [values.get("BACKUP_TO"), values.get("KEY_SECRET")];
  const isDemanded = values.get("BACKUP_ENCRYPT") === "on";
  if (values.get("BACKUP_ENCRYPT") === "off" || !(to || isDemanded)) return;
  values.delete("BACKUP_ENCRYPT");
  if (to && (await hasBackups(to))) {
    console.log(`The backups in ${describeAddress(to)} stay as they are, encrypted or not.`);
    if (isDemanded)
      throw new UsageError(
        "--backup-encrypt on needs a folder that has no backups. Nothing was written.",
      );
    return;
  }
  // The secret is shown on a terminal only: elsewhere it would be logged.
  if (!isTerminal)
    return console.log("Backups will not be encrypted: turning that on needs a terminal.");
  const answer = isDemanded
    ? "yes"
    : await ask("Encrypt the backups, so that nobody who gets hold of them can read them? [yes]");
  if (answer !== undefined && /^(y(es)?)?$/i.test(answer)) {
    console.log(
      `Without this line nobody can read them, you included. Keep it outside this server, on paper or in a password manager:\n\n  KEY_SECRET=${secret}\n`,
    );
    for (;;) {
      const typed = await ask(
        `Its last four characters, from your copy (empty ${isDemanded ? "to stop" : "for no encryption"})?`,
      );
      if (!typed && isDemanded) throw new UsageError("Nothing was written.");
      if (!typed) break;
      if (typed === secret.slice(-4)) {
        values.set("BACKUP_ENCRYPT", "on");
        return;
      }
      console.log("Those are not its last four characters.");
    }
  }
  console.log("Backups will not be encrypted.");
}

/** Whether there are backups that another setting must not change. A place that cannot be read has none yet. */
async function hasBackups(to: string): Promise<boolean> {
  try {
    const backupStore = await BackupStore.open(to, {});
    return (await backupStore.backups()).length > 0;
  } catch (error) {
    // Backups that are encrypted need their own secret.
    return error instanceof BackupFault && error.message.includes("encrypted under another");
  }
}

function faultOf(name: SettingName, value: string): string | undefined {
  const { error } = settings[name].safeParse(value === "" ? undefined : value);
  if (error) return error.issues[0]?.message;
  if (name === "BACKUP_TO" && value.startsWith("/") && hidden.test(value))
    return "must be a folder that a service sees: none below /home, /root, /run/user or a /tmp, and without spaces";
  const plain = plainHttpFault(name, value);
  if (plain !== undefined) return plain;
  const isUnchanged = parseEnv(lineOf(name, value))[name] === value;
  return isUnchanged ? undefined : "must be one line without quotation marks";
}

/** The value as the market reads it, such as an address without a trailing slash. */
function asRead(name: SettingName, value: string): string {
  const { data } = settings[name].safeParse(value === "" ? undefined : value);
  return typeof data === "string" && value !== "" ? data : value;
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
