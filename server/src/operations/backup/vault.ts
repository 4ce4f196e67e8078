import { createHash, hash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { decrypt, encrypt } from "../../config/encryption.ts";
import { opened, sealed } from "./seal.ts";

/** SHA-256 in hex of what lies there, and bytes of what was given. */
export type Sum = { sha256: string; bytes: number };

/** Written last: a backup without it is unfinished. */
export const sumsFile = "SHA256SUMS";
const keyFile = "key.jwe";
const keyName = "backup_key";
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const nameOfTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
export const timeOfName = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, "T$1:$2:$3Z"));

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;
type Secrets = { KEY_SECRET?: string | undefined; BACKUP_ENCRYPT?: boolean };

/** Its sentence is shown without a stack. */
export class BackupFault extends Error {}

/** A folder of backups, each in a folder of its own, and of the photos that they share. */
export class Vault {
  readonly folder: string;
  /** Undefined where nothing is encrypted. */
  readonly #key: Buffer | undefined;

  private constructor(folder: string, key: Buffer | undefined) {
    this.folder = folder;
    this.#key = key;
  }

  /** What is encrypted stays so; BACKUP_ENCRYPT begins it, in an empty folder. @throws BackupFault */
  static async open(to: string, { KEY_SECRET, BACKUP_ENCRYPT }: Secrets): Promise<Vault> {
    if (/^\w+:\/\//.test(to)) throw new BackupFault(`${to} is no folder; mount it, and name that.`);
    const folder = resolve(to);
    const sealedKey = await readFile(join(folder, keyFile), "utf8").catch(() => undefined);
    if (sealedKey !== undefined) {
      const key = await decrypt(sealedKey.trim(), KEY_SECRET ?? "", keyName);
      if (key !== undefined) return new Vault(folder, Buffer.from(key, "base64url"));
      throw new BackupFault(
        `The backups in ${folder} are encrypted under another KEY_SECRET: set that one, or begin a new folder.`,
      );
    }
    const plain = new Vault(folder, undefined);
    if (!BACKUP_ENCRYPT) return plain;
    if ((await plain.backups()).length > 0)
      throw new BackupFault(
        `The backups in ${folder} are not encrypted, and BACKUP_ENCRYPT is on: begin a new folder.`,
      );
    const key = randomBytes(32);
    const text = await encrypt(key.toString("base64url"), KEY_SECRET ?? "", keyName);
    await plain.write(plain.path(keyFile), [Buffer.from(`${text}\n`)]);
    return new Vault(folder, key);
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
  async write(path: string, source: Content): Promise<Sum> {
    return this.#write(path, source, this.#key);
  }

  /** Readable without the key, for `sha256sum`. */
  async writePlain(path: string, source: Content): Promise<Sum> {
    return this.#write(path, source, undefined);
  }

  async #write(path: string, source: Content, key: Buffer | undefined): Promise<Sum> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.new`;
    const file = await open(draft, "w", 0o600);
    const sum = createHash("sha256");
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of source) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(
        key === undefined ? counted() : sealed(counted(), key, this.#nameOf(path)),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            sum.update(chunk);
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
    return { sha256: sum.digest("hex"), bytes };
  }

  /** As `write`, for a small one: streams cost more than what goes through them. */
  async writeWhole(path: string, content: Buffer): Promise<Sum> {
    const stored = await gathered(
      this.#key === undefined ? [content] : sealed([content], this.#key, this.#nameOf(path)),
    );
    const draft = `${path}.new`;
    const put = () => writeFile(draft, stored, { mode: 0o600, flush: true });
    await put().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await put();
    });
    await rename(draft, path);
    return { sha256: hash("sha256", stored), bytes: content.length };
  }

  #nameOf(path: string): string {
    return relative(this.folder, path);
  }

  /** Of what is encrypted nothing counts before the end. */
  read(path: string): AsyncIterable<Buffer> {
    const stored = this.readStored(path);
    return this.#key === undefined ? stored : opened(stored, this.#key, this.#nameOf(path));
  }

  /** As it lies there, encrypted or not. */
  readStored(path: string): AsyncIterable<Buffer> {
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

async function gathered(source: Content): Promise<Buffer> {
  const parts = await Array.fromAsync(source);
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

export async function sumOf(source: AsyncIterable<Buffer>): Promise<Sum> {
  const sum = createHash("sha256");
  let bytes = 0;
  for await (const chunk of source) {
    sum.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: sum.digest("hex"), bytes };
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
