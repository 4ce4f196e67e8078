import { randomInt } from "node:crypto";
import { AppError } from "./errors.ts";

type Bounds = {
  /** Pieces of work done at a time. */
  atOnce: number;
  /** How many may wait for their turn; the next is refused. */
  waiting: number;
};

/**
 * Does work a few pieces at a time, in the order in which it came.
 * @returns a function that runs a piece of work, or rejects with AppError server-busy when too many wait
 */
export function createBound({
  atOnce,
  waiting,
}: Bounds): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new AppError("server-busy", { retryAfter: randomInt(2, 6) });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // Whoever waits takes the place over.
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
