import { isRelease, marketCommand } from "../config/command-name.ts";
import { ConfigError } from "../config/config.ts";
import { readSettings } from "../config/environment-file.ts";
import { changeIssuer } from "./change-issuer.ts";
import { checkConfig } from "./check-config.ts";
import { type Command, UsageError } from "./command.ts";
import { doctor } from "./doctor.ts";
import { setup } from "./setup.ts";
import { demo } from "./demo.ts";
import { clock } from "./clock.ts";
import { cases, decide } from "./cases.ts";
import { backup, moveTo, restore, verify } from "./backup.ts";
import { hide, remove, show } from "./listings.ts";
import { reinstate } from "./reinstate.ts";
import { relink } from "./relink.ts";
import { reencrypt } from "./reencrypt.ts";
import { resetDemo } from "./reset-demo.ts";
import { keySecret } from "./key-secret.ts";
import { newToday } from "./new-today.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { status } from "./status.ts";
import { suspend } from "./suspend.ts";
import { token } from "./token.ts";
import { endSessions } from "./end-sessions.ts";
import { whoSaw } from "./who-saw.ts";
import { upgrade } from "./upgrade.ts";
import { wait } from "./wait.ts";
import { views } from "./views.ts";
import { distance } from "../search/corrections.ts";

const ofLauncher = `  start                          start the market in this terminal; systemd runs it as a service
  allow-backup                   let the services write to the folder of BACKUP_TO (root)
  version                        print the version of this release
`;

const usage = `${marketCommand} <command>

${isRelease ? ofLauncher : ""}\
  token --email <address>        print a token for a student (trial mode)
  demo --listings <number>       fill the database with many listings, for measuring (trial mode)
  reset-demo                     remove the trial mode's accounts, so that production accepts the database
  views [--days 7]               print the page views
  suspend --email <address> --reason "<why>" [--days 7]
                                 end a student's sessions and hide the listings everywhere; logging in
                                 then leads to the reason and an appeal
  reinstate --email <address>    end a suspension; listings come back as they were
  hide --item <address or id> --note "<why>"
                                 hide a listing from all users but its owner
  show --item <address or id>    show a hidden listing again
  remove --item <address or id> --note "<why>"
                                 remove a listing and its photos for good
  cases                          list the open cases, due first
  decide --case <id> --action dismiss|hide|remove|warn|suspend --note "<why>" [--days 7]
                                 decide a case
  new-today                      notify the moderators of today's new items, as the market does at 18:00
  relink --email <address> [--days 7]
                                 let the next verified sign-in with this address take the account over, once
  change-issuer --from <issuer> --to <issuer> [--days 30] [--dry-run] [--close]
                                 the same for every account of the old provider, after a change of provider;
                                 --dry-run only counts, --close ends it early
  key-secret                     add a KEY_SECRET to .env if there is none
  reencrypt                      encrypt the application key under the present KEY_SECRET; the old one is read
                                 from standard input
  rotate-keys [--revoke | --application]
                                 sign tokens with a new key from now on; old tokens stay valid, with --revoke
                                 they are refused immediately; --application replaces the key of links and
                                 receipts instead, and old ones stay valid for 30 days
  end-sessions --all             sign all users out
  who-saw --email <address>      print who has viewed whose number, as far as it is stored
  clock [--accept]               compare the clocks; --accept lets clock jobs run again after a jump of the
                                 database's clock
  check-config                   check the settings and print their mode
  backup [--to <folder or s3://…>]
                                 back up database and photos while the market runs
  verify-backup [<folder>]       read every byte of the backups there
  restore --from <folder> [--at <time>] [--keep-sessions]
                                 restore the newest backup, or that of a time, into an empty database
  move-to <postgresql://…>       move the embedded database to a server of its own
  setup [--public-origin https://market.college.edu …]
                                 ask for the production settings and write them to .env
  status                         print the state, today's statistics and those of 30 days
  upgrade <archive> [--ignore-doctor] [--without-backup] [--restart <command>] [--seconds 600]
                                 install a release: checksum, doctor, backup, restart; go back if it does not answer
  wait [--seconds 120]           wait until the market of this release answers
  doctor [--http-port 80]        check everything the market needs, and suggest fixes
`;

const commands: Record<string, Command> = {
  status,
  token,
  demo,
  "reset-demo": resetDemo,
  views,
  suspend,
  reinstate,
  hide,
  backup,
  "verify-backup": verify,
  "move-to": moveTo,
  restore,
  show,
  remove,
  cases,
  decide,
  "new-today": newToday,
  relink,
  "change-issuer": changeIssuer,
  reencrypt,
  "key-secret": keySecret,
  "rotate-keys": rotateKeys,
  "end-sessions": endSessions,
  "who-saw": whoSaw,
  "check-config": checkConfig,
  wait,
  clock,
};

/** Commands that run without valid settings. */
const withoutSettings: Record<string, (args: string[]) => Promise<void>> = {
  doctor,
  setup,
  upgrade,
};

const help = new Set(["", "help", "--help", "-h"]);

/** Runs a command, and prints its error in one sentence. */
export async function runCommand([name = "", ...args]: readonly string[]): Promise<void> {
  try {
    if (help.has(name)) return console.log(usage);
    const first = withoutSettings[name];
    const command = commands[name];
    if (first === undefined && command === undefined) throw new UsageError(unknown(name));
    if (args.includes("--help") || args.includes("-h")) return console.log(helpOf(name));
    if (first) return await first(args);
    const { config, file } = readSettings();
    await command?.(config, args, file);
  } catch (error) {
    const isKnown =
      error instanceof UsageError || error instanceof ConfigError || isWrongFlag(error);
    console.error(isKnown ? error.message : error);
    process.exitCode = 1;
  }
}

function helpOf(name: string): string {
  const parts = usage.split(/^ {2}(?=[a-z])/m);
  return `${marketCommand} ${parts.find((part) => part.startsWith(`${name} `))?.trimEnd()}`;
}

function unknown(name: string): string {
  const known = [...usage.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, each = ""]) => each);
  const [nearest] = known
    .map((each) => ({ each, typos: distance(name, each).whole }))
    .toSorted((one, other) => one.typos - other.typos);
  const isNear = nearest !== undefined && nearest.typos <= Math.max(1, nearest.each.length / 3);
  return `There is no command ${JSON.stringify(name)}.${isNear ? ` Did you mean ${nearest.each}?` : ""} All commands: ${marketCommand} --help`;
}

function isWrongFlag(error: unknown): error is Error {
  return (
    error instanceof TypeError && String(Reflect.get(error, "code")).startsWith("ERR_PARSE_ARGS")
  );
}
