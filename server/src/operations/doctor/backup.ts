import type { Config } from "../../config/config.ts";
import { timeOfName, Vault } from "../backup/vault.ts";
import { type Finding, mend, note, ok } from "./finding.ts";

const part = "Backup";
/** Hours, of a backup that is made every night. */
const longest = 26;

export async function examineBackup({ BACKUP_TO, mode }: Config): Promise<Finding[]> {
  if (BACKUP_TO === undefined)
    return mode === "trial" ? [] : [note(part, "None is made by itself: set BACKUP_TO.")];
  const newest = (await new Vault(BACKUP_TO).backups()).at(-1);
  if (newest === undefined)
    return [
      mend(part, `There is none in ${BACKUP_TO}`, "Make the first: npm run market -- backup"),
    ];
  const hours = Math.floor((Date.now() - timeOfName(newest).getTime()) / 3_600_000);
  return hours > longest
    ? [
        mend(
          part,
          `The last is ${hours} hours old`,
          "See why in the log of last night, and make one: npm run market -- backup",
        ),
      ]
    : [ok(part, `The last is ${hours} hours old.`)];
}
