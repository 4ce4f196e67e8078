import { BackupFault } from "./fault.ts";

/** A folder or bucket for backups. Paths are relative to it, with `/`. */
export type ObjectStore = {
  /** Its name in messages. */
  name: string;
  /** Stores a file: complete and durable, or absent. */
  put(path: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Stores a small file as `put` does, without the cost of streams. */
  putWhole(path: string, content: Buffer): Promise<void>;
  /**
   * Reads a file. It is opened at the first read, and closed when the iteration ends.
   * @param most bytes
   * @throws an error with the code ENOENT when it is absent, BackupFault when it is larger or no plain file
   */
  read(path: string, most?: number): AsyncIterable<Buffer>;
  has(path: string): Promise<boolean>;
  folders(): Promise<string[]>;
  /** Lists the paths below a folder, in order. */
  list(folder: string): AsyncIterable<string>;
  remove(path: string): Promise<void>;
};

export const absent = (path: string): Error =>
  Object.assign(new Error(`${path} is missing`), { code: "ENOENT" });

export const tooLarge = (path: string, most: number): Error =>
  new BackupFault(`${path} is larger than the ${most} bytes that such a file can have.`);

/** Opens `s3://…` or a folder. The S3 client is loaded only when it is used. */
export async function openObjectStore(to: string, credentials: Credentials): Promise<ObjectStore> {
  if (to.startsWith("s3://")) {
    const { openBucketStore } = await import("./bucket-store.ts");
    return openBucketStore(to, credentials);
  }
  const { openFolderStore } = await import("./folder-store.ts");
  return openFolderStore(to);
}

export type Credentials =
  | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
  | undefined;
