import sql, { join, raw } from "sql-template-tag";
import type { Queries } from "../src/db/database.ts";

type Row = Record<string, unknown>;
/** Every row of every table of ours, by table and primary key. */
export type Snapshot = Map<string, Row>;
/** A changed cell; an inserted or deleted row has undefined on one side. */
export type Change = { table: string; column: string; row: Row; before: unknown; after: unknown };

type Table = { name: string; columns: string[]; key: string[] };

/** Tables of the product with their columns; those of the job queue are in a schema of their own. */
export async function readTables(db: Queries): Promise<Table[]> {
  return db.query<Table>(sql`
    select relation.relname as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns,
      coalesce(array_agg(attribute.attname::text order by attribute.attnum)
        filter (where attribute.attnum = any(primary_key.indkey)), '{}') as key
    from pg_class relation
    join pg_attribute attribute on attribute.attrelid = relation.oid
      and attribute.attnum > 0 and not attribute.attisdropped
    left join pg_index primary_key on primary_key.indrelid = relation.oid and primary_key.indisprimary
    where relation.relkind = 'r' and relation.relnamespace = 'public'::regnamespace
    group by relation.relname
    order by relation.relname`);
}

/** @returns a function that reads these tables in one statement */
export function snapshots(db: Queries, tables: Table[]): () => Promise<Snapshot> {
  const parts = tables.map(
    ({ name, key }) =>
      sql`select ${name}::text || ' ' || ${raw(key.map((column) => `one."${column}"::text`).join(" || ' ' || ") || "md5(one::text)")} as id,
        to_jsonb(one) as row from ${raw(`"${name}"`)} one`,
  );
  return async () => {
    const rows = await db.query<{ id: string; row: Row }>(sql`${join(parts, " union all ")}`);
    return new Map(rows.map(({ id, row }) => [id, row]));
  };
}

/** Written up to a second after the call that they count, while another one runs. */
const lateTable = "view_counts";

/** Lists every cell in which two snapshots differ, except counts of page views. */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id), after.get(id)];
    const row = now ?? old ?? {};
    const table = id.split(" ")[0] ?? "";
    if (table === lateTable) continue;
    for (const column of Object.keys(row)) {
      const cells = { before: old?.[column], after: now?.[column] };
      if (JSON.stringify(cells.before) === JSON.stringify(cells.after)) continue;
      changes.push({ table, column, row, ...cells });
    }
  }
  return changes;
}

/** Changed cells as `table.column`, each once. */
export const cellsOf = (changes: Change[]): string[] =>
  [...new Set(changes.map(({ table, column }) => `${table}.${column}`))].toSorted();

/** The text of every row of every table, the job queue's too. */
export async function readDump(db: Queries): Promise<string> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const texts = await Promise.all(
    tables.map(({ name }) =>
      db.query<{ rows: string | null }>(
        sql`select string_agg(one::text, ' ') as rows from ${raw(name)} one`,
      ),
    ),
  );
  return texts.map(([text]) => text?.rows ?? "").join(" ");
}
