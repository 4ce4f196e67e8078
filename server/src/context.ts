import { join } from "node:path";
import pg from "pg";
import type { Config } from "./config/config.ts";
import {
  type EmbeddedDatabase,
  findEmbeddedDatabase,
  startEmbeddedDatabase,
} from "./db/postgres/embedded.ts";
import { assertDurable, waitForDatabase } from "./db/server-check.ts";
import { type Database, migrate, openDatabase } from "./db/database.ts";
import { credentialsOf } from "./storage/object-store.ts";
import { createStorage, type Storage } from "./storage/storage.ts";
import { installJobs, type Jobs, openJobs } from "./jobs/jobs.ts";
import { openOutbox, type Outbox } from "./mail/outbox.ts";
import type { Log } from "./config/log.ts";
import { grantRights } from "./db/roles.ts";
import { type Changes, openChanges } from "./db/changes.ts";
import { Counters } from "./statistics/counters.ts";
import { type ApplicationKeys, loadApplicationKeys } from "./db/secrets.ts";

/** Services that every room may use. Opened once per process, closed in reverse order. */
export type Context = ApplicationKeys & {
  config: Config;
  log: Log;
  db: Database;
  storage: Storage;
  jobs: Jobs;
  outbox: Outbox;
  counters: Counters;
  changes: Changes;
  /** Undefined when DATABASE_URL names a database. */
  databaseHome: string | undefined;
  sessionUrl: string;
  /** Resolves when the embedded database is down for good. */
  databaseLost: Promise<Error | null>;
  close(): Promise<void>;
};

/** @returns the backup's place, or undefined if the schema does not change */
type BackUpBeforeUpgrade = (url: string, config: Config) => Promise<string | undefined>;

const timeoutMs = 120_000;

/** @param backUp called before the embedded database's schema changes @throws Error with a sentence for the operator */
export async function openContext(
  config: Config,
  log: Log,
  backUp?: BackUpBeforeUpgrade,
): Promise<Context> {
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded(config, log) : undefined;
  const closers: (() => Promise<unknown>)[] = [];
  if (embedded) closers.push(embedded.stop);
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const url = config.DATABASE_URL ?? embedded?.applicationUrl ?? "";
    const sessionUrl = config.DATABASE_SESSION_URL ?? url;
    const ownerUrl = config.DATABASE_OWNER_URL ?? embedded?.url ?? "";
    if (embedded === undefined) await waitForDatabase(sessionUrl, { timeoutMs, log });
    await checkDurability(sessionUrl);
    if (embedded !== undefined) {
      const saved = await backUp?.(ownerUrl, config);
      if (saved !== undefined)
        log.warn({}, `The database is upgraded; as it was it is in ${saved}`);
    }
    const migrations = await migrate(ownerUrl);
    if (migrations.length > 0) log.info({ migrations }, "schema brought up to date");
    const changes = openChanges(sessionUrl, log);
    closers.push(changes.close);
    const db = openDatabase(
      url,
      (error) => log.warn({ err: error }, "idle database connection lost"),
      {
        isPooled: sessionUrl !== url,
        connectTimeoutMs: config.DATABASE_TIMEOUT_SECONDS * 1_000,
        onCommitInDoubt: changes.announce,
      },
    );
    closers.push(db.close);
    await grantRights(db, ownerUrl);
    const storage = await openStorage(config);
    const counters = new Counters();
    const jobs = await openJobs(sessionUrl, log, async () => {
      await installJobs(ownerUrl);
      await grantRights(db, ownerUrl);
    });
    closers.push(jobs.stop);
    const outbox = openOutbox({ config, log, db, jobs });
    const keys = await loadApplicationKeys(db, config.KEY_SECRET);
    const databaseLost = embedded?.exited ?? new Promise<never>(() => undefined);
    return {
      config,
      log,
      db,
      storage,
      jobs,
      outbox,
      counters,
      changes,
      ...keys,
      databaseHome: embedded?.home,
      sessionUrl,
      databaseLost,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export function openStorage(config: Config): Promise<Storage> {
  return createStorage({
    url: config.STORAGE_URL,
    folder: join(config.DATA_DIR, "photos"),
    credentials: credentialsOf(config),
  });
}

/** Opens the database for operator commands, as its owner, whether the market runs or not. */
export async function openDatabaseOnly(
  config: Config,
  log: Log,
): Promise<{ db: Database; ownerUrl: string; close(): Promise<void> }> {
  const { ownerUrl, close } = await openDatabaseAsItIs(config, log);
  await migrate(ownerUrl);
  const onError = (error: Error) => log.warn({ err: error }, "connection lost");
  const db = openDatabase(ownerUrl, onError, { size: 4 });
  return {
    db,
    ownerUrl,
    async close() {
      await db.close();
      await close();
    },
  };
}

/** Opens the database as its owner, without migrating it. */
export async function openDatabaseAsItIs(
  config: Config,
  log: Log,
): Promise<{ ownerUrl: string; close(): Promise<void> }> {
  const running = config.DATABASE_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  const embedded = running === null ? await startEmbedded(config, log) : undefined;
  const ownerUrl = config.DATABASE_OWNER_URL ?? running ?? embedded?.url ?? "";
  if (embedded === undefined) await waitForDatabase(ownerUrl, { timeoutMs: 0, log });
  return { ownerUrl, close: async () => embedded?.stop() };
}

function startEmbedded(config: Config, log: Log): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    dataDir: config.DATA_DIR,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  });
}

async function checkDurability(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await assertDurable(client);
  } finally {
    await client.end();
  }
}
