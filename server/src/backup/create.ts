import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openDatabase, schemaOf } from "../db/database.ts";
import { locks } from "../db/locks.ts";
import type { Storage } from "../storage/storage.ts";
import { selectUnknownFiles } from "../photos/photos.sql.ts";
import { copyErasures, prepareRegister } from "./erasure-register.ts";
import { isBucket } from "./disk.ts";
import { BackupFault, BackupRunning } from "./fault.ts";
import { blocksOf, compress, linesOf } from "./lines.ts";
import {
  type Manifest,
  manifestFile,
  photosFile,
  photosOf,
  type PhotoSum,
  type Progress,
  sumLine,
  type Table,
  tableFile,
} from "./manifest.ts";
import { readCatalogue } from "./tables.ts";
import { nameOfTime, photoPath, type BackupStore } from "./backup-store.ts";

/** Photos copied concurrently. Each file of a folder takes one of four threads that also read the market's photos: a stalled disk must leave some. */
const concurrency = { bucket: 8, folder: 2 };

type Options = {
  url: string;
  storage: Storage | undefined;
  backupStore: BackupStore;
  progress: Progress;
  now?: Date;
};

export type CreatedBackup = { name: string; manifest: Manifest; copied: number };

/** Backs up one snapshot of the database, and its photos. @throws BackupFault */
export async function createBackup(options: Options): Promise<CreatedBackup> {
  const { url, storage, backupStore, progress } = options;
  const client = new pg.Client({
    connectionString: url,
    application_name: "campus-marketplace backup",
  });
  client.on("error", () => {});
  const work = await mkdtemp(join(tmpdir(), "market-backup-"));
  try {
    await client.connect();
    // Copying a large market takes longer than the usual timeout.
    await client.query("set statement_timeout = 0");
    await client.query("set idle_in_transaction_session_timeout = 0");
    const { rows } = await client.query<{ free: boolean; time: Date }>(
      "select pg_try_advisory_lock($1) as free, now() as time",
      [locks.backup],
    );
    const now = options.now ?? rows[0]?.time ?? new Date();
    if (!rows[0]?.free) throw new BackupRunning("Another backup of this market is running.");
    if ((await schemaOf(client)) === 0)
      throw new BackupFault("There is nothing to back up yet: start the market first.");
    const hasErasures = (await readCatalogue(client)).tables.some(
      (table) => table.name === "erasures",
    );
    if (hasErasures) await prepareRegister(url, backupStore);
    for (const left of await backupStore.unfinished()) await backupStore.remove(left);
    const [finished, name] = [await backupStore.backups(), nameOfTime(now)];
    if (finished.includes(name))
      throw new BackupRunning(`${backupStore.place(name)} is there already.`);
    const previous = finished.at(-1);
    const sums: string[] = [];
    const write = async (file: string, content: AsyncIterable<Buffer> | Buffer[]) => {
      const { sha256 } = await backupStore.write(`${name}/${file}`, content);
      sums.push(sumLine(sha256, file));
    };
    const keys = join(work, "keys");
    const manifest = await copyDatabase(client, {
      write,
      keys,
      progress,
      now,
      hasPhotos: storage !== undefined,
    });
    // Photos are copied after the snapshot's transaction, while the market runs.
    const copy = new PhotoCopy({ url, storage, backupStore, progress, manifest });
    const known = previous === undefined ? none() : photosOf(backupStore, previous);
    await compress(blocksOf(copy.lines(readLines(keys), known)), (lines) =>
      write(photosFile, lines),
    );
    await write(manifestFile, [Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`)]);
    if (hasErasures) await copyErasures(url, backupStore);
    await backupStore.writeSums(name, sums);
    return { name, manifest, copied: copy.copied };
  } finally {
    await client.end();
    await rm(work, { recursive: true, force: true });
  }
}

async function* none(): AsyncGenerator<never> {}

async function* readLines(path: string): AsyncGenerator<string> {
  yield* linesOf(createReadStream(path) as AsyncIterable<Buffer>);
}

type TableDump = {
  write(file: string, content: AsyncIterable<Buffer>): Promise<void>;
  keys: string;
  hasPhotos: boolean;
  progress: Progress;
  now: Date;
};

async function copyDatabase(client: pg.Client, writing: TableDump): Promise<Manifest> {
  const { write, keys, hasPhotos, progress, now } = writing;
  await client.query("begin isolation level repeatable read read only");
  const tables: Table[] = [];
  for (const { name, quoted, columns } of (await readCatalogue(client)).tables) {
    progress(`Table ${name}`);
    const copy = client.query(copyTo(`copy ${quoted} (${columns.join(", ")}) to stdout`));
    await compress(copy, (rows) => write(tableFile(name), rows));
    // The number of rows comes after the last row: the next query waits for it.
    await client.query("select");
    tables.push({ name, columns, rows: copy.rowCount });
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  const { rows: versions } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const schema = await schemaOf(client);
  const list = hasPhotos
    ? `copy (select distinct key collate "C" from (
        select unnest(files) as key from photos
        union all select unnest(files) from deleted_listings
        union all select unnest(files) from cases) used
      order by key collate "C") to stdout`
    : "copy (select 1 where false) to stdout";
  await pipeline(client.query(copyTo(list)), createWriteStream(keys, { mode: 0o600 }));
  await client.query("commit");
  return {
    format: 1,
    createdAt: now.toISOString(),
    schema,
    postgres: versions[0]?.version ?? "",
    tables,
    sequences,
    ...(hasPhotos && { photos: 0 }),
    removed: [],
    lost: [],
  };
}

type CopyOptions = Pick<Options, "url" | "storage" | "backupStore" | "progress"> & {
  manifest: Manifest;
};

/** Copies photos that the store lacks. Keys are random and their content never changes, so a known key is a known photo. */
class PhotoCopy {
  readonly #options: CopyOptions;
  copied = 0;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  /** Copies the photos. @returns the line of each, in the order of the keys */
  async *lines(wanted: AsyncIterable<string>, known: AsyncIterator<PhotoSum>) {
    const { manifest, progress, backupStore } = this.#options;
    const most = concurrency[isBucket(backupStore.place()) ? "bucket" : "folder"];
    let waiting: Promise<PhotoSum | undefined>[] = [];
    const settle = async () => {
      const done = await Promise.all(waiting);
      waiting = [];
      if (done.length === 0) return [];
      manifest.photos = (manifest.photos ?? 0) + done.filter((sum) => sum !== undefined).length;
      progress(`Photos ${manifest.photos}, ${this.copied} of them new`);
      return done.flatMap((sum) => (sum ? [sumLine(sum.sha256, photoPath(sum.key))] : []));
    };
    try {
      let next = await known.next();
      for await (const key of wanted) {
        while (!next.done && next.value.key < key) next = await known.next();
        const sha256 = !next.done && next.value.key === key ? next.value.sha256 : undefined;
        if (waiting.push(this.#keep(key, sha256)) === most) yield* await settle();
      }
      yield* await settle();
    } finally {
      await Promise.allSettled(waiting);
      await known.return?.();
    }
  }

  async #keep(key: string, sha256: string | undefined): Promise<PhotoSum | undefined> {
    const { backupStore, storage, manifest } = this.#options;
    if (sha256 !== undefined && (await backupStore.has(photoPath(key)))) return { key, sha256 };
    const file = await storage?.open(key);
    if (file === undefined) {
      ((await this.#isGone(key)) ? manifest.removed : manifest.lost).push(key);
      return undefined;
    }
    const sum = await backupStore.writePhoto(key, await buffer(file.stream));
    if (sum.bytes !== file.bytes)
      throw new BackupFault(`The photo ${key} broke off while it was read.`);
    this.copied += 1;
    return { key, sha256: sum.sha256 };
  }

  async #isGone(key: string): Promise<boolean> {
    const db = openDatabase(this.#options.url, () => {}, { size: 1 });
    try {
      return (await selectUnknownFiles(db, [key])).length > 0;
    } finally {
      await db.close();
    }
  }
}
