import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import Postgrator from "postgrator";
import type { Sql } from "sql-template-tag";
import { CommitInDoubt, toAppError } from "../errors/errors.ts";
import { locks } from "./locks.ts";

/** The pool, or one transaction of it. */
export type Queries = {
  query<Row extends object>(statement: Sql, timeoutMs?: number): Promise<Row[]>;
  /** Runs the SQL of libraries. */
  run(text: string, values?: unknown[]): Promise<{ rows: object[] }>;
};

export type Database = Queries & {
  /** @param work is run again if a concurrent transaction conflicts, so it may change only the database */
  transaction<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  connect(): Promise<pg.PoolClient>;
  waiting(): number;
  connections(): { open: number; idle: number };
  close(): Promise<void>;
};

const defaultTimeoutMs = 10_000;
const names = new Map<string, string>();

/** Prepares every statement once per connection, under a name made from its text. */
function named({ text, values }: Sql, timeoutMs: number): Timed {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return { name, ...timed(text, values, timeoutMs) };
}

/** Adds the driver's timeout, which its types lack. */
type Timed = pg.QueryConfig & { query_timeout: number };
const timed = (text: string, values?: unknown[], timeoutMs = defaultTimeoutMs): Timed => ({
  text,
  ...(values && { values }),
  query_timeout: timeoutMs,
});

const queriesOf = (client: pg.Pool | pg.PoolClient, isPooled: boolean): Queries => ({
  async query<Row extends object>(statement: Sql, timeoutMs = defaultTimeoutMs) {
    const query = isPooled
      ? timed(statement.text, statement.values, timeoutMs)
      : named(statement, timeoutMs);
    return (await client.query<Row>(query)).rows;
  },
  run: async (text, values) => client.query<object>(timed(text, values)),
});

/** Options of a pool. Behind a transaction pooler (`isPooled`) no connection may have prepared statements or settings. */
type Options = {
  size?: number;
  isPooled?: boolean;
  connectTimeoutMs?: number;
  /** Called when the answer to a commit is lost: its changes may be visible. */
  onCommitInDoubt?: () => void;
};

/** @param onError called for broken idle connections, which the pool replaces */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { size = 8, isPooled = false, connectTimeoutMs = 5_000, onCommitInDoubt }: Options = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(!isPooled && {
      statement_timeout: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      // On a solid disk any page is as near as the next one (decision 029).
      options: "-c random_page_cost=1.1",
    }),
    application_name: "campus-marketplace",
  });
  // Otherwise a connection that breaks between two queries of a transaction ends the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => {
    if (!pool.ending) onError(error);
  });
  return {
    ...queriesOf(pool, isPooled),
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await runTransaction(work);
        } catch (error) {
          if (attempt === mostAttempts || !isConflict(error)) throw error;
          // Without a pause it could take its first row before the other transaction wakes, and deadlock again.
          await sleep(attempt * (20 + Math.random() * 80));
        }
      }
    },
    connect: () => pool.connect(),
    waiting: () => pool.waitingCount,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount }),
    close: () => pool.end(),
  };

  async function runTransaction<T>(work: (transaction: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isBroken = false;
    try {
      await client.query(timed("begin"));
      const result = await work(queriesOf(client, isPooled));
      await commit(client);
      return result;
    } catch (error) {
      isBroken = error instanceof CommitInDoubt;
      if (isBroken) onCommitInDoubt?.();
      else {
        await client.query(timed("rollback")).catch(() => {
          isBroken = true;
        });
      }
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

const mostAttempts = 3;
/** PostgreSQL ended this transaction so that a concurrent one could continue: a deadlock or a serialization failure. */
const isConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && /^40(001|P01)$/.test(error.code ?? "");

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(timed("commit"));
  } catch (error) {
    throw new CommitInDoubt("the answer to a commit was lost", { cause: error });
  }
}

const migrationFolder = new URL("../../migrations/", import.meta.url);

const knownVersions = (): number[] =>
  readdirSync(migrationFolder)
    .map((name) => Number.parseInt(name, 10) || 0)
    .toSorted((one, other) => one - other);

export const isKnownSchema = (version: number): boolean => knownVersions().includes(version);

export const knownSchema = (): number => knownVersions().at(-1) ?? 0;

/**
 * The oldest schema whose release can use our newest one. Migrations are additive, so that releases can run side by side
 * and be rolled back to; one that removes unused columns raises this to the schema of the release that stopped using
 * them.
 */
const oldestCompanion = 21;
const companionMark = /^goes with releases from schema (\d+) on$/;

/** @returns why this release must not use the schema: a newer one made it and does not list this release as compatible */
export async function newerSchema(client: pg.ClientBase): Promise<string | undefined> {
  const found = await schemaOf(client);
  if (found <= knownSchema()) return undefined;
  const [, oldest] = companionMark.exec(await markOf(client)) ?? [];
  return oldest !== undefined && Number(oldest) <= knownSchema()
    ? undefined
    : `This database is of a newer release (schema ${found}, this release knows ${knownSchema()}): start that release again, or restore the backup made before it.`;
}

async function markOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description('migrations'::regclass, 'pg_class') as mark",
  );
  return rows[0]?.mark ?? "";
}

