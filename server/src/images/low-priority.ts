import type { ChildProcess } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** Low enough that browsing stays quick while photos are made. */
const priority = 10;

/**
 * Lets everybody else go first. On Linux each thread has a priority of its own; and where every session is given the
 * same share of the processor, however many low threads it has, the process is in one of its own that has less.
 */
export async function lowerPriority({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  // Not every system has it, and it may be told only ten times a second.
  await writeFile(`/proc/${pid}/autogroup`, String(priority)).catch(() => {});
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [pid]);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), priority);
    } catch (error) {
      // It has ended since.
      if ((error as NodeJS.ErrnoException).code !== "ERR_SYSTEM_ERROR") throw error;
    }
  }
}
