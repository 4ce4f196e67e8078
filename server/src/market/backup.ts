import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { explain } from "../config/cause.ts";
import type { Config } from "../config/config.ts";
import { createLog } from "../config/log.ts";
import { openDatabaseAsItIs, openStorage } from "../context.ts";
import { findEmbeddedDatabase } from "../db/postgres/embedded.ts";
import { waitForDatabase } from "../db/server-check.ts";
import { openDatabase } from "../db/database.ts";
import { createBackup } from "../backup/create.ts";
import { describeTarget } from "../backup/disk.ts";
import { readRegister, type Register } from "../backup/erasure-register.ts";
import { type Manifest, type Progress, verifyBackup } from "../backup/manifest.ts";
import { restoreBackup } from "../backup/restore.ts";
import { backUpTo } from "../backup/run.ts";
import { BackupFault } from "../backup/fault.ts";
import { timeOfName, BackupStore } from "../backup/backup-store.ts";
import { type Command, UsageError } from "./command.ts";
import { show } from "./listings.ts";

export const backup: Command = async (config, args) => {
  const { to = config.BACKUP_TO } = parseArgs({ args, options: { to: { type: "string" } } }).values;
  if (!to) throw new UsageError("backup needs --to with a folder, or BACKUP_TO");
  await explained(async (progress) => {
    const started = performance.now();
    const storage = await openStorage(config);
    const made = await withDatabase(config, (url) =>
      backUp(to, { config, url, storage, progress }),
    );
    const { backupStore } = made;
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    progress("");
    console.log(
      `${backupStore.place(made.name)} holds ${describe(made.manifest)}; ${made.copied} files were new. ${seconds} s`,
    );
    const { removed, lost } = made.manifest;
    if (removed.length > 0)
      console.log(`Removed by students during the backup: ${removed.length} files`);
    if (lost.length > 0)
      console.log(
        `Lost before, and in no backup from now on: ${lost.length} files, ${lost[0]} first`,
      );
    warnOfFuture(backupStore.place(), await backupStore.futureBackups());
  }, describeTarget(to));
};

type BackupInput = Pick<Parameters<typeof createBackup>[0], "url" | "storage" | "progress">;

/** Backs up, and records the outcome if it is in BACKUP_TO. */
async function backUp(to: string, { config, ...parts }: BackupInput & { config: Config }) {
  if (config.BACKUP_TO === undefined || describeTarget(to) !== describeTarget(config.BACKUP_TO)) {
    const backupStore = await BackupStore.open(to, config);
    return { ...(await createBackup({ ...parts, backupStore })), backupStore };
  }
  const db = openDatabase(parts.url, () => {}, { size: 1 });
  try {
    return await backUpTo(to, { ...parts, config, db });
  } finally {
    await db.close();
  }
}

function warnOfFuture(place: string, names: readonly string[]): void {
  for (const name of names)
    console.log(
      `${place}/${name} is dated in the future: a clock was wrong when it was made, or is now. It stays; restore --at finds it.`,
    );
}

export const verify: Command = async (config, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const folder = positionals[0] ?? config.BACKUP_TO;
  if (folder === undefined) throw new UsageError("verify-backup needs a folder, or BACKUP_TO");
  await explained(async (progress) => {
    const backupStore = await BackupStore.open(folder, config);
    const names = await backupStore.backups();
    if (names.length === 0)
      throw new UsageError(
        `There is no backup in ${backupStore.place()} that this account may read.`,
      );
    for (const name of names) {
      const manifest = await verifyBackup(backupStore, name, progress);
      progress("");
      console.log(`${backupStore.place(name)} is whole: ${describe(manifest)}.`);
    }
    warnOfFuture(backupStore.place(), await backupStore.futureBackups());
  }, describeTarget(folder));
};

const restoreOptions = {
  from: { type: "string" },
  /** The previous release showed hidden listings by this command; the next one does not. */
  item: { type: "string" },
  note: { type: "string" },
  at: { type: "string" },
  "keep-sessions": { type: "boolean", default: false },
  "without-register": { type: "boolean", default: false },
} as const;

export const restore: Command = async (config, args, file) => {
  const { from, at, item, note, ...flags } = parseArgs({ args, options: restoreOptions }).values;
  const { "keep-sessions": keepSessions, "without-register": withoutRegister } = flags;
  const isOfBackup = from !== undefined || at !== undefined || keepSessions;
  if (item !== undefined && !isOfBackup) return show(config, args, file);
  if (!from || item !== undefined || note !== undefined)
    throw new UsageError(
      "restore needs --from with the folder of the backups. A hidden listing is shown by: show --item",
    );
  await explained(async (progress) => {
    const backupStore = await BackupStore.open(from, config);
    const name = await choose(backupStore, at);
    if (config.DATABASE_URL === undefined && (await findEmbeddedDatabase(config.DATA_DIR)))
      throw new UsageError("A market is running on this database: stop it first.");
    const storage = await openStorage(config);
    const registers = await findRegisters(backupStore, config, withoutRegister);
    const { manifest, erasedAgain } = await withDatabase(config, (url) =>
      restoreBackup({
        url,
        storage,
        backupStore,
        name,
        keepSessions,
        erasures: { config, registers, withoutRegister },
        progress,
      }),
    );
    progress("");
    console.log(`Everything of ${backupStore.place(name)} is back: ${describe(manifest)}.`);
    if (erasedAgain > 0)
      console.log(
        erasedAgain === 1
          ? "1 account that was erased since has been erased again."
          : `${erasedAgain} accounts that were erased since have been erased again.`,
      );
    if (!keepSessions) console.log("All users must log in again.");
  });
};

