import { BackupFault } from "./fault.ts";

/** Where backups lie, a folder or a bucket. Paths are below it, with `/`. */
export type Shelf = {
  /** For sentences. */
  name: string;
  /** Complete and durable, or absent. */
  put(path: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** As `put`, for a small one: streams cost more than what goes through them. */
  putWhole(path: string, content: Buffer): Promise<void>;
  /**
   * Opened at the first read, and closed by whoever ends the iteration.
   * @param most bytes
   * @throws an error with the code ENOENT when it is absent, BackupFault when it is larger or no plain file
   */
  read(path: string, most?: number): AsyncIterable<Buffer>;
  has(path: string): Promise<boolean>;
  folders(): Promise<string[]>;
  /** Paths below a folder, in order. */
  list(folder: string): AsyncIterable<string>;
  remove(path: string): Promise<void>;
};

export const absent = (path: string): Error =>
  Object.assign(new Error(`${path} is missing`), { code: "ENOENT" });

export const tooLarge = (path: string, most: number): Error =>
  new BackupFault(`${path} is larger than the ${most} bytes that such a file can have.`);

/** Of `s3://…` or a folder; the S3 client is loaded only when it is used. */
export async function openShelf(to: string, credentials: Credentials): Promise<Shelf> {
  if (to.startsWith("s3://")) {
    const { openBucketShelf } = await import("./bucket-shelf.ts");
    return openBucketShelf(to, credentials);
  }
  const { openFolderShelf } = await import("./folder-shelf.ts");
  return openFolderShelf(to);
}

export type Credentials =
  | { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }
  | undefined;
