import { writeFile } from "node:fs/promises";
import { AppError, isDiskFull } from "../errors.ts";

export type StoredFile = {
  bytes: number;
  modifiedAt: Date;
  /** Its content, once. A piece is good only until the next is asked for: whoever keeps it copies it. */
  pieces: AsyncIterable<Uint8Array>;
  /** Lets go of it, wherever its reading stands. */
  close(): Promise<void>;
};
export type ListedFile = { key: string; bytes: number; modifiedAt: Date };

/** Where photos are kept. Everything that a photo needs of a disk or a bucket is these four, and a health check. */
export type Storage = {
  /** Copies a local file into the store. When it resolves, the file survives a power cut. */
  put(key: string, path: string): Promise<void>;
  /** @returns nothing when there is no such file; whoever opens a file closes it */
  open(key: string): Promise<StoredFile | undefined>;
  /** Removes the files; those that are absent are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Every file, in no promised order. */
  list(): AsyncIterable<ListedFile>;
  /** @throws when the store cannot be reached or written */
  check(): Promise<void>;
};

export type StorageSetting = {
  /** `s3://bucket?endpoint=…&region=…`; without it, the folder is used */
  url?: string | undefined;
  folder: string;
  /** The standard AWS variables, as the configuration read them */
  credentials?:
    | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
    | undefined;
};

/** The part of a store's content that a process may not guess or leave: letters, digits, dots and dashes. */
const keyPattern = /^[a-z0-9]{3}[a-z0-9-]{0,90}\.[a-z0-9]{2,5}$/;

export const isKey = (text: string): boolean => keyPattern.test(text);

/** @throws when the text is not a key, because one that is not was never made here */
export function requireKey(text: string): string {
  if (!isKey(text)) throw new Error("not a storage key");
  return text;
}

const types: Record<string, string> = { webp: "image/webp", avif: "image/avif" };

/** Media type that the key's ending stands for. */
export const typeOf = (key: string): string =>
  types[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";

/** Opens the store that the setting names; the S3 client is loaded only when it is used. */
export async function createStorage(setting: StorageSetting): Promise<Storage> {
  if (setting.url === undefined) {
    const { openFolderStorage } = await import("./folder-storage.ts");
    return openFolderStorage(setting.folder);
  }
  const { openS3Storage } = await import("./s3-storage.ts");
  return openS3Storage(setting.url, setting.credentials);
}

/** Copies a file out of the store. @returns false when there is no such file */
export async function copyTo(storage: Storage, key: string, path: string): Promise<boolean> {
  const file = await storage.open(key);
  if (file === undefined) return false;
  try {
    await writeFile(path, file.pieces, { flag: "wx" });
  } finally {
    await file.close();
  }
  return true;
}

/** What a request is told when the store fails. */
export function storageRefusal(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError(isDiskFull(error) ? "storage-full" : "storage-unavailable", { cause: error });
}
