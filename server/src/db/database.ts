import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import Postgrator from "postgrator";
import type { Sql } from "sql-template-tag";
import { CommitInDoubt } from "../errors/errors.ts";
import { locks } from "./locks.ts";

/** The pool, or one transaction of it. */
export type Queries = {
  /** @param patience milliseconds */
  query<Row extends object>(statement: Sql, patience?: number): Promise<Row[]>;
  /** For libraries that bring their own SQL */
  run(text: string, values?: unknown[]): Promise<{ rows: object[] }>;
};

export type Database = Queries & {
  /** @param work is run again when a concurrent transaction conflicts, so it must change nothing but the database */
  transaction<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  connect(): Promise<pg.PoolClient>;
  waiting(): number;
  connections(): { open: number; idle: number };
  close(): Promise<void>;
};

const usualPatience = 10_000;
const names = new Map<string, string>();

/** Prepares every statement once per connection, under a name made from its text. */
function named({ text, values }: Sql, patience: number): Timed {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return { name, ...timed(text, values, patience) };
}

/** The types do not know the driver's time limit yet. */
type Timed = pg.QueryConfig & { query_timeout: number };
const timed = (text: string, values?: unknown[], patience = usualPatience): Timed => ({
  text,
  ...(values && { values }),
  query_timeout: patience,
});

const queriesOf = (client: pg.Pool | pg.PoolClient, isPooled: boolean): Queries => ({
  async query<Row extends object>(statement: Sql, patience = usualPatience) {
    const query = isPooled
      ? timed(statement.text, statement.values, patience)
      : named(statement, patience);
    return (await client.query<Row>(query)).rows;
  },
  run: async (text, values) => client.query<object>(timed(text, values)),
});

/** Behind a transaction pooler (`isPooled`) nothing may be prepared on a connection or set for it. */
type Options = { size?: number; isPooled?: boolean };

/** @param onError hears of broken idle connections, which the pool replaces */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { size = 8, isPooled = false }: Options = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
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
      if (!isBroken) {
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

/** The newest schema that this release knows. */
export const knownSchema = (): number => knownVersions().at(-1) ?? 0;

/**
 * The oldest schema whose release goes on with our newest one. Migrations only add, so that releases may run side by side
 * and be gone back to; one that takes away what is no longer read raises this to the schema of the release that
 * stopped reading it.
 */
const oldestCompanion = 21;
const companionMark = /^goes with releases from schema (\d+) on$/;

/** @returns why this release must not touch the schema: a newer one made it, and did not say that we go with it */
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

/** Milliseconds that a migration waits for a table; while it waits, everybody who comes later waits behind it. */
const lockPatience = 200;
/** After these it waits as long as it takes. */
const shortTries = 100;
/** A lock that was not to be had in time, or a deadlock with somebody who wanted the same tables. */
const gaveWay = new Set(["55P03", "40P01"]);

/**
 * Brings the schema up to date, or to `version`: an empty one in one transaction, and others migration by migration, so that
 * no table is locked for longer than one of them takes. While others use the tables it gives way and begins again, so
 * that processes of the release before go on.
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
    for (const step of [...steps, version]) done.push(...(await migratePatiently(client, step)));
    return done;
  } finally {
    await client.end();
  }
}

async function migratePatiently(client: pg.Client, version: number): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateAtOnce(client, version, tries <= shortTries ? lockPatience : 0);
    } catch (error) {
      await client.query("rollback");
      if (!gaveWay.has(String(Reflect.get(error as Error, "code")))) throw error;
      await sleep(lockPatience * (0.5 + Math.random()));
    }
  }
}

async function migrateAtOnce(
  client: pg.Client,
  version: number,
  patience: number,
): Promise<string[]> {
  await client.query(timed("begin"));
  await client.query("select pg_advisory_xact_lock($1)", [locks.migration]);
  await client.query(`set local lock_timeout = ${patience}`);
  const newer = await newerSchema(client);
  if (newer !== undefined) throw new Error(newer);
  const done: string[] = [];
  // Another process may have come first.
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
  return (await postgrator.migrate(String(version))).map(({ name }) => name);
}

/** Does `work` while the database has the tables of `version`; those of an empty one are gone afterwards. */
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
