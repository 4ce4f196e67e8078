import { mkdir } from "node:fs/promises";
import type { Readable } from "node:stream";
import { AppError, isDiskFull } from "../errors/errors.ts";
import { openFolder } from "./folder-store.ts";
import type { Credentials, ObjectStore, StoredFile } from "./object-store.ts";

export type Storage = {
  /** Stores a file; when it resolves, the file survives a power cut. */
  put(key: string, content: Buffer): Promise<void>;
  /** Destroy the stream when it is not read to its end. */
  open(key: string): Promise<StoredFile | undefined>;
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<{ key: string; bytes: number; modifiedAt: Date }>;
  check(): Promise<void>;
};

export const isKey = (text: string): boolean =>
  /^[a-z0-9]{3}[a-z0-9-]{0,90}\.[a-z0-9]{2,5}$/.test(text);

type StorageSetting = { url?: string | undefined; folder: string; credentials?: Credentials };

/** Opens the store that the setting names. A folder has folders by the first three characters of keys, a bucket has none. */
export async function createStorage(setting: StorageSetting): Promise<Storage> {
  const store = await openStore(setting);
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error("not a storage key");
    return setting.url === undefined ? `${key.slice(0, 3)}/${key}` : key;
  };
  return {
    put: async (key, content) => store.put(pathOf(key), content),

    open: async (key) =>
      store.open(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ELOOP") return undefined;
        throw error;
      }),

    // One by one: a bucket's call for many needs a checksum that not every service agrees on.
    async remove(keys) {
      await Promise.all(keys.map(pathOf).map((path) => store.remove(path)));
    },

    async *list() {
      for await (const { path, ...file } of store.list()) {
        const key = path.slice(path.lastIndexOf("/") + 1);
        if (isKey(key) && path === pathOf(key)) yield { key, ...file };
      }
    },

    check: store.check,
  };
}

/** The S3 client is loaded only when it is used. */
async function openStore({ url, folder, credentials }: StorageSetting): Promise<ObjectStore> {
  if (url !== undefined) {
    const { openBucket } = await import("./bucket-store.ts");
    // A path in the address was never part of the keys.
    const address = url.replace(/^(s3:\/\/[^/?]*)\/[^?]*/, "$1");
    return openBucket("STORAGE_URL", address, credentials);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return openFolder(folder);
}

export async function openStream(storage: Storage, key: string): Promise<Readable> {
  const file = await storage.open(key);
  if (file === undefined) throw new AppError("photo-not-found");
  return file.stream;
}

export function storageRefusal(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError(isDiskFull(error) ? "storage-full" : "storage-unavailable", { cause: error });
}
