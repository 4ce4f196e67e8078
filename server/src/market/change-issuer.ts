import { parseArgs } from "node:util";
import type { Config } from "../config/config.ts";
import { isCollegeEmail } from "../identity/sign-in/admission.ts";
import { allowRelink, countAccounts, type IssuerAccounts } from "../identity/identities.sql.ts";
import { issuerOf } from "../identity/identity.ts";
import { type Command, UsageError, withDatabase } from "./command.ts";
import { readRelinkDays } from "./relink.ts";

const options = {
  from: { type: "string" },
  to: { type: "string" },
  days: { type: "string", default: "30" },
  "dry-run": { type: "boolean", default: false },
  close: { type: "boolean", default: false },
} as const;

/** Prepares a change of provider: for some days a verified sign-in takes over the account of its address, once. */
export const changeIssuer: Command = async (config, args) => {
  const { from, to, days: daysText, "dry-run": isDry, close } = parseArgs({ args, options }).values;
  const days = readRelinkDays("change-issuer", daysText);
  if (!from || !to)
    throw new UsageError(
      "change-issuer needs --from with the old issuer and --to with the new one",
    );
  if (from === to) throw new UsageError("change-issuer needs two different issuers.");
  const configured = issuerOf(config);
  if (to !== configured)
    throw new UsageError(`The market logs in at ${configured} (OIDC_ISSUER), not at ${to}.`);
  await withDatabase(config, async (db) => {
    const issuers = await countAccounts(db);
    const old = issuers.find(({ issuer }) => issuer === from);
    if (old === undefined) throw new UsageError(unknownIssuer(from, issuers));
    if (close && !isDry) {
      await allowRelink(db, { issuer: from }, 0);
      console.log("Closed: no account can be taken over any more.");
      return;
    }
    if (!isDry) await allowRelink(db, { issuer: from }, days);
    describe(old, config);
    console.log(
      isDry
        ? "Nothing was changed."
        : `For ${days} days from now a verified sign-in at ${to} takes over the account of its address, once.`,
    );
  });
};

function describe({ issuer, emails, suspended }: IssuerAccounts, config: Config): void {
  const movable = emails.filter((email) => isCollegeEmail(email, config.COLLEGE_EMAIL_SUFFIX));
  const rest = emails.length - movable.length;
  const moderators = movable.filter((email) => config.MODERATOR_EMAILS.includes(email)).length;
  console.log(`Accounts of ${issuer}: ${emails.length}`);
  if (suspended > 0) console.log(`  suspended, and stay so: ${suspended}`);
  if (moderators > 0)
    console.log(`  moderators, who are so again once they have logged in: ${moderators}`);
  if (rest > 0) console.log(`  cannot move, because their address is not of the college: ${rest}`);
}

function unknownIssuer(from: string, issuers: readonly IssuerAccounts[]): string {
  const known = issuers.map(({ issuer, emails }) => `${issuer} (${emails.length})`).join(", ");
  return `No account is of ${from}. ${known ? `There are accounts of ${known}.` : "There are no accounts."}`;
}
