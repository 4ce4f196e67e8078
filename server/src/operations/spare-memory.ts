import { performance } from "node:perf_hooks";

/** Milliseconds between two looks, and how many quiet ones in a row make a pause. */
const lookEvery = 5_000;
const quietLooks = 3;
/** Share of the time for which the process works while hardly anybody asks. */
const hardlyAnything = 0.02;
/** Bytes by which the process must have grown since to make it worth while again. */
const worthIt = 16 * 1024 * 1024;

/** What the decision is made of; a test has its own. */
export type Signs = {
  /** Share of the time since the last look in which the process worked. */
  work: () => number;
  /** Bytes that the process holds. */
  resident: () => number;
};

/**
 * Gives memory that only busy times need back to the machine once they have been over for a while: with it the
 * process holds some 25 MB less. It stands still for 70 ms meanwhile, which is why it waits for a pause, and for another
 * one when it has grown again.
 * Does nothing without `--expose-gc`.
 * @returns ends it
 */
export function giveBackSpareMemory({ work, resident }: Signs = ownSigns()): () => void {
  let quiet = 0;
  let before = 0;
  const timer = setInterval(() => {
    quiet = work() < hardlyAnything ? quiet + 1 : 0;
    if (quiet < quietLooks || resident() < before + worthIt) return;
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    before = resident();
    quiet = 0;
  }, lookEvery).unref();
  return () => clearInterval(timer);
}

function ownSigns(): Signs {
  let last = performance.eventLoopUtilization();
  return {
    work() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    resident: () => process.memoryUsage.rss(),
  };
}
