import { marketCommand } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import { BackupFault, timeOfName, Vault } from "../backup/vault.ts";
import { type Finding, mend, note, ok } from "./finding.ts";

const part = "Backup";
/** Hours, of a backup that is made every night. */
const longest = 26;

export async function examineBackup(config: Config): Promise<Finding[]> {
  const { BACKUP_TO, mode } = config;
  if (BACKUP_TO === undefined)
    return mode === "trial" ? [] : [note(part, "None is made by itself: set BACKUP_TO.")];
  let newest: string | undefined;
  try {
    newest = (
      await (await Vault.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false })).backups()
    ).at(-1);
  } catch (error) {
    if (error instanceof BackupFault) return [mend(part, error.message.replace(/\.$/, ""), "")];
    throw error;
  }
  if (newest === undefined)
    return [mend(part, `There is none in ${BACKUP_TO}`, `Make the first: ${marketCommand} backup`)];
  const hours = Math.floor((Date.now() - timeOfName(newest).getTime()) / 3_600_000);
  return hours > longest
    ? [
        mend(
          part,
          `The last is ${hours} hours old`,
          `See why in the log of last night, and make one: ${marketCommand} backup`,
        ),
      ]
    : [ok(part, `The last is ${hours} hours old.`)];
}
