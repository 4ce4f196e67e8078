import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import type { EncodedPhoto, ImageProcessor, OpenPicture } from "../photos/processor.ts";

const folder = fileURLToPath(
  new URL("../../../node_modules/.cache/market/demo-photos/", import.meta.url),
);
/** A change of the program makes everything again. */
const program = readFile(new URL("../photos/image-process.ts", import.meta.url));

/** Remembers the encoded demo pictures, so that only the first start of a clone waits for them. */
export function rememberEncoded(processor: Pick<ImageProcessor, "encode">) {
  return {
    async encode(open: OpenPicture, studentId: string) {
      const picture = await buffer(await open());
      const key = createHash("sha256")
        .update(await program)
        .update(picture)
        .digest("hex");
      const entry = join(folder, `${key.slice(0, 32)}.bin`);
      const known = await readFile(entry).catch(() => undefined);
      if (known !== undefined) return deserialize(known) as EncodedPhoto;
      const photo = await processor.encode(open, studentId);
      // A release belongs to another account, and then the next start makes them again.
      await keep(entry, photo).catch(() => undefined);
      return photo;
    },
  };
}

async function keep(entry: string, photo: EncodedPhoto): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${entry}.${randomUUID()}`;
  await writeFile(draft, serialize(photo));
  await rename(draft, entry);
}
