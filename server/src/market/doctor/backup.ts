import { marketCommand } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import type { Queries } from "../../db/database.ts";
import { isApart, placeOf, requireDisk } from "../../backup/disk.ts";
import { selectBackupOutcome } from "../../backup/outcome.sql.ts";
import { sentenceOf } from "../../backup/run.ts";
import { timeOfName, Vault } from "../../backup/vault.ts";
import { type Finding, mend, note, ok } from "./finding.ts";

const part = "Backup";
/** Hours, of a backup that is made every night. */
const longest = 26;

/** @param db undefined while the database cannot be read */
export async function examineBackup(config: Config, db: Queries | undefined): Promise<Finding[]> {
  const { BACKUP_TO, mode } = config;
  if (BACKUP_TO === undefined)
    return mode === "trial" ? [] : [note(part, "None is made by itself: set BACKUP_TO.")];
  const outcome = db && (await selectBackupOutcome(db).catch(() => undefined));
  const found: Finding[] = [];
  if (outcome?.cause !== undefined)
    found.push(mend(part, `The last try failed. ${outcome.cause.replace(/\.$/, "")}`, ""));
  try {
    await requireDisk(BACKUP_TO, config, outcome);
    if (!(await isApart(BACKUP_TO, config)))
      found.push(
        note(
          part,
          `${placeOf(BACKUP_TO)} is on the disk of the market, so a disk that dies takes both, or its own disk is not mounted. Another disk or a bucket is better.`,
        ),
      );
    const vault = await Vault.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false });
    for (const name of await vault.ofTheFuture())
      found.push(
        note(
          part,
          `${name} is dated in the future: a clock was wrong when it was made, or is now.`,
        ),
      );
    return [...found, examineAge(await vault.newest(), BACKUP_TO)];
  } catch (error) {
    const sentence = sentenceOf(error, placeOf(BACKUP_TO)).replace(/\.$/, "");
    return found.some(({ text }) => text.includes(sentence))
      ? found
      : [...found, mend(part, sentence, "")];
  }
}

function examineAge(newest: string | undefined, place: string): Finding {
  if (newest === undefined)
    return mend(part, `There is none in ${place}`, `Make the first: ${marketCommand} backup`);
  const hours = Math.floor((Date.now() - timeOfName(newest).getTime()) / 3_600_000);
  return hours > longest
    ? mend(
        part,
        `The last is ${hours} hours old`,
        `See why in the log of last night, and make one: ${marketCommand} backup`,
      )
    : ok(part, `The last is ${hours} hours old.`);
}
