import { createHash, hash, randomBytes } from "node:crypto";
import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { decrypt, encrypt } from "../config/encryption.ts";
import { describeCause } from "../config/cause.ts";
import { describeTarget, isBucket, noAnswer, requireAnswer } from "./disk.ts";
import { BackupFault } from "./fault.ts";
import { watchStalls, type Watched } from "./stalls.ts";
import { decryptStream, encryptStream } from "./stream-encryption.ts";
import {
  type Credentials,
  credentialsOf,
  openObjectStore,
  type ObjectStore,
} from "../storage/object-store.ts";

/** SHA-256 in hex of the stored bytes, and the number of bytes before encryption. */
type Sum = { sha256: string; bytes: number };

/** Written last: a backup without it is unfinished. */
export const sumsFile = "SHA256SUMS";
/** Milliseconds without a response of a disk. One that sleeps takes half a minute. */
const longestSilence = 300_000;
const keyFile = "key.jwe";
const keyName = "backup_key";
/** Bytes. */
const mostKeyBytes = 64 * 1024;
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export const nameOfTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
export const timeOfName = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z/, "T$1:$2:$3Z"));

/** Whether the name is later than now: the clock was ahead then, or is behind now. */
export const isFuture = (name: string, now = new Date()): boolean => name > nameOfTime(now);

export const photoPath = (key: string): string => `photos/${key.slice(0, 3)}/${key}`;

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;
type Settings = Pick<Config, "KEY_SECRET" | "BACKUP_ENCRYPT"> & Parameters<typeof credentialsOf>[0];

/** Backups, each in a folder of its own, and the photos that they share. */
export class BackupStore {
  readonly #objectStore: ObjectStore;
  readonly #read: Watched["read"];
  readonly #key: Buffer | undefined;
  /** Encrypts the key of the register of erasures. */
  readonly keySecret: string | undefined;

  private constructor(
    { store, read }: Watched,
    key: Buffer | undefined,
    keySecret: string | undefined,
  ) {
    this.#objectStore = store;
    this.#read = read;
    this.#key = key;
    this.keySecret = keySecret;
  }

  /** Opens a store. An encrypted one stays encrypted; BACKUP_ENCRYPT encrypts an empty one. @throws BackupFault */
  static async open(
    to: string,
    settings: Partial<Settings>,
    silence = longestSilence,
  ): Promise<BackupStore> {
    const { KEY_SECRET, BACKUP_ENCRYPT = false } = settings;
    const watched = await openReachable(to, credentialsOf(settings), silence);
    const objectStore = watched.store;
    const plain = new BackupStore(watched, undefined, KEY_SECRET);
    if (await plain.has(keyFile)) {
      const key = await decrypt(
        (await text(plain.readStored(keyFile, mostKeyBytes))).trim(),
        KEY_SECRET ?? "",
        keyName,
      );
      if (key !== undefined)
        return new BackupStore(watched, Buffer.from(key, "base64url"), KEY_SECRET);
      throw new BackupFault(
        `The backups in ${objectStore.name} are encrypted under another KEY_SECRET: set that one, or begin a new folder.`,
      );
    }
    if (!BACKUP_ENCRYPT) return plain;
    if ((await plain.backups()).length > 0)
      throw new BackupFault(
        `The backups in ${objectStore.name} are not encrypted, and BACKUP_ENCRYPT is on: begin a new folder.`,
      );
    const key = randomBytes(32);
    const closed = await encrypt(key.toString("base64url"), KEY_SECRET ?? "", keyName);
    await objectStore.put(keyFile, Buffer.from(`${closed}\n`));
    return new BackupStore(watched, key, KEY_SECRET);
  }

  place(name?: string): string {
    return name === undefined ? this.#objectStore.name : `${this.#objectStore.name}/${name}`;
  }

  /** Lists finished backups, oldest first. */
  async backups(): Promise<string[]> {
    const all = await this.#folders();
    return all.filter(({ isDone }) => isDone).map(({ name }) => name);
  }

  /** Finds the newest backup that is not dated in the future. */
  async newest(): Promise<string | undefined> {
    return (await this.backups()).findLast((name) => !isFuture(name));
  }

  async futureBackups(): Promise<string[]> {
    return (await this.backups()).filter((name) => isFuture(name));
  }

  async unfinished(): Promise<string[]> {
    const all = await this.#folders();
    return all.filter(({ isDone }) => !isDone).map(({ name }) => name);
  }