async function markCompanions(client: pg.ClientBase): Promise<void> {
  const mark = `goes with releases from schema ${oldestCompanion} on`;
  if ((await markOf(client)) !== mark)
    await client.query(`comment on table migrations is '${mark}'`);
}

/** The time that a migration waits for a table; later queries queue behind it. */
const lockTimeoutMs = 200;
/** The number of tries with a time limit; the next one waits without. */
const shortTries = 100;
/** The codes of a lock timeout and of a deadlock. */
const lockConflicts = new Set(["55P03", "40P01"]);

/**
 * Migrates the schema to the newest version, or to `version`: an empty one in one transaction, others migration by migration,
 * so that no table is locked for longer than one migration takes. While other processes use a table it yields and retries,
 * so that processes of the previous release keep working.
 * @returns the names of the migrations that were run
 */
export async function migrate(url: string, version = knownSchema()): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "campus-marketplace migrations",
  });
  await client.connect();
  try {
    const found = await schemaOf(client);
    const steps = knownVersions().filter((each) => found > 0 && each > found && each < version);
    const done: string[] = [];
    for (const step of [...steps, version]) done.push(...(await migrateWithRetries(client, step)));
    return done;
  } finally {
    await client.end();
  }
}

async function migrateWithRetries(client: pg.Client, version: number): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateInTransaction(client, version, tries <= shortTries ? lockTimeoutMs : 0);
    } catch (error) {
      await client.query("rollback");
      const { cause = error } = error as Error;
      if (!lockConflicts.has(String(Reflect.get(cause as Error, "code")))) throw error;
      await sleep(lockTimeoutMs * (0.5 + Math.random()));
    }
  }
}

async function migrateInTransaction(
  client: pg.Client,
  version: number,
  timeoutMs: number,
): Promise<string[]> {
  await client.query(timed("begin"));
  await client.query("select pg_advisory_xact_lock($1)", [locks.migration]);
  await client.query(`set local lock_timeout = ${timeoutMs}`);
  const newer = await newerSchema(client);
  if (newer !== undefined) throw new Error(newer);
  const done: string[] = [];
  // Another process may have migrated first.
  if ((await schemaOf(client)) < version) done.push(...(await runMigrations(client, version)));
  if ((await schemaOf(client)) <= knownSchema()) await markCompanions(client);
  await client.query("commit");
  return done;
}

async function runMigrations(client: pg.Client, version: number): Promise<string[]> {
  const postgrator = new Postgrator({
    driver: "pg",
    database: client.database ?? "",
    migrationPattern: fileURLToPath(new URL("*.sql", migrationFolder)),
    schemaTable: "migrations",
    execQuery: (query) => client.query(query),
  });
  let file = "";
  postgrator.on("migration-started", ({ filename }) => (file = basename(filename)));
  try {
    return (await postgrator.migrate(String(version))).map(({ name }) => name);
  } catch (error) {
    if (file === "" || toAppError(error).code === "database-unavailable") throw error;
    const { message } = error as Error;
    throw new Error(
      `The migration ${file} failed and was undone: ${message}. Start the previous release again; it runs on this database.`,
      { cause: error },
    );
  }
}

/** Runs `work` while the database has the tables of `version`; an empty database is empty again afterwards. */
export async function withSchema<T>(
  client: pg.Client,
  version: number,
  work: () => Promise<T>,
): Promise<T> {
  await client.query("begin");
  try {
    if ((await schemaOf(client)) < version) await runMigrations(client, version);
    return await work();
  } finally {
    await client.query("rollback");
  }
}

/** @returns 0 before the first migration */
export async function schemaOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ table: string | null }>(
    "select to_regclass('migrations')::text as table",
  );
  if (!rows[0]?.table) return 0;
  const { rows: found } = await client.query<{ version: number }>(
    "select coalesce(max(version), 0)::int as version from migrations",
  );
  return found[0]?.version ?? 0;
}
