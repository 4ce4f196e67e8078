import type { Readable } from "node:stream";
import { AppError, isDiskFull } from "../errors/errors.ts";

export type Storage = {
  /** Stores a file; when it resolves, the file survives a power cut. */
  put(key: string, content: Buffer): Promise<void>;
  /** Destroy the stream when it is not read to its end. */
  open(key: string): Promise<{ bytes: number; modifiedAt: Date; stream: Readable } | undefined>;
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<{ key: string; bytes: number; modifiedAt: Date }>;
  check(): Promise<void>;
};

export type StorageSetting = {
  url?: string | undefined;
  folder: string;
  credentials?:
    | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
    | undefined;
};

/** The keys of a bucket, when both are set. */
export function credentialsOf({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}): StorageSetting["credentials"] {
  return accessKeyId && secretAccessKey
    ? { accessKeyId, secretAccessKey, sessionToken }
    : undefined;
}

export const isKey = (text: string): boolean =>
  /^[a-z0-9]{3}[a-z0-9-]{0,90}\.[a-z0-9]{2,5}$/.test(text);

export function requireKey(text: string): string {
  if (!isKey(text)) throw new Error("not a storage key");
  return text;
}

const types: Record<string, string> = { webp: "image/webp", avif: "image/avif" };

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
