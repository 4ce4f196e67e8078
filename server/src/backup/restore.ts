import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import sql from "sql-template-tag";
import {
  isKnownSchema,
  knownSchema,
  migrate,
  type Queries,
  schemaOf,
  withSchema,
} from "../db/database.ts";
import type { Storage } from "../storage/storage.ts";
import type { Config } from "../config/config.ts";
import { eraseAgain, type Register } from "./erasure-register.ts";
import { BackupFault } from "./fault.ts";
import { decompressed } from "./lines.ts";
import {
  type Manifest,
  mostPhotoBytes,
  photosOf,
  type Progress,
  tableFile,
  verifyBackup,
} from "./manifest.ts";
import { outcomeName } from "./outcome.sql.ts";
import { findNamed, readCatalogue } from "./tables.ts";
import { photoPath, sumOf, type BackupStore } from "./backup-store.ts";

const concurrency = 8;
/** Sessions: without these tables all students must sign in again. */
const sessionTables = ["sessions", "sign_ins", "signing_keys"];

type Options = {
  url: string;
  storage: Storage | undefined;
  backupStore: BackupStore;
  name: string;
  keepSessions: boolean;
  /** The accounts erased since the backup. Undefined for a copy of the current market. */
  erasures?: {
    config: Config;
    registers: readonly Register[];
    withoutRegister: boolean;
  };
  progress: Progress;
};

const unfinished = "unfinished_restore";

/** @throws Error with a sentence for the operator if a restore into this database has not ended */
export async function requireFinishedRestore(db: Queries): Promise<void> {
  const rows = await db.query(sql`select from settings where name = ${unfinished}`);
  if (rows.length > 0)
    throw new Error(
      "The restore into this database was interrupted: restore into an empty one again.",
    );
}

type Restored = { manifest: Manifest; erasedAgain: number };

/** Restores into an empty database: photos first, then all rows in one transaction. @throws BackupFault */
export async function restoreBackup(options: Options): Promise<Restored> {
  const { url, storage, backupStore, name, erasures, progress } = options;
  const manifest = await verifyBackup(backupStore, name, progress, erasures?.withoutRegister);
  if (manifest.schema > knownSchema())
    throw new BackupFault(
      `The backup is of a newer release (schema ${manifest.schema}, this release knows ${knownSchema()}): restore it with that one.`,
    );
  if (!isKnownSchema(manifest.schema))
    throw new BackupFault(`The backup is of schema ${manifest.schema}, which no release has had.`);
  const isRegistered = manifest.tables.some((table) => table.name === "erasures");
  if (isRegistered && erasures?.registers.length === 0 && !erasures.withoutRegister)
    throw new BackupFault(
      `The register of erasures is missing in ${backupStore.place()}: accounts that were erased since would come back. Copy it from where the backups are made, or restore with --without-register.`,
    );
  const client = new pg.Client({
    connectionString: url,
    application_name: "campus-marketplace restore",
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set idle_in_transaction_session_timeout = 0");
    await requireEmpty(client, manifest);
    const named = await withSchema(client, manifest.schema, async () =>
      findNamed(await readCatalogue(client), manifest),
    );
    if (storage !== undefined) await restorePhotos(options, storage, manifest);
    await migrate(url, manifest.schema);
    await restoreRows(client, options, { ...manifest, ...named });
    await migrate(url);
    progress("Erased accounts");
    const erasedAgain =
      erasures === undefined || storage === undefined
        ? 0
        : await eraseAgain(url, { config: erasures.config, storage }, erasures.registers);
    await client.query("delete from settings where name = $1", [unfinished]);
    return { manifest, erasedAgain };
  } finally {
    await client.end();
  }
}

async function requireEmpty(client: pg.Client, manifest: Manifest): Promise<void> {
  const { rows: others } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name in ('campus-marketplace', 'campus-marketplace jobs')",
  );
  if (others.length > 0)
    throw new BackupFault("A market is running on this database: stop it first.");
  const schema = await schemaOf(client);
  if (schema === 0) return;
  const { rows } = await client.query<{ full: boolean }>(
    "select exists (select from identities) or exists (select from products) as full",
  );
  if (rows[0]?.full)
    throw new BackupFault(
      "This database is not empty; nothing was changed. Restore into an empty one.",
    );
  if (schema !== manifest.schema)
    throw new BackupFault(
      `This database has the tables of schema ${schema} and the backup those of ${manifest.schema}; nothing was changed. Restore into an empty database.`,
    );
}

