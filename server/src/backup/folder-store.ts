import { constants } from "node:fs";
import { lstat, mkdir, open, opendir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { freeBytes, reservedBytes } from "../storage/free-space.ts";
import { BackupFault } from "./fault.ts";
import { type ObjectStore, tooLarge } from "./object-store.ts";

const draftEnd = ".new";
const block = 256 * 1024;
/** Bytes. */
const checkEvery = 16 * 1024 * 1024;

/** Opens a folder that only its owner can enter. A file appears by rename, once it is on disk. */
export function openFolderStore(to: string): ObjectStore {
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
        await requireDiskSpace(root);
        const file = await open(draft, "w", 0o600);
        await pipeline(content, whileDiskHasSpace(root), file.createWriteStream({ flush: true }));
        await rename(draft, place(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async putWhole(path, content) {
      const draft = place(path) + draftEnd;
      const write = async () => {
        await requireDiskSpace(root);
        await writeFile(draft, content, { mode: 0o600, flush: true });
      };
      try {
        await write().catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          await makeFolder(place(path));
          await write();
        });
        await rename(draft, place(path));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async *read(path, most = Infinity) {
      const file = await openPlainFile(root, path);
      try {
        if ((await file.stat()).size > most) throw tooLarge(path, most);
        const content = file.createReadStream({ highWaterMark: block, autoClose: false });
        yield* content as AsyncIterable<Buffer>;
      } finally {
        await file.close();
      }
    },

    has: (path) =>
      lstat(place(path)).then(
        () => true,
        () => false,
      ),

    async folders() {
      return (await readEntries(root)).filter(({ isFolder }) => isFolder).map(({ name }) => name);
    },

    async remove(path) {
      await rm(place(path), { force: true, recursive: true });
      // Removes the folder as well when this was its last file.
      await rmdir(dirname(place(path))).catch(() => {});
    },
  };
}

/** Refuses to fill the disk, which may also hold the database. */
async function requireDiskSpace(root: string): Promise<void> {
  if ((await freeBytes(root)) < reservedBytes)
    throw Object.assign(new Error("the backup folder's disk is full"), { code: "ENOSPC" });
}

const whileDiskHasSpace = (root: string) =>
  async function* pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > checkEvery) {
        await requireDiskSpace(root);
        size = 0;
      }
      yield chunk;
    }
  };

/** Opens a file without following links below the root and without waiting for a pipe's writer. */
async function openPlainFile(root: string, path: string) {
  const folders = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth++)
    if (!(await lstat(join(root, ...folders.slice(0, depth)))).isDirectory()) throw notPlain(path);
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(join(root, path), flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ELOOP" ? notPlain(path) : error;
  });
  let isPlain = false;
  try {
    isPlain = (await file.stat()).isFile();
    if (isPlain) return file;
    throw notPlain(path);
  } finally {
    if (!isPlain) await file.close();
  }
}

const notPlain = (path: string) =>
  new BackupFault(`${path} is a link, or no file, and no market writes such.`);

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
