import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds after which a work folder was left by a process that died. */
const abandonedAfter = 3_600_000;

const rootOf = (dataDir: string) => join(dataDir, "uploads");

/**
 * Lends a private folder on the data disk, and removes it with all that is in it, however the work ends.
 * Not the system's temporary folder: on many machines that is memory.
 */
export async function withWorkFolder<T>(
  dataDir: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(rootOf(dataDir), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(rootOf(dataDir), "work-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what processes that were killed left behind. */
export async function removeAbandonedWork(dataDir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(rootOf(dataDir)).catch(() => [])) {
    const path = join(rootOf(dataDir), name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && now - stats.mtimeMs > abandonedAfter)
      await rm(path, { recursive: true, force: true });
  }
}
