import { createHash, hash, randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { decrypt, encrypt } from "../config/encryption.ts";
import { credentialsOf } from "../storage/storage.ts";
import { causeOf } from "../config/cause.ts";
import { BackupFault } from "./fault.ts";
import { opened, sealed } from "./seal.ts";
import { type Credentials, openShelf, type Shelf } from "./shelf.ts";

/** SHA-256 in hex of what lies there, and bytes of what was given. */
export type Sum = { sha256: string; bytes: number };

/** Written last: a backup without it is unfinished. */
export const sumsFile = "SHA256SUMS";
const keyFile = "key.jwe";
const keyName = "backup_key";
/** Bytes. */
const mostKeyBytes = 64 * 1024;
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const nameOfTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
export const timeOfName = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, "T$1:$2:$3Z"));

/** Made by a clock that was ahead, or seen by one that is behind. */
export const isFuture = (name: string, now = new Date()): boolean => name > nameOfTime(now);

export const photoPath = (key: string): string => `photos/${key.slice(0, 3)}/${key}`;

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;
type Settings = Pick<Config, "KEY_SECRET" | "BACKUP_ENCRYPT"> & Parameters<typeof credentialsOf>[0];

/** Backups, each in a folder of its own, and the photos that they share. */
export class Vault {
  readonly #shelf: Shelf;
  /** Undefined where nothing is encrypted. */
  readonly #key: Buffer | undefined;

  private constructor(shelf: Shelf, key: Buffer | undefined) {
    this.#shelf = shelf;
    this.#key = key;
  }

  /** What is encrypted stays so; BACKUP_ENCRYPT begins it, in an empty folder. @throws BackupFault */
  static async open(to: string, settings: Partial<Settings>): Promise<Vault> {
    const { KEY_SECRET = "", BACKUP_ENCRYPT = false } = settings;
    const shelf = await reach(to, credentialsOf(settings));
    const plain = new Vault(shelf, undefined);
    if (await shelf.has(keyFile)) {
      const key = await decrypt(
        (await text(shelf.read(keyFile, mostKeyBytes))).trim(),
        KEY_SECRET,
        keyName,
      );
      if (key !== undefined) return new Vault(shelf, Buffer.from(key, "base64url"));
      throw new BackupFault(
        `The backups in ${shelf.name} are encrypted under another KEY_SECRET: set that one, or begin a new folder.`,
      );
    }
    if (!BACKUP_ENCRYPT) return plain;
    if ((await plain.backups()).length > 0)
      throw new BackupFault(
        `The backups in ${shelf.name} are not encrypted, and BACKUP_ENCRYPT is on: begin a new folder.`,
      );
    const key = randomBytes(32);
    const closed = await encrypt(key.toString("base64url"), KEY_SECRET, keyName);
    await shelf.putWhole(keyFile, Buffer.from(`${closed}\n`));
    return new Vault(shelf, key);
  }

  /** For sentences. */
  place(name?: string): string {
    return name === undefined ? this.#shelf.name : `${this.#shelf.name}/${name}`;
  }

  /** Finished backups, the oldest first. */
  async backups(): Promise<string[]> {
    const all = await this.#folders();
    return all.filter(({ isDone }) => isDone).map(({ name }) => name);
  }

  /** The newest that is not dated in the future. */
  async newest(): Promise<string | undefined> {
    return (await this.backups()).findLast((name) => !isFuture(name));
  }

  async ofTheFuture(): Promise<string[]> {
    return (await this.backups()).filter((name) => isFuture(name));
  }

  async unfinished(): Promise<string[]> {
    const all = await this.#folders();
    return all.filter(({ isDone }) => !isDone).map(({ name }) => name);
  }

  async #folders(): Promise<{ name: string; isDone: boolean }[]> {
    const found = await this.#shelf.folders();
    const names = found.filter((name) => namePattern.test(name)).toSorted();
    return Promise.all(
      names.map(async (name) => ({
        name,
        isDone: await this.#shelf.has(`${name}/${sumsFile}`),
      })),
    );
  }

  async write(path: string, source: Content): Promise<Sum> {
    const sum = createHash("sha256");
    let bytes = 0;
    const counted = async function* () {
      for await (const chunk of source) {
        bytes += chunk.length;
        yield chunk;
      }
    };
    const stored = this.#key === undefined ? counted() : sealed(counted(), this.#key, path);
    const summed = async function* () {
      for await (const chunk of stored) {
        sum.update(chunk);
        yield chunk;
      }
    };
    await this.#shelf.put(path, summed());
    return { sha256: sum.digest("hex"), bytes };
  }

  async writePhoto(key: string, content: Buffer): Promise<Sum> {
    const path = photoPath(key);
    const stored =
      this.#key === undefined
        ? content
        : Buffer.concat(await Array.fromAsync(sealed([content], this.#key, path)));
    await this.#shelf.putWhole(path, stored);
    return { sha256: hash("sha256", stored), bytes: content.length };
  }

  /** Finishes a backup. Readable without the key, for `sha256sum`. */
  async writeSums(name: string, lines: string[]): Promise<void> {
    await this.#shelf.putWhole(`${name}/${sumsFile}`, Buffer.from(`${lines.join("\n")}\n`));
  }

  /** Of what is encrypted nothing counts before the end. @param most bytes; a larger file is refused unread */
  read(path: string, most?: number): AsyncIterable<Buffer> {
    const stored = this.readStored(path, most);
    return this.#key === undefined ? stored : opened(stored, this.#key, path);
  }

  /** As it lies there, encrypted or not. */
  readStored(path: string, most?: number): AsyncIterable<Buffer> {
    return this.#shelf.read(path, most);
  }

  has(path: string): Promise<boolean> {
    return this.#shelf.has(path);
  }

  async remove(name: string): Promise<void> {
    // First it is no backup any more, then it goes.
    await this.#shelf.remove(`${name}/${sumsFile}`);
    for await (const path of this.#shelf.list(name)) await this.#shelf.remove(path);
  }

  /** Keys of the photos there, in order. */
  async *photos(): AsyncGenerator<string> {
    for await (const path of this.#shelf.list("photos"))
      yield path.slice(path.lastIndexOf("/") + 1);
  }

  /** Writes a file and removes it. @throws what stands against it */
  async tryWriting(): Promise<void> {
    const path = `check/${randomBytes(12).toString("hex")}`;
    await this.#shelf.putWhole(path, Buffer.from("A check of the doctor."));
    await this.#shelf.remove(path);
  }

  async removePhoto(key: string): Promise<void> {
    await this.#shelf.remove(photoPath(key));
  }
}

/** @throws BackupFault with the cause when nothing can be read there */
async function reach(to: string, credentials: Credentials): Promise<Shelf> {
  if (/^(?!s3:)\w+:\/\//.test(to))
    throw new BackupFault(`${to} is neither a folder nor the address of a bucket (s3://…).`);
  try {
    const shelf = await openShelf(to, credentials);
    await shelf.folders();
    return shelf;
  } catch (error) {
    throw new BackupFault(`${to.split("?")[0]} cannot be used: ${causeOf(error)}.`);
  }
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
