import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { access, lstat, mkdir, open, opendir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isKey, requireKey, type Storage } from "./storage.ts";
import { freeBytes, reservedBytes } from "./free-space.ts";

const incomingFolder = ".incoming";

/** Stores photos in folders by the first three characters of the key. Flushing and renaming keep half-written files out. */
export async function openFolderStorage(root: string): Promise<Storage> {
  const incoming = join(root, incomingFolder);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await emptyFolder(incoming);

  const shardOf = (key: string) => join(root, requireKey(key).slice(0, 3));

  return {
    async put(key, content) {
      const shard = shardOf(key);
      const temporary = join(incoming, randomBytes(12).toString("hex"));
      await requireDiskSpace(root);
      try {
        await writeFile(temporary, content, { flag: "wx", flush: true });
        if (await mkdir(shard, { recursive: true, mode: 0o700 })) await flush(root);
        await requireFolder(shard);
        await rename(temporary, join(shard, key));
        await flush(shard);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async open(key) {
      const shard = shardOf(key);
      const file = await absentIsUndefined(openPlainFile(shard, key));
      if (!file) return undefined;
      const { size: bytes, mtime: modifiedAt } = file.stats;
      return { bytes, modifiedAt, stream: file.handle.createReadStream() };
    },

    async remove(keys) {
      for (const key of keys) {
        const shard = shardOf(key);
        await absentIsUndefined(requireFolder(shard).then(() => rm(join(shard, key))));
      }
    },

    async *list() {
      await emptyFolder(incoming);
      for await (const shard of await opendir(root)) {
        if (!shard.isDirectory() || shard.name === incomingFolder) continue;
        for await (const entry of await opendir(join(root, shard.name))) {
          if (!entry.isFile() || !isKey(entry.name) || !entry.name.startsWith(shard.name)) continue;
          const stats = await absentIsUndefined(lstat(join(root, shard.name, entry.name)));
          if (stats) yield { key: entry.name, bytes: stats.size, modifiedAt: stats.mtime };
        }
      }
    },

    async check() {
      await access(incoming, constants.R_OK | constants.W_OK | constants.X_OK);
      await requireDiskSpace(root);
    },
  };
}

async function requireDiskSpace(root: string): Promise<void> {
  if ((await freeBytes(root)) < reservedBytes)
    throw Object.assign(new Error("the photo folder's disk is full"), { code: "ENOSPC" });
}

/** Opens a file without following links, neither of the file nor of its folder. */
async function openPlainFile(shard: string, key: string) {
  await requireFolder(shard);
  const handle = await open(
    join(shard, key),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  let isPlain = false;
  try {
    const stats = await handle.stat();
    isPlain = stats.isFile();
    return isPlain ? { handle, stats } : undefined;
  } finally {
    if (!isPlain) await handle.close();
  }
}

async function requireFolder(path: string): Promise<void> {
  if (!(await lstat(path)).isDirectory())
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
}

async function absentIsUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return undefined;
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes drafts, except those of the last hour, which another process may be writing. */
async function emptyFolder(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const stats = await absentIsUndefined(lstat(join(folder, entry.name)));
    if (stats && Date.now() - stats.mtimeMs > 3_600_000)
      await rm(join(folder, entry.name), { force: true });
  }
}