  async #folders(): Promise<{ name: string; isDone: boolean }[]> {
    const found = await this.#objectStore.folders();
    const names = found.filter((name) => namePattern.test(name)).toSorted();
    return Promise.all(
      names.map(async (name) => ({
        name,
        isDone: await this.has(`${name}/${sumsFile}`),
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
    const stored = this.#key === undefined ? counted() : encryptStream(counted(), this.#key, path);
    const summed = async function* () {
      for await (const chunk of stored) {
        sum.update(chunk);
        yield chunk;
      }
    };
    await this.#objectStore.put(path, summed());
    return { sha256: sum.digest("hex"), bytes };
  }

  writePhoto(key: string, content: Buffer): Promise<Sum> {
    return this.writeWhole(photoPath(key), content);
  }

  async writeWhole(path: string, content: Buffer): Promise<Sum> {
    const stored =
      this.#key === undefined
        ? content
        : Buffer.concat(await Array.fromAsync(encryptStream([content], this.#key, path)));
    await this.#objectStore.put(path, stored);
    return { sha256: hash("sha256", stored), bytes: content.length };
  }

  /** Finishes a backup. The sums are not encrypted, so that `sha256sum` can check them. */
  async writeSums(name: string, lines: string[]): Promise<void> {
    await this.#objectStore.put(`${name}/${sumsFile}`, Buffer.from(`${lines.join("\n")}\n`));
  }

  /** Reads a file; encrypted content is authentic only at its end. @param most bytes; a larger file is refused unread */
  read(path: string, most?: number): AsyncIterable<Buffer> {
    const stored = this.readStored(path, most);
    return this.#key === undefined ? stored : decryptStream(stored, this.#key, path);
  }

  /** Reads without decrypting. @throws an error with the code ENOENT when absent, BackupFault when larger or no plain file */
  async *readStored(path: string, most = Infinity): AsyncGenerator<Buffer> {
    const file = await this.#open(path);
    if (file === undefined)
      throw Object.assign(new Error(`${path} is missing`), { code: "ENOENT" });
    if (file.bytes <= most) return yield* this.#read(file.stream);
    file.stream.destroy();
    throw new BackupFault(`${path} is larger than the ${most} bytes that such a file can have.`);
  }

  async has(path: string): Promise<boolean> {
    const file = await this.#open(path);
    file?.stream.destroy();
    return file !== undefined;
  }

  #open(path: string): ReturnType<ObjectStore["open"]> {
    return this.#objectStore.open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ELOOP") throw error;
      throw new BackupFault(`${path} is a link, or no file, and no market writes such.`);
    });
  }

  async remove(name: string): Promise<void> {
    // Without its sums it is unfinished, and the next backup removes the rest after an interruption.
    await this.#objectStore.remove(`${name}/${sumsFile}`);
    for await (const { path } of this.#objectStore.list(name)) await this.#objectStore.remove(path);
  }

  async *photos(): AsyncGenerator<string> {
    for await (const { path } of this.#objectStore.list("photos"))
      yield path.slice(path.lastIndexOf("/") + 1);
  }

  /** Writes a file and removes it. @throws the store's error if it cannot */
  async tryWriting(): Promise<void> {
    const path = `check/${randomBytes(12).toString("hex")}`;
    await this.#objectStore.put(path, Buffer.from("A check of the doctor."));
    await this.#objectStore.remove(path);
  }

  async removePhoto(key: string): Promise<void> {
    await this.#objectStore.remove(photoPath(key));
  }
}

/** Opens the store and lists it once. @throws BackupFault with the cause if it cannot be read */
async function openReachable(
  to: string,
  credentials: Credentials,
  silence: number,
): Promise<Watched> {
  if (/^(?!s3:)\w+:\/\//.test(to))
    throw new BackupFault(
      `${describeTarget(to)} is neither a folder nor the address of a bucket (s3://…).`,
    );
  await requireAnswer(to);
  if (!isBucket(to)) await requireParent(resolve(to));
  try {
    const objectStore = await openObjectStore("BACKUP_TO", to, credentials);
    // A client of buckets has timeouts of its own.
    const watched = isBucket(to)
      ? { store: objectStore, read: (stream: AsyncIterable<Buffer>) => stream }
      : watchStalls(objectStore, silence, () => noAnswer(objectStore.name));
    await watched.store.folders();
    return watched;
  } catch (error) {
    if (error instanceof BackupFault) throw error;
    throw new BackupFault(`${describeTarget(to)} cannot be used: ${describeCause(error)}.`);
  }
}

/** Requires the folder above: a backup makes its own folder alone, so that a mistyped path is noticed. */
async function requireParent(folder: string): Promise<void> {
  const parent = dirname(folder);
  const isThere = await access(parent).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT",
  );
  if (!isThere)
    throw new BackupFault(
      `${folder} cannot be used: there is no folder ${parent}. Make that folder, mount its disk, or correct the path.`,
    );
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
