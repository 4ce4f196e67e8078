import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";
import Postgrator from "postgrator";
import type { Sql } from "sql-template-tag";

/** What a named SQL function needs: the pool, or one transaction of it. */
export type Queries = {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
  /** For libraries that bring their own parametrised SQL; ours goes through `query`. */
  run(text: string, values?: unknown[]): Promise<{ rows: object[] }>;
};

export type Database = Queries & {
  /** Runs the work in one transaction; whatever it throws undoes everything. */
  transaction<T>(work: (transaction: Queries) => Promise<T>): Promise<T>;
  /** One connection of the pool, for COPY and LISTEN. */
  connect(): Promise<pg.PoolClient>;
  /** How many queries wait for a connection. */
  waiting(): number;
  close(): Promise<void>;
};

const statementTimeout = 5_000;
const names = new Map<string, string>();

/** Every statement is prepared once per connection under a name made from its text. */
function named(statement: Sql): pg.QueryConfig {
  const text = statement.text;
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return { name, text, values: statement.values };
}

const queriesOf = (client: pg.Pool | pg.PoolClient): Queries => ({
  async query<Row extends object>(statement: Sql) {
    return (await client.query<Row>(named(statement))).rows;
  },
  run: (text, values) => client.query(text, values),
});

/**
 * Opens a pool.
 * @param url a PostgreSQL connection address
 * @param onError told of connections that break while idle; the pool replaces them
 */
export function openDatabase(url: string, onError: (error: Error) => void, size = 8): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "campus-marketplace",
  });
  // The pool closes before its last farewell is read, so a server stopped next may still answer it.
  pool.on("error", (error) => {
    if (!pool.ending) onError(error);
  });
  return {
    ...queriesOf(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken = false;
      try {
        await client.query("begin");
        const result = await work(queriesOf(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(() => {
          broken = true;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    connect: () => pool.connect(),
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
}

const migrationLock = 7_202_511;

/**
 * Brings the schema up to date. Safe to call from several processes at once: the first holds an
 * advisory lock, the others wait and find nothing left to do. All or nothing: one transaction.
 * @returns the names of the migrations that were run
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "campus-marketplace migrations",
  });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    const postgrator = new Postgrator({
      driver: "pg",
      database: client.database ?? "",
      migrationPattern: fileURLToPath(new URL("../migrations/*.sql", import.meta.url)),
      schemaTable: "migrations",
      execQuery: (query) => client.query(query),
    });
    const done = await postgrator.migrate();
    await client.query("commit");
    return done.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
