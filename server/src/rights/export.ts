import type { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { openStream, type Storage } from "../storage/storage.ts";

type Contents = { json: string; photos: readonly { id: string; key: string }[] };
type Log = { warn(details: object, message: string): void };

/** A ZIP that is written as it is read: each photo is opened when the one before it is sent. */
export function zipOf({ json, photos }: Contents, storage: Storage, log: Log): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  output.once("close", () => current?.destroy());
  const fail = (error: unknown) => {
    log.warn({ err: error }, "an export was cut off");
    output.destroy();
  };
  zip.on("error", fail);
  zip.addBuffer(Buffer.from(json), "data.json", { compress: false });
  for (const { id, key } of photos)
    zip.addReadStreamLazy(`photos/${id}.webp`, { compress: false }, async (pass) => {
      try {
        const photo = await openStream(storage, key);
        // Node ends a process that leaves a file open for the garbage collector.
        if (output.destroyed) return photo.destroy();
        current = photo;
        pass(null, photo);
      } catch (error) {
        fail(error);
      }
    });
  zip.end();
  return output;
}
