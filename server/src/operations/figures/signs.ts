import { statfs } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import type { Context } from "../../context.ts";
import { countCases } from "../../moderation/cases.sql.ts";
import { placeOf, requireDisk } from "../../backup/disk.ts";
import { selectBackupOutcome } from "../../backup/outcome.sql.ts";
import { sentenceOf } from "../../backup/run.ts";
import { timeOfName, BackupStore } from "../../backup/backup-store.ts";
import { countToday, type Today } from "../../statistics/figures.sql.ts";
import { selectQueues, type Queue } from "./signs.sql.ts";

/** How things stand now; ages in seconds. */
export type Signs = {
  cases: { open: number; overdue: number };
  queues: Queue[];
  mails: { waiting: number; oldest: number };
  /** Undefined without BACKUP_TO; `age` is Infinity when there is none, and `cause` says why backups fail. */
  backup: { age: number; cause: string | undefined } | undefined;
  disk: { free: number; total: number };
  /** What students have done since midnight (UTC). */
  today: Today;
};

type Parts = Pick<Context, "config" | "db">;

/** Milliseconds. A bucket may take long to list. */
const keptFor = 5_000;
const backupKeptFor = 300_000;

/** Looks at most once in a while, however often it is asked. */
export function watchSigns({ config, db }: Parts): () => Promise<Signs> {
  const kept = new LRUCache<"signs", Signs>({
    max: 1,
    ttl: keptFor,
    async fetchMethod() {
      const [cases, { queues, mails }, newest, outcome, disk, today] = await Promise.all([
        countCases(db),
        selectQueues(db),
        backups.forceFetch("newest"),
        selectBackupOutcome(db),
        diskOf(config.DATA_DIR),
        countToday(db),
      ]);
      const backup = newest.isWanted
        ? { age: ageOf(newest.madeAt), cause: outcome?.cause ?? newest.cause }
        : undefined;
      return { cases, queues, mails, backup, disk, today };
    },
  });
  const backups = new LRUCache<"newest", Newest & { isWanted: boolean }>({
    max: 1,
    ttl: backupKeptFor,
    allowStale: true,
    fetchMethod: async () => ({
      isWanted: config.BACKUP_TO !== undefined,
      ...(await newestBackup({ config, db })),
    }),
  });
  return () => kept.forceFetch("signs");
}

const ageOf = (time: number) => Math.max(0, (Date.now() - time) / 1_000);

type Newest = { madeAt: number; cause?: string };

async function newestBackup({ config, db }: Parts): Promise<Newest> {
  const { BACKUP_TO } = config;
  if (BACKUP_TO === undefined) return { madeAt: -Infinity };
  try {
    await requireDisk(BACKUP_TO, config, await selectBackupOutcome(db));
    const backupStore = await BackupStore.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false });
    const newest = await backupStore.newest();
    return { madeAt: newest === undefined ? -Infinity : timeOfName(newest).getTime() };
  } catch (error) {
    return { madeAt: -Infinity, cause: sentenceOf(error, placeOf(BACKUP_TO)) };
  }
}

async function diskOf(folder: string): Promise<Signs["disk"]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
