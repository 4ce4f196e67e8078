import { marketCommand } from "../../config/command-name.ts";
import type { Config } from "../../config/config.ts";
import type { Queries } from "../../db/database.ts";
import { isApart, describeTarget, requireDisk } from "../../backup/disk.ts";
import { selectBackupOutcome } from "../../backup/outcome.sql.ts";
import { sentenceOf } from "../../backup/run.ts";
import { timeOfName, BackupStore } from "../../backup/backup-store.ts";
import type { RequestEcho } from "../../operations/request-echo.routes.ts";
import { ownAddress, postRequestEcho } from "./request-echo.ts";
import { type Finding, fix, note, ok } from "./finding.ts";

const part = "Backup";
/** The highest age in hours of a nightly backup. */
const longest = 26;

/** `isUsable` is false if this command cannot back up to BACKUP_TO. */
type Examined = { findings: Finding[]; isUsable: boolean };

/** Checks the last backups. @param db undefined if the database cannot be read */
export async function examineBackup(config: Config, db: Queries | undefined): Promise<Examined> {
  const { BACKUP_TO, mode } = config;
  if (BACKUP_TO === undefined)
    return {
      findings: mode === "trial" ? [] : [note(part, "None is made by itself: set BACKUP_TO.")],
      isUsable: true,
    };
  const outcome = db && (await selectBackupOutcome(db).catch(() => undefined));
  const found: Finding[] = [];
  if (outcome?.cause !== undefined)
    found.push(fix(part, `The last try failed. ${outcome.cause.replace(/\.$/, "")}`, ""));
  try {
    await requireDisk(BACKUP_TO, config, outcome);
    if (!(await isApart(BACKUP_TO, config)))
      found.push(
        note(
          part,
          `${describeTarget(BACKUP_TO)} is on the disk of the market, so a disk that dies takes both, or its own disk is not mounted. Another disk or a bucket is better.`,
        ),
      );
    const backupStore = await BackupStore.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false });
    for (const name of await backupStore.futureBackups())
      found.push(
        note(
          part,
          `${name} is dated in the future: a clock was wrong when it was made, or is now.`,
        ),
      );
    found.push(examineAge(await backupStore.newest(), describeTarget(BACKUP_TO)));
    return { findings: found, isUsable: true };
  } catch (error) {
    const sentence = sentenceOf(error, describeTarget(BACKUP_TO)).replace(/\.$/, "");
    if (!found.some(({ text }) => text.includes(sentence))) found.push(fix(part, sentence, ""));
    return { findings: found, isUsable: false };
  }
}

/** Lets the running market try, because the doctor has neither its account nor its sandbox. @param key undefined while the database is down */
export async function examineService(
  config: Config,
  key: Buffer | undefined,
  isUsable: boolean,
): Promise<Finding[]> {
  if (config.BACKUP_TO === undefined || key === undefined) return [];
  // A socket unit can listen elsewhere than HOST and PORT say.
  for (const base of [ownAddress(config), config.PUBLIC_ORIGIN]) {
    const reply = await postRequestEcho(base, key, Buffer.from("market")).catch(() => undefined);
    if (reply?.status !== 200) continue;
    const { backupFault } = JSON.parse(reply.text) as RequestEcho;
    if (backupFault === undefined && !isUsable)
      return [
        note(
          part,
          "The running market still writes to another disk at BACKUP_TO than this command sees: restart it after the fix.",
        ),
      ];
    return [
      backupFault === undefined
        ? ok(part, "The running market can write to BACKUP_TO.")
        : fix(
            part,
            `The running market cannot back up. ${backupFault.replace(/\.$/, "")}`,
            "Under systemd, as root: market allow-backup && systemctl restart market",
          ),
    ];
  }
  return [note(part, "Whether the market can write to BACKUP_TO shows once it is running.")];
}

function examineAge(newest: string | undefined, place: string): Finding {
  if (newest === undefined)
    return fix(part, `There is none in ${place}`, `Make the first: ${marketCommand} backup`);
  const hours = Math.floor((Date.now() - timeOfName(newest).getTime()) / 3_600_000);
  return hours > longest
    ? fix(
        part,
        `The last is ${hours} hours old`,
        `Look for the cause in last night's log, and make one: ${marketCommand} backup`,
      )
    : ok(part, `The last is ${hours} hours old.`);
}
