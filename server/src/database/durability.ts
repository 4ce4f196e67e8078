import type { ClientBase, Pool } from "pg";

const demanded = ["fsync", "full_page_writes", "synchronous_commit"];

/**
 * Refuses a PostgreSQL that may forget what it has acknowledged. `synchronous_commit` may also be
 * `local` or stricter; only `off` loses acknowledged writes of this server.
 */
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
