import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import pg from "pg";
import Postgrator from "postgrator";
import type { Sql } from "sql-template-tag";

/** What a named SQL function needs: the pool, or one transaction of it. */
export type Queries = {
  /** @param patience milliseconds after which a server that says nothing is taken for gone */
  query<Row extends object>(statement: Sql, patience?: number): Promise<Row[]>;
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

/**
 * The connection was lost while a commit was under way: what the transaction did may exist, so nothing
 * that its rows would need may be thrown away.
 */
export class CommitInDoubt extends Error {}

/** Milliseconds that the server works on a statement, and that we wait for one that has gone silent. */
const statementTimeout = 5_000;
const usualPatience = 10_000;
const names = new Map<string, string>();

/** Every statement is prepared once per connection under a name made from its text. */
function named({ text, values }: Sql, patience: number): Timed {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash("sha256").update(text).digest("base64url").slice(0, 24);
    names.set(text, name);
  }
  return { name, ...timed(text, values, patience) };
}

/** The driver takes a time limit with each query; its types do not know it yet. */
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
    return rowsOf(await client.query<Row>(query));
  },
  run: async (text, values) => ({ rows: rowsOf(await client.query<object>(timed(text, values))) }),
});

/**
 * The rows, taken out of the driver's result: a query that has grown old keeps the next one from being collected
 * as young, with the result that it holds, so that all that was ever read waited for a full collection.
 */
function rowsOf<Row>(result: { rows: Row[] }): Row[] {
  const { rows } = result;
  result.rows = [];
  return rows;
}

type Options = {
  /** Connections. */
  size?: number;
  /**
   * A pooler that changes connections between transactions stands in front: nothing may be prepared on
   * one or set for one, so what limits a statement there is the role's own statement_timeout.
   */
  isPooled?: boolean;
};

/**
 * Opens a pool.
 * @param url a PostgreSQL connection address
 * @param onError told of connections that break while idle; the pool replaces them
 */
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
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 30_000,
      // On a solid disk a page is as near as the next one; else lists are walked through for what an index names.
      options: "-c random_page_cost=1.1",
    }),
    application_name: "campus-marketplace",
  });
  // A connection that breaks between two queries of a transaction says so to nobody else, and an error
  // that nobody hears ends the process; the transaction's next query fails by itself.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // The pool closes before its last farewell is read, so a server stopped next may still answer it.
  pool.on("error", (error) => {
    if (!pool.ending) onError(error);
  });
  return {
    ...queriesOf(pool, isPooled),
    async transaction(work) {
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
    },
    connect: () => pool.connect(),
    waiting: () => pool.waitingCount,
    close: () => pool.end(),
  };
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query(timed("commit"));
  } catch (error) {
    throw new CommitInDoubt("the answer to a commit was lost", { cause: error });
  }
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
    await client.query(timed("begin"));
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
