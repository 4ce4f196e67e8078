import type { Readable } from "node:stream";
import { openFolder } from "./folder-store.ts";

/** Files in a folder or a bucket. Paths are relative to it, with `/`. */
export type ObjectStore = {
  name: string;
  /** Stores a file: complete and durable, or absent. */
  put(path: string, content: Buffer | AsyncIterable<Buffer>): Promise<void>;
  /** Destroy the stream if not read to its end. @returns undefined when absent @throws an error with the code ELOOP for a link or no plain file */
  open(path: string): Promise<StoredFile | undefined>;
  /** Lists the files below a folder, or all files, in order. */
  list(folder?: string): AsyncIterable<{ path: string; bytes: number; modifiedAt: Date }>;
  folders(): Promise<string[]>;
  remove(path: string): Promise<void>;
  /** @throws when nothing can be stored */
  check(): Promise<void>;
};

export type StoredFile = { bytes: number; modifiedAt: Date; stream: Readable };

export type Credentials =
  | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
  | undefined;

/** Opens `s3://…` or a folder. The S3 client is loaded only when it is used. @param setting named in errors */
export async function openObjectStore(
  setting: string,
  place: string,
  credentials: Credentials,
): Promise<ObjectStore> {
  if (!place.startsWith("s3:")) return openFolder(place);
  const { openBucket } = await import("./bucket-store.ts");
  return openBucket(setting, place, credentials);
}

export function credentialsOf({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}): Credentials {
  return accessKeyId && secretAccessKey
    ? { accessKeyId, secretAccessKey, sessionToken }
    : undefined;
}

const types: Record<string, string> = { webp: "image/webp", avif: "image/avif" };

export const typeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";

/** Shown, but saved under its own name, whatever else the address may suggest. */
export const dispositionOf = (path: string): string =>
  `inline; filename="${path.slice(path.lastIndexOf("/") + 1)}"`;
