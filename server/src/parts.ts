import { join } from "node:path";
import pg from "pg";
import type { Config } from "./config.ts";
import { assertDurable } from "./database/durability.ts";
import {
  type EmbeddedDatabase,
  findEmbeddedDatabase,
  startEmbeddedDatabase,
} from "./database/embedded.ts";
import { waitForDatabase } from "./database/waiting.ts";
import { type Database, migrate, openDatabase } from "./db.ts";
import { createImageProcessor, type ImageProcessor } from "./images/processor.ts";
import { createStorage, type Storage } from "./images/storage.ts";
import { type Jobs, openJobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { type Changes, openChanges } from "./products/changes.ts";
import { loadApplicationKey } from "./secrets.ts";

/** What the rooms stand on; opened once per process, closed in the opposite order. */
export type Parts = {
  config: Config;
  log: Log;
  db: Database;
  storage: Storage;
  processor: ImageProcessor;
  jobs: Jobs;
  changes: Changes;
  applicationKey: Buffer;
  /** Where the embedded database lies, when it is the one in use. */
  databaseHome: string | undefined;
  /** Resolves with the reason when the embedded database is down for good. */
  databaseLost: Promise<Error | null>;
  close(): Promise<void>;
};

/** Milliseconds that a start waits for a database that is away. */
const patience = 120_000;

/**
 * Opens the database (starting the embedded one unless DATABASE_URL names another), brings its schema
 * up to date, and opens storage, image processes, jobs and change notices.
 * @throws Error with one sentence for the person who starts the process
 */
export async function openParts(config: Config, log: Log): Promise<Parts> {
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded(config, log) : undefined;
  const closers: (() => Promise<unknown>)[] = [];
  if (embedded) closers.push(embedded.stop);
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const url = config.DATABASE_URL ?? embedded?.url ?? "";
    const sessionUrl = config.DATABASE_SESSION_URL ?? url;
    if (embedded === undefined) await waitForDatabase(sessionUrl, { patience, log });
    await checkDurability(sessionUrl);
    const migrations = await migrate(sessionUrl);
    if (migrations.length > 0) log.info({ migrations }, "schema brought up to date");
    const db = openDatabase(
      url,
      (error) => log.warn({ err: error }, "idle database connection lost"),
      { isPooled: sessionUrl !== url },
    );
    closers.push(db.close);
    const storage = await openStorage(config);
    const processor = createImageProcessor({
      onTrouble: (reason) => log.warn({ reason }, "image process"),
    });
    closers.push(processor.close);
    const changes = openChanges(sessionUrl, log);
    closers.push(changes.close);
    const jobs = await openJobs(sessionUrl, log);
    closers.push(jobs.stop);
    const applicationKey = await loadApplicationKey(db, config.KEY_SECRET);
    const databaseLost = embedded?.exited ?? new Promise<never>(() => undefined);
    return {
      config,
      log,
      db,
      storage,
      processor,
      jobs,
      changes,
      applicationKey,
      databaseHome: embedded?.home,
      databaseLost,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Storage as the configuration names it. */
export function openStorage(config: Config): Promise<Storage> {
  const accessKeyId = config.AWS_ACCESS_KEY_ID;
  const secretAccessKey = config.AWS_SECRET_ACCESS_KEY;
  const credentials =
    accessKeyId && secretAccessKey
      ? { accessKeyId, secretAccessKey, sessionToken: config.AWS_SESSION_TOKEN }
      : undefined;
  return createStorage({
    url: config.STORAGE_URL,
    folder: join(config.DATA_DIR, "photos"),
    credentials,
  });
}

/** The database of a running or stopped installation, for operator commands. */
export async function openDatabaseOnly(
  config: Config,
  log: Log,
): Promise<{ db: Database; close(): Promise<void> }> {
  const running = config.DATABASE_URL ?? (await findEmbeddedDatabase(config.DATA_DIR));
  const embedded = running === null ? await startEmbedded(config, log) : undefined;
  const url = running ?? embedded?.url ?? "";
  const sessionUrl = config.DATABASE_SESSION_URL ?? url;
  if (embedded === undefined) await waitForDatabase(sessionUrl, { patience: 0, log });
  await migrate(sessionUrl);
  const onError = (error: Error) => log.warn({ err: error }, "connection lost");
  const db = openDatabase(sessionUrl, onError, { size: 4 });
  return {
    db,
    async close() {
      await db.close();
      await embedded?.stop();
    },
  };
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