/** Reads the registers beside the backups and in BACKUP_TO, which may have later erasures. */
async function findRegisters(
  backupStore: BackupStore,
  config: Config,
  withoutRegister: boolean,
): Promise<Register[]> {
  const { BACKUP_TO } = config;
  const registers = [
    await readRegister(backupStore).catch((error: Error) => {
      if (!withoutRegister) throw error;
      console.log(`Restoring without the register of erasures: ${error.message}`);
      return undefined;
    }),
  ];
  if (BACKUP_TO !== undefined && describeTarget(BACKUP_TO) !== describeTarget(backupStore.place()))
    registers.push(
      await BackupStore.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false })
        .then((store) => readRegister(store))
        .catch((error: Error) => {
          console.log(`Erasures in BACKUP_TO are unknown: ${error.message}`);
          return undefined;
        }),
    );
  return registers.filter((register) => register !== undefined);
}

export const moveTo: Command = async (config, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [to = ""] = positionals;
  if (!/^postgres(ql)?:\/\//.test(to))
    throw new UsageError("move-to needs the postgresql:// address of an empty database");
  if (config.DATABASE_URL !== undefined)
    throw new UsageError("move-to moves out of the embedded database, and DATABASE_URL is set.");
  if (await findEmbeddedDatabase(config.DATA_DIR))
    throw new UsageError(
      "The market is running: stop it first, so that nothing is written during the restore.",
    );
  const folder = await mkdtemp(join(config.DATA_DIR, "moving-"));
  try {
    await explained(async (progress) => {
      await waitForDatabase(to, { timeoutMs: 0, log: { warn: () => {} } }).catch((error: Error) => {
        throw new UsageError(error.message);
      });
      const { KEY_SECRET } = config;
      const backupStore = await BackupStore.open(folder, { KEY_SECRET });
      const parts = { storage: undefined, backupStore, progress };
      const { name } = await withDatabase(config, (url) => createBackup({ ...parts, url }));
      const { manifest } = await restoreBackup({ ...parts, url: to, name, keepSessions: true });
      progress("");
      console.log(
        `Everything is there: ${describe(manifest)}. The photos stay where they are.\nPut this line into .env, and start the market:\nDATABASE_URL="${to}"`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function choose(backupStore: BackupStore, at: string | undefined): Promise<string> {
  const names = await backupStore.backups();
  const time = at === undefined ? Date.now() : Date.parse(at);
  if (Number.isNaN(time))
    throw new UsageError("restore takes --at with a time: 2026-11-23T02:23:00Z");
  const name = names.findLast((each) => timeOfName(each).getTime() <= time);
  const future = await backupStore.futureBackups();
  if (at === undefined) warnOfFuture(backupStore.place(), future);
  if (name !== undefined) return name;
  if (at === undefined && future.length > 0)
    throw new UsageError(
      `Every backup in ${backupStore.place()} is dated in the future. Set this computer's clock, or choose one by --at.`,
    );
  throw new UsageError(
    `There is no backup${at ? ` of ${at} or before` : ""} in ${backupStore.place()} that this account may read.`,
  );
}

async function withDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const { ownerUrl, close } = await openDatabaseAsItIs(config, createLog("warn")).catch(
    (error: Error) => {
      throw new UsageError(error.message);
    },
  );
  try {
    return await work(ownerUrl);
  } finally {
    await close();
  }
}

function describe({ tables, photos }: Manifest): string {
  const rows = (name: string) => tables.find((table) => table.name === name)?.rows ?? 0;
  const files = photos === undefined ? "" : ` with ${photos} photo files`;
  return `${rows("products")} listings of ${rows("users")} students${files}`;
}

/** Shows progress, and turns known errors into a message without a stack; `place` names one without a path, such as a bucket. */
async function explained(
  work: (progress: Progress) => Promise<void>,
  place?: string,
): Promise<void> {
  const { stderr } = process;
  const progress = (what: string) => {
    if (stderr.isTTY) stderr.write(`\r\u001B[K${what}`);
  };
  try {
    await work(progress);
  } catch (error) {
    progress("");
    if (error instanceof BackupFault) throw new UsageError(error.message);
    const at = (error as NodeJS.ErrnoException).path ?? place;
    const { cause, fix } = explain(error);
    throw at === undefined || fix === "" ? error : new UsageError(`${at}: ${cause}. ${fix}`);
  }
}
