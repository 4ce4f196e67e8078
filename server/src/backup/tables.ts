import type pg from "pg";
import { BackupFault } from "./fault.ts";
import type { Manifest } from "./manifest.ts";

/** A table of the database; `quoted` and the columns are quoted for SQL. */
type FoundTable = { name: string; quoted: string; columns: string[] };
export type Catalogue = { tables: FoundTable[]; sequences: Map<string, string> };
type RestoredTable = FoundTable & { rows: number };

/** Reads the tables and sequences to back up: no generated columns, and not the job queue, which is created again. */
export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const { rows: tables } = await client.query<FoundTable>(`
    select relation.relname as name, quote_ident(relation.relname) as quoted,
      array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class relation
    join pg_attribute attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      and attgenerated = ''
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'
    group by relname order by relname`);
  const { rows: sequences } = await client.query<{ name: string; quoted: string }>(`
    select sequencename as name, format('%I.%I', schemaname, sequencename) as quoted
    from pg_sequences where schemaname = 'public'`);
  return { tables, sequences: new Map(sequences.map(({ name, quoted }) => [name, quoted])) };
}

/** Looks up a manifest's names, which anyone with access to the folder may have changed. @throws BackupFault naming the missing one */
export function findNamed(
  catalogue: Catalogue,
  manifest: Manifest,
): { tables: RestoredTable[]; sequences: { quoted: string; value: string }[] } {
  const known = new Map(catalogue.tables.map((table) => [table.name, table]));
  const tables = manifest.tables.map(({ name, columns, rows }) => {
    const table = known.get(name);
    // Each table once.
    if (table === undefined || !known.delete(name)) throw unknown(`the table ${name}`);
    const left = new Map(table.columns.map((column) => [column, column]));
    const found = columns.map((column) => {
      const same = left.get(column);
      if (same === undefined || !left.delete(column)) throw unknown(`${name} with ${column}`);
      return same;
    });
    return { name, quoted: table.quoted, columns: found, rows };
  });
  const sequences = manifest.sequences.map(({ name, value }) => {
    const quoted = catalogue.sequences.get(name);
    if (quoted === undefined) throw unknown(`the sequence ${name}`);
    return { quoted, value };
  });
  return { tables, sequences };
}

const unknown = (what: string) =>
  new BackupFault(
    `The backup names ${what}, which the schema of its release does not have; nothing was changed.`,
  );
