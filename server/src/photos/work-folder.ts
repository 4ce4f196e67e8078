import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const rootOf = (dataDir: string) => join(dataDir, "uploads");

/** Lends a private folder on the data disk; the system's temporary folder is memory on many machines. */
export async function withWorkFolder<T>(dataDir: string, work: (folder: string) => Promise<T>) {
  await mkdir(rootOf(dataDir), { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(rootOf(dataDir), "work-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function removeAbandonedWork(dataDir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(rootOf(dataDir)).catch(() => [])) {
    const path = join(rootOf(dataDir), name);
    const stats = await stat(path).catch(() => undefined);
    if (stats && now - stats.mtimeMs > 3_600_000) await rm(path, { recursive: true, force: true });
  }
}
