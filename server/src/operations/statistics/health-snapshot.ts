import { statfs } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import type { Context } from "../../context.ts";
import { countCases } from "../../moderation/cases.sql.ts";
import { describeTarget, requireDisk } from "../../backup/disk.ts";
import { selectBackupOutcome } from "../../backup/outcome.sql.ts";
import { sentenceOf } from "../../backup/run.ts";
import { timeOfName, BackupStore } from "../../backup/backup-store.ts";
import { countDay, type DayCounts } from "../../statistics/daily-statistics.sql.ts";
import { type Clock, readClock } from "../clock.ts";
import { selectQueues, type Queue } from "./health-snapshot.sql.ts";

/** The market's current state; ages in seconds. */
export type HealthSnapshot = {
  cases: { open: number; overdue: number; neglected: number };
  queues: Queue[];
  mails: { waiting: number; oldest: number };
  /** Undefined without BACKUP_TO; `age` is Infinity without a backup, and `cause` is why backups fail. */
  backup: { age: number; cause: string | undefined } | undefined;
  disk: { free: number; total: number };
  clock: Clock;
  /** Counts since midnight in India. */
  today: DayCounts;
};

type SnapshotContext = Pick<Context, "config" | "db">;

/** Milliseconds for which a snapshot is reused; listing a bucket may take long. */
const snapshotTtl = 5_000;
const backupTtl = 300_000;

/** Returns a function that reads the state, at most once in a while. */
export function watchHealthSnapshot({
  config,
  db,
}: SnapshotContext): () => Promise<HealthSnapshot> {
  const snapshots = new LRUCache<"snapshot", HealthSnapshot>({
    max: 1,
    ttl: snapshotTtl,
    async fetchMethod() {
      const [cases, { queues, mails }, newest, outcome, disk, today, clock] = await Promise.all([
        countCases(db),
        selectQueues(db),
        backups.forceFetch("newest"),
        selectBackupOutcome(db),
        diskOf(config.DATA_DIR),
        countDay(db),
        readClock(db),
      ]);
      const backup = newest.isWanted
        ? { age: ageOf(newest.madeAt), cause: outcome?.cause ?? newest.cause }
        : undefined;
      return { cases, queues, mails, backup, disk, today, clock };
    },
  });
  const backups = new LRUCache<"newest", Newest & { isWanted: boolean }>({
    max: 1,
    ttl: backupTtl,
    allowStale: true,
    fetchMethod: async () => ({
      isWanted: config.BACKUP_TO !== undefined,
      ...(await newestBackup({ config, db })),
    }),
  });
  return () => snapshots.forceFetch("snapshot");
}

const ageOf = (time: number) => Math.max(0, (Date.now() - time) / 1_000);

type Newest = { madeAt: number; cause?: string };

async function newestBackup({ config, db }: SnapshotContext): Promise<Newest> {
  const { BACKUP_TO } = config;
  if (BACKUP_TO === undefined) return { madeAt: -Infinity };
  try {
    await requireDisk(BACKUP_TO, config, await selectBackupOutcome(db));
    const backupStore = await BackupStore.open(BACKUP_TO, { ...config, BACKUP_ENCRYPT: false });
    const newest = await backupStore.newest();
    return { madeAt: newest === undefined ? -Infinity : timeOfName(newest).getTime() };
  } catch (error) {
    return { madeAt: -Infinity, cause: sentenceOf(error, describeTarget(BACKUP_TO)) };
  }
}

async function diskOf(folder: string): Promise<HealthSnapshot["disk"]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
