import { text } from "node:stream/consumers";
import { decompressed, linesOf, rowsOf } from "./lines.ts";
import { BackupFault, photoPath, sumOf, sumsFile, type Vault } from "./vault.ts";

export type Table = { name: string; columns: string[]; rows: number };
export type Manifest = {
  format: 1;
  createdAt: string;
  schema: number;
  postgres: string;
  tables: Table[];
  sequences: { name: string; value: string }[];
  /** Undefined where the photos have stayed where they are. */
  photos?: number;
  /** Keys of files whose listing went while the backup ran. */
  removed: string[];
  /** Keys of files that the market had lost before. */
  lost: string[];
};

export const manifestFile = "manifest.json";
export const photosFile = "photos.sha256.zst";
export const tableFile = (name: string): string => `${name}.copy.zst`;

/** Lines as `sha256sum` writes and checks them. */
export const sumLine = (sha256: string, path: string): string => `${sha256}  ${path}`;
const photoLine = /^([0-9a-f]{64}) {2}photos\/([a-z0-9]{3})\/(\2[a-z0-9-]*\.[a-z0-9]+)$/;

export type PhotoSum = { key: string; sha256: string };

/** The photos of a backup in the order of their keys. */
export async function* photosOf(vault: Vault, name: string): AsyncGenerator<PhotoSum> {
  for await (const line of linesOf(decompressed(vault.read(`${name}/${photosFile}`)))) {
    const [, sha256, , key] = photoLine.exec(line) ?? [];
    if (sha256 === undefined || key === undefined)
      throw new BackupFault(`${name}/${photosFile} has a line that is none: ${line.slice(0, 80)}`);
    yield { key, sha256 };
  }
}

export async function readManifest(vault: Vault, name: string): Promise<Manifest> {
  const content = await text(vault.read(`${name}/${manifestFile}`));
  const manifest = JSON.parse(content) as Manifest;
  if (manifest.format !== 1)
    throw new BackupFault(
      `${name} has format ${String(manifest.format)}, which this release cannot read.`,
    );
  return manifest;
}

export type Progress = (what: string) => void;

/** Reads every byte of a backup. @throws BackupFault naming the first that is not as it was written */
export async function verifyBackup(
  vault: Vault,
  name: string,
  progress: Progress,
): Promise<Manifest> {
  const sums = await readSums(vault, name);
  for (const [path, sha256] of sums) {
    progress(`Reading ${path}`);
    await requireSum(vault, `${name}/${path}`, sha256);
  }
  const manifest = await readManifest(vault, name);
  const wanted = [
    manifestFile,
    photosFile,
    ...manifest.tables.map((table) => tableFile(table.name)),
  ];
  if (wanted.toSorted().join() !== [...sums.keys()].toSorted().join())
    throw new BackupFault(`${name}/${sumsFile} does not name what the backup consists of.`);
  for (const table of manifest.tables) await verifyTable(vault, name, manifest, table);
  let photos = 0;
  for await (const { key, sha256 } of photosOf(vault, name)) {
    await requireSum(vault, photoPath(key), sha256);
    photos += 1;
    if (photos % 100 === 0) progress(`Photos ${photos} of ${manifest.photos}`);
  }
  if (photos !== (manifest.photos ?? 0))
    throw new BackupFault(`${name} lists ${photos} photo files, and had ${manifest.photos}.`);
  return manifest;
}

/** @throws BackupFault unless every character of the file is one that was written */
async function readSums(vault: Vault, name: string): Promise<Map<string, string>> {
  const stored = await text(vault.readStored(`${name}/${sumsFile}`)).catch(() => "");
  const lines = stored.split("\n");
  const isWhole = lines.pop() === "" && lines.length > 0;
  const found = lines.map((line) => /^([0-9a-f]{64}) {2}([a-z_0-9]+\.[a-z0-9.]+)$/.exec(line));
  if (!isWhole || found.includes(null))
    throw new BackupFault(`${name}/${sumsFile} is not as it was written.`);
  return new Map(found.map((match) => [match?.[2] ?? "", match?.[1] ?? ""]));
}

async function requireSum(vault: Vault, path: string, sha256: string) {
  const found = await sumOf(vault.readStored(path)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new BackupFault(`${path} is missing.`) : error;
  });
  if (found.sha256 !== sha256) throw new BackupFault(`${path} is not as it was written.`);
}

/** Counts the rows, and looks for the files that those of photos name. */
async function verifyTable(vault: Vault, name: string, manifest: Manifest, table: Table) {
  const files = table.name === "photos" ? table.columns.indexOf("files") : -1;
  const absent = new Set([...manifest.removed, ...manifest.lost]);
  let rows = 0;
  for await (const row of rowsOf(decompressed(vault.read(`${name}/${tableFile(table.name)}`)))) {
    rows += 1;
    for (const key of files < 0 ? [] : keysIn(row[files] ?? "{}"))
      if (manifest.photos !== undefined && !absent.has(key) && !(await vault.has(photoPath(key))))
        throw new BackupFault(`${photoPath(key)} is missing.`);
  }
  if (rows !== table.rows)
    throw new BackupFault(`${name} has ${rows} rows of ${table.name}, and had ${table.rows}.`);
}

const keysIn = (array: string): string[] =>
  array
    .slice(1, -1)
    .split(",")
    .filter((key) => key !== "");
