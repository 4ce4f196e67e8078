import { randomInt } from "node:crypto";
import { AppError } from "../errors/errors.ts";

/** Seconds; random, so that clients do not return together. */
export const busyRetryAfter = () => randomInt(2, 6);

/** Runs work first come, first served. Rejects with AppError server-busy when too many calls wait. */
export function createConcurrencyLimit({
  concurrent,
  waiting,
}: {
  concurrent: number;
  waiting: number;
}): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= concurrent) {
      if (queue.length >= waiting)
        throw new AppError("server-busy", { retryAfter: busyRetryAfter() });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running--;
    }
  };
}
