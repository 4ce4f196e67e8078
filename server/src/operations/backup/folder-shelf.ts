import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Shelf } from "./shelf.ts";

const draftEnd = ".new";
const block = 256 * 1024;

/** Only its owner enters. A file appears by rename, when it is on the disk. */
export function openFolderShelf(to: string): Shelf {
  const root = resolve(to);
  const place = (path: string) => join(root, path);
  const makeFolder = (path: string) => mkdir(dirname(path), { recursive: true, mode: 0o700 });

  async function* list(folder: string): AsyncGenerator<string> {
    const entries = (await readEntries(place(folder))).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const { name, isFolder } of entries) {
      const path = `${folder}/${name}`;
      if (isFolder) yield* list(path);
      else if (!name.endsWith(draftEnd)) yield path;
    }
  }

  return {
    name: root,
    list,

    async put(path, content) {
      await makeFolder(place(path));
      const draft = place(path) + draftEnd;
      try {
        const file = await open(draft, "w", 0o600);
        await pipeline(content, file.createWriteStream({ flush: true }));
        await rename(draft, place(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async putWhole(path, content) {
      const draft = place(path) + draftEnd;
      const write = () => writeFile(draft, content, { mode: 0o600, flush: true });
      await write().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        await makeFolder(place(path));
        await write();
      });
      await rename(draft, place(path));
    },

    read: (path) =>
      createReadStream(place(path), { highWaterMark: block }) as AsyncIterable<Buffer>,

    has: (path) =>
      stat(place(path)).then(
        () => true,
        () => false,
      ),

    async folders() {
      return (await readEntries(root)).filter(({ isFolder }) => isFolder).map(({ name }) => name);
    },

    async remove(path) {
      await rm(place(path), { force: true, recursive: true });
      // The last one takes its folder along.
      await rmdir(dirname(place(path))).catch(() => {});
    },
  };
}

async function readEntries(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries: { name: string; isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(folder))
      entries.push({ name: entry.name, isFolder: entry.isDirectory() });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return entries;
}
