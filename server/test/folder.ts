import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Followed by the pid of the run, so that the next run can detect a killed one. */
export const folderPrefix = "market-test-";

/** Bytes that the databases of a whole run fit into. */
const databasesOfOneRun = 4 * 1024 ** 3;

/** Linux's file system in memory, or the ordinary temporary folder where that is missing or small. */
export async function memoryFolder(): Promise<string> {
  const memory = "/dev/shm";
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free >= databasesOfOneRun ? memory : tmpdir();
}

/** An empty folder that service accounts may pass through; the caller removes it. */
export async function makeTemporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `${folderPrefix}${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** An empty folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
