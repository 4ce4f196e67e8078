import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { isKey } from "../storage/storage.ts";
import { readRegister } from "./erasure-register.ts";
import { BackupFault } from "./fault.ts";
import { decompressed, linesOf, rowsOf } from "./lines.ts";
import { photoPath, sumOf, sumsFile, type BackupStore } from "./backup-store.ts";

/** Names as in SQL; a column may be quoted. The restore looks each up in the catalogue (`tables.ts`). */
const tableName = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/));
const columnName = z.string().check(z.regex(/^("?)[a-z_][a-z0-9_]{0,62}\1$/));
const count = z.int().check(z.nonnegative());
const keys = z.array(z.string().check(z.refine(isKey)));

const table = z.object({ name: tableName, columns: z.array(columnName), rows: count });
const manifest = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  schema: z.int().check(z.positive()),
  postgres: z.string(),
  tables: z.array(table),
  sequences: z.array(
    z.object({ name: tableName, value: z.string().check(z.regex(/^-?\d{1,19}$/)) }),
  ),
  photos: z.optional(count),
  /** Keys of files whose listing was deleted while the backup ran. */
  removed: keys,
  /** Keys of files that were missing already. */
  lost: keys,
});
export type Manifest = z.infer<typeof manifest>;
export type Table = z.infer<typeof table>;

export const manifestFile = "manifest.json";
/** Bytes; an encoded photo is smaller than an upload, and encryption adds a few bytes. */
export const mostPhotoBytes = 64 * 1024 * 1024;
export const photosFile = "photos.sha256.zst";
export const tableFile = (name: string): string => `${name}.copy.zst`;

export const sumLine = (sha256: string, path: string): string => `${sha256}  ${path}`;
const photoLine = /^([0-9a-f]{64}) {2}photos\/([a-z0-9]{3})\/(\2[a-z0-9-]*\.[a-z0-9]+)$/;

export type PhotoSum = { key: string; sha256: string };

/** Reads the photos of a backup in the order of their keys. */
export async function* photosOf(backupStore: BackupStore, name: string): AsyncGenerator<PhotoSum> {
  for await (const line of linesOf(decompressed(backupStore.read(`${name}/${photosFile}`)))) {
    const [, sha256, , key] = photoLine.exec(line) ?? [];
    if (sha256 === undefined || key === undefined)
      throw new BackupFault(`${name}/${photosFile} has a line that is none: ${line.slice(0, 80)}`);
    yield { key, sha256 };
  }
}

/** Bytes; a manifest names tables, not rows. */
const mostOf = { manifest: 16 * 1024 * 1024, sums: 1024 * 1024 };

/** Reads a manifest and checks its form, since anyone with access to the folder may have changed it. */
async function readManifest(backupStore: BackupStore, name: string): Promise<Manifest> {
  const path = `${name}/${manifestFile}`;
  const content = readJson(await text(backupStore.read(path, mostOf.manifest)));
  const { data, error } = manifest.safeParse(content);
  if (data !== undefined) return data;
  const format: unknown = Reflect.get(Object(content), "format");
  throw new BackupFault(
    typeof format === "number" && format !== 1
      ? `${name} has format ${format}, which this release cannot read.`
      : `${path} is not one that a market has written: ${error.issues[0]?.path.join(".")}.`,
  );
}

function readJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

export type Progress = (what: string) => void;

/** Reads every byte of a backup, and the register of erasures beside it. @throws BackupFault naming the first file that was changed */
export async function verifyBackup(
  backupStore: BackupStore,
  name: string,
  progress: Progress,
  withoutRegister = false,
): Promise<Manifest> {
  if (!withoutRegister) await readRegister(backupStore);
  const sums = await readSums(backupStore, name);
  for (const [path, sha256] of sums) {
    progress(`Reading ${path}`);
    const most = path === manifestFile ? mostOf.manifest : undefined;
    await requireSum(backupStore, `${name}/${path}`, sha256, most);
  }
  const manifest = await readManifest(backupStore, name);
  const wanted = [
    manifestFile,
    photosFile,
    ...manifest.tables.map((table) => tableFile(table.name)),
  ];
  if (wanted.toSorted().join() !== [...sums.keys()].toSorted().join())
    throw new BackupFault(`${name}/${sumsFile} does not name what the backup consists of.`);
  for (const table of manifest.tables) await verifyTable(backupStore, name, manifest, table);
  let photos = 0;
  for await (const { key, sha256 } of photosOf(backupStore, name)) {
    await requireSum(backupStore, photoPath(key), sha256, mostPhotoBytes);
    photos += 1;
    if (photos > (manifest.photos ?? 0)) break;
    if (photos % 100 === 0) progress(`Photos ${photos} of ${manifest.photos}`);
  }
  if (photos !== (manifest.photos ?? 0))
    throw new BackupFault(
      `${name} does not list the ${manifest.photos ?? 0} photo files that it had.`,
    );
  return manifest;
}

/** Reads the sums. @throws BackupFault if any character of the file was changed */
async function readSums(backupStore: BackupStore, name: string): Promise<Map<string, string>> {
  const stored = await text(backupStore.readStored(`${name}/${sumsFile}`, mostOf.sums)).catch(
    () => "",
  );
  const lines = stored.split("\n");
  const isWhole = lines.pop() === "" && lines.length > 0;
  const found = lines.map((line) => /^([0-9a-f]{64}) {2}([a-z_0-9]+\.[a-z0-9.]+)$/.exec(line));
  if (!isWhole || found.includes(null))
    throw new BackupFault(`${name}/${sumsFile} is not as it was written.`);
  return new Map(found.map((match) => [match?.[2] ?? "", match?.[1] ?? ""]));
}

async function requireSum(backupStore: BackupStore, path: string, sha256: string, most?: number) {
  const found = await sumOf(backupStore.readStored(path, most)).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new BackupFault(`${path} is missing.`) : error;
    },
  );
  if (found.sha256 !== sha256) throw new BackupFault(`${path} is not as it was written.`);
}

/** Counts the rows, and checks that the files of photos exist. */
async function verifyTable(
  backupStore: BackupStore,
  name: string,
  manifest: Manifest,
  table: Table,
) {
  const files = table.name === "photos" ? table.columns.indexOf("files") : -1;
  const absent = new Set([...manifest.removed, ...manifest.lost]);
  let rows = 0;
  for await (const row of rowsOf(
    decompressed(backupStore.read(`${name}/${tableFile(table.name)}`)),
  )) {
    rows += 1;
    if (rows > table.rows) break;
    for (const key of files < 0 ? [] : keysIn(row[files] ?? "{}")) {
      if (manifest.photos === undefined || absent.has(key)) continue;
      if (!isKey(key)) throw new BackupFault(`${name} has a photo with a name that is none.`);
      if (!(await backupStore.has(photoPath(key))))
        throw new BackupFault(`${photoPath(key)} is missing.`);
    }
  }
  if (rows !== table.rows)
    throw new BackupFault(`${name} does not have the ${table.rows} rows of ${table.name} it had.`);
}

const keysIn = (array: string): string[] =>
  array
    .slice(1, -1)
    .split(",")
    .filter((key) => key !== "");
