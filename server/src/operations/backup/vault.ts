import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, opendir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";

/** SHA-256 in hex, and bytes, of what was written or read. */
export type Sum = { sha256: string; bytes: number };

/** Written last: a backup without it is unfinished. */
export const sumsFile = "SHA256SUMS";
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const nameOfTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
export const timeOfName = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, "T$1:$2:$3Z"));

/** A folder of backups, each in a folder of its own, and of the photos that they share. */
export class Vault {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = resolve(folder);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  photo(key: string): string {
    return this.path("photos", key.slice(0, 3), key);
  }

  /** Finished backups, the oldest first. */
  async backups(): Promise<string[]> {
    const all = await this.#folders();
    return all.filter(({ isDone }) => isDone).map(({ name }) => name);
  }

  async unfinished(): Promise<string[]> {
    const all = await this.#folders();
    return all.filter(({ isDone }) => !isDone).map(({ name }) => name);
  }

  async #folders(): Promise<{ name: string; isDone: boolean }[]> {
    const found = await readNames(this.folder);
    const names = found.filter((name) => namePattern.test(name)).toSorted();
    return Promise.all(
      names.map(async (name) => ({ name, isDone: await exists(this.path(name, sumsFile)) })),
    );
  }

  /** Complete and on the disk, or absent. */
  async write(path: string, source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Sum> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.new`;
    const file = await open(draft, "w", 0o600);
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      await pipeline(
        source,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        },
        file.createWriteStream({ flush: true }),
      );
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return { sha256: hash.digest("hex"), bytes };
  }

  read(path: string): AsyncIterable<Buffer> {
    return createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  }

  readText(path: string): Promise<string> {
    return readFile(path, "utf8");
  }

  has(path: string): Promise<boolean> {
    return exists(path);
  }

  async remove(name: string): Promise<void> {
    // First it is no backup any more, then it goes.
    await rm(this.path(name, sumsFile), { force: true });
    await rm(this.path(name), { recursive: true, force: true });
  }

  /** Keys of the photos there, in order. */
  async *photos(): AsyncGenerator<string> {
    const root = this.path("photos");
    for (const shard of (await readNames(root)).toSorted())
      for (const key of (await readNames(join(root, shard))).toSorted())
        if (!key.endsWith(".new")) yield key;
  }

  async removePhoto(key: string): Promise<void> {
    await rm(this.photo(key), { force: true });
    await rmdir(dirname(this.photo(key))).catch(() => {});
  }
}

export async function sumOf(source: AsyncIterable<Buffer>): Promise<Sum> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function readNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) names.push(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return names;
}
