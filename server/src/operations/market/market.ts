import { ConfigError, loadConfig } from "../../config/config.ts";
import { readEnvironmentFile } from "../../config/environment-file.ts";
import { checkConfig } from "./check-config.ts";
import { type Command, UsageError } from "./command.ts";
import { demo } from "./demo.ts";
import { cases, decide } from "./cases.ts";
import { hide, remove, restore } from "./listings.ts";
import { reinstate } from "./reinstate.ts";
import { relink } from "./relink.ts";
import { reencrypt } from "./reencrypt.ts";
import { resetDemo } from "./reset-demo.ts";
import { rotateKeys } from "./rotate-keys.ts";
import { suspend } from "./suspend.ts";
import { token } from "./token.ts";
import { endSessions } from "./end-sessions.ts";
import { whoSaw } from "./who-saw.ts";
import { views } from "./views.ts";

const usage = `npm run market -- <command>

  token --email <address>        print a token for a student (trial mode)
  demo --listings <number>       fill the database with many listings, for measuring (trial mode)
  reset-demo                     remove everybody of the trial mode, so that production accepts the database
  views [--days 7]               print how often the pages were looked at
  suspend --email <address> --reason "<why>" [--days 7]
                                 end a student's sessions and take the listings out of everything
  reinstate --email <address>    end a suspension; listings come back as they were
  hide --item <address or id> --note "<why>"
                                 hide a listing from everybody but its owner
  restore --item <address or id> show a hidden listing again
  remove --item <address or id> --note "<why>"
                                 remove a listing and its photos for good
  cases                          print the open cases, what is due first
  decide --case <id> --action dismiss|hide|remove|warn|suspend --note "<why>" [--days 7]
                                 decide a case
  relink --email <address> | --all [--days 7]
                                 let the next verified sign-in with this address take the account over, once;
                                 --all after a change of provider
  reencrypt                      encrypt the application key under the present KEY_SECRET; the former is read
                                 from standard input
  rotate-keys [--revoke]         sign tokens with a new key from now on; old tokens stay valid, with --revoke
                                 they are refused within a minute
  end-sessions --all             sign everybody out
  who-saw --email <address>      print whose number was seen by whom, as far as it is kept
  check-config                   check the settings and say what mode they make
`;

const commands: Record<string, Command> = {
  token,
  demo,
  "reset-demo": resetDemo,
  views,
  suspend,
  reinstate,
  hide,
  restore,
  remove,
  cases,
  decide,
  relink,
  reencrypt,
  "rotate-keys": rotateKeys,
  "end-sessions": endSessions,
  "who-saw": whoSaw,
  "check-config": checkConfig,
};

const [name = "", ...args] = process.argv.slice(2);
try {
  const file = readEnvironmentFile();
  const command = commands[name];
  if (command === undefined) throw new UsageError(usage);
  await command(loadConfig(), args, file);
} catch (error) {
  console.error(
    error instanceof UsageError || error instanceof ConfigError ? error.message : error,
  );
  process.exitCode = 1;
}