async function restorePhotos(
  { backupStore, name, progress }: Options,
  storage: Storage,
  manifest: Manifest,
) {
  let [done, waiting]: [number, Promise<void>[]] = [0, []];
  const settle = async () => {
    await Promise.all(waiting);
    done += waiting.length;
    waiting = [];
    progress(`Photos ${done} of ${manifest.photos}`);
  };
  for await (const { key } of photosOf(backupStore, name))
    if (waiting.push(restorePhoto(backupStore, storage, key)) === concurrency) await settle();
  await settle();
}

async function restorePhoto(
  backupStore: BackupStore,
  storage: Storage,
  key: string,
): Promise<void> {
  const content = await buffer(backupStore.read(photoPath(key), mostPhotoBytes));
  const wanted = hash("sha256", content);
  const isThere = async () => {
    const file = await storage.open(key);
    return (
      file !== undefined && (await sumOf(file.stream as AsyncIterable<Buffer>)).sha256 === wanted
    );
  };
  if (await isThere()) return;
  await storage.put(key, content);
  if (!(await isThere())) throw new BackupFault(`The photo ${key} is not as it was stored.`);
}

type Rows = ReturnType<typeof findNamed> & Pick<Manifest, "removed">;

async function restoreRows(
  client: pg.Client,
  { backupStore, name, keepSessions, progress }: Options,
  { tables, sequences, removed }: Rows,
): Promise<void> {
  await client.query("begin");
  try {
    // Rows arrive table by table: triggers and references are restored after the last one.
    await client.query("set local maintenance_work_mem = '256MB'");
    const statements = await dropSlowParts(client);
    for (const { quoted } of tables)
      await client.query(`alter table ${quoted} disable trigger user`);
    await client.query(`truncate ${tables.map(({ quoted }) => quoted).join(", ")}`);
    for (const { name: table, quoted, columns, rows } of tables) {
      progress(`Table ${table}`);
      const content = decompressed(backupStore.read(`${name}/${tableFile(table)}`));
      const rowsIn = copyFrom(`copy ${quoted} (${columns.join(", ")}) from stdin`);
      await pipeline(content, client.query(rowsIn));
      await requireRows(client, quoted, rows);
    }
    for (const { quoted, value } of sequences)
      await client.query("select setval($1, $2)", [quoted, value]);
    for (const { quoted } of tables)
      await client.query(`alter table ${quoted} enable trigger user`);
    for (const [n, add] of statements.entries()) {
      progress(`Indexes and references: ${n + 1} of ${statements.length}`);
      await client.query(add);
    }
    const has = (name: string) => tables.some((table) => table.name === name);
    if (!keepSessions) {
      for (const table of sessionTables) await client.query(`delete from ${table}`);
      // A key that was ended since the backup stays ended.
      if (has("listing_keys")) await client.query("delete from listing_keys");
      if (has("request_keys")) await client.query("delete from request_keys");
      // These mails have been sent since the backup.
      if (has("outbox")) await client.query("delete from outbox where state = 'waiting'");
    } else {
      // The jobs that would send these are not in the backup; the next start takes them over.
      if (has("outbox"))
        await client.query("update outbox set due_at = now() where state = 'waiting'");
      if (has("pushes"))
        await client.query("update pushes set due_at = now() where done_at is null");
    }
    await client.query("delete from settings where name = $1", [outcomeName]);
    await client.query(
      "insert into settings (name, value) values ($1, 'true') on conflict do nothing",
      [unfinished],
    );
    if (removed.length > 0)
      await client.query("delete from photos where files && $1::text[]", [removed]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
  progress("Statistics");
  await client.query("analyze");
}

/** Drops foreign keys and indexes, which cost less when built in one pass. @returns the statements that build them */
async function dropSlowParts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
      1 as step
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 2
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by step, drop`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add).toReversed();
}

async function requireRows(client: pg.Client, table: string, wanted: number): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::float8 as count from ${table}`,
  );
  if (rows[0]?.count !== wanted)
    throw new BackupFault(`${table} has ${rows[0]?.count} rows, and had ${wanted}.`);
}
