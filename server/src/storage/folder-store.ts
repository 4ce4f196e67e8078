import { constants } from "node:fs";
import { access, lstat, mkdir, open, opendir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { freeBytes, reservedBytes } from "./free-space.ts";
import type { ObjectStore } from "./object-store.ts";

const draftEnd = ".new";
/** The folder in which the previous release writes drafts. */
const draftsOfPrevious = ".incoming";
/** Milliseconds after which a draft has no writer any more. */
const draftLife = 3_600_000;
/** Bytes. */
const checkEvery = 16 * 1024 * 1024;

/** Opens a folder that only its owner can enter. A file appears by rename, once it is on disk. */
export function openFolder(place: string): ObjectStore {
  const root = resolve(place);
  const fileOf = (path: string) => join(root, path);

  /** The folders of a path must be no links, which lead elsewhere. @throws an error with the code ENOTDIR */
  async function requireFolders(path: string): Promise<void> {
    const folders = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth++)
      if (!(await lstat(join(root, ...folders.slice(0, depth)))).isDirectory())
        throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  }

  /** Opens a draft. Its folder may be missing, or be removed concurrently with its last file by another process. */
  async function openDraft(path: string, tries = 3): Promise<Awaited<ReturnType<typeof open>>> {
    try {
      await requireFolders(path);
      return await open(fileOf(path) + draftEnd, "w", 0o600);
    } catch (error) {
      if (tries === 0 || codeOf(error) !== "ENOENT") throw error;
      const folder = dirname(fileOf(path));
      const first = await mkdir(folder, { recursive: true, mode: 0o700 });
      for (let made = folder; first && made !== root && made >= first; made = dirname(made))
        await flush(dirname(made));
      return openDraft(path, tries - 1);
    }
  }

  async function* list(folder = ""): ReturnType<ObjectStore["list"]> {
    for (const { name, isFolder } of await readEntries(fileOf(folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (isFolder) {
        yield* list(path);
        continue;
      }
      const stats = await absentIsUndefined(lstat(fileOf(path)));
      if (!stats?.isFile()) continue;
      if (!name.endsWith(draftEnd) && folder !== draftsOfPrevious)
        yield { path, bytes: stats.size, modifiedAt: stats.mtime };
      else if (Date.now() - stats.mtimeMs > draftLife) await rm(fileOf(path), { force: true });
    }
  }

  return {
    name: root,
    list,

    async put(path, content) {
      const draft = fileOf(path) + draftEnd;
      const file = await openDraft(path);
      try {
        await requireDiskSpace(root);
        if (Buffer.isBuffer(content)) {
          await file.writeFile(content);
          await file.sync();
          await file.close();
        } else
          await pipeline(content, whileDiskHasSpace(root), file.createWriteStream({ flush: true }));
        await rename(draft, fileOf(path));
        await flush(dirname(draft));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(draft, { force: true });
        throw error;
      }
    },

    async open(path) {
      try {
        await requireFolders(path);
        return await openPlainFile(fileOf(path));
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw ["ENOTDIR", "ELOOP"].includes(codeOf(error)) ? notPlain() : error;
      }
    },

    async folders() {
      return (await readEntries(root)).filter(({ isFolder }) => isFolder).map(({ name }) => name);
    },

    async remove(path) {
      await absentIsUndefined(requireFolders(path).then(() => rm(fileOf(path))));
      // Removes the folder as well when this was its last file.
      if (path.includes("/")) await rmdir(dirname(fileOf(path))).catch(() => {});
    },

    async check() {
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
      await requireDiskSpace(root);
    },
  };
}

/** Opens a file without following links and without waiting for a pipe's writer. */
async function openPlainFile(place: string) {
  const handle = await open(
    place,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  let isPlain = false;
  try {
    const stats = await handle.stat();
    isPlain = stats.isFile();
    if (!isPlain) throw notPlain();
    return { bytes: stats.size, modifiedAt: stats.mtime, stream: handle.createReadStream() };
  } finally {
    if (!isPlain) await handle.close();
  }
}

const notPlain = () => Object.assign(new Error("a link, or no file"), { code: "ELOOP" });

/** Refuses to fill the disk, which may also hold the database. */
async function requireDiskSpace(root: string): Promise<void> {
  if ((await freeBytes(root)) < reservedBytes)
    throw Object.assign(new Error(`the disk of ${root} is full`), { code: "ENOSPC" });
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

async function readEntries(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries: { name: string; isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(folder))
      entries.push({ name: entry.name, isFolder: entry.isDirectory() });
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

async function absentIsUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
