import { setTimeout as sleep } from "node:timers/promises";
import pg, { type ClientBase, type Pool } from "pg";
import { toAppError } from "../errors/errors.ts";

const firstPause = 250;
const longestPause = 10_000;

type Options = { timeoutMs: number; log: { warn(details: object, message: string): void } };

/** Waits until the database accepts connections. @throws Error with a sentence, immediately if waiting cannot help */
export async function waitForDatabase(url: string, { timeoutMs, log }: Options): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const error = await tryToConnect(url);
    if (error === undefined) return;
    const { host, port, database } = new pg.Client({ connectionString: url });
    // A host that is a path is the folder of a socket, as in libpq.
    const place = host.startsWith("/") ? `the socket ${host}/.s.PGSQL.` : `${host}:`;
    const where = `PostgreSQL at ${place}${port}`;
    const reason = Reflect.get(error, "code") ?? error.message;
    if (toAppError(error).code !== "database-unavailable")
      throw new Error(
        `${where} refuses us at its database ${database}: ${error.message} (${reason})`,
      );
    const left = end - performance.now();
    if (left <= 0) throw new Error(`${where} cannot be reached (${reason}). See DATABASE_URL.`);
    const word = `${where} cannot be reached (${reason}): trying again in ${pause / 1_000} s, for ${Math.ceil(left / 1_000)} s more`;
    log.warn({}, word);
    await sleep(Math.min(pause, left));
  }
}

async function tryToConnect(url: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

const demanded = ["fsync", "full_page_writes", "synchronous_commit"];

/** Checks durability. @throws Error with a sentence for the operator if PostgreSQL may lose acknowledged writes */
export async function assertDurable(database: Pool | ClientBase): Promise<void> {
  const { rows } = await database.query<{ name: string }>({
    text: "select name from pg_settings where name = any($1) and setting = 'off' order by name",
    values: [demanded],
  });
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(", ");
  throw new Error(
    `PostgreSQL runs with ${names} off and may lose listings it has confirmed: turn ${rows.length > 1 ? "them" : "it"} on.`,
  );
}
