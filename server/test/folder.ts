import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Followed by the pid of the run, so that the next run can tell a killed one. */
export const folderPrefix = "market-test-";

/** An empty folder that service accounts may pass through; the caller takes it away. */
export async function makeTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** An empty folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
