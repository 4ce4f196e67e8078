import type { Problem } from "@market/contract/errors";

/** Seconds to wait where an answer names none, and the most for which a call waits by itself. */
const usualWait = 5;
const longestWait = 30;
/** Part of the wait by which it is made shorter or longer, so that those refused together part. */
const jitter = 0.3;

let isHeard = false;
const listeners = new Set<() => void>();

/** Calls back when an answer says that the server is busy. @returns a function that stops it */
export function subscribeToBusy(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether any answer has said so since this page was loaded. */
export function wasBusy(): boolean {
  return isHeard;
}

/**
 * Looks whether an answer is 503 `server-busy`, and tells who listens (R020, Q07).
 * @returns seconds after which asking again may help; undefined for every other answer
 */
export async function busySeconds(response: Response): Promise<number | undefined> {
  if (response.status !== 503) return undefined;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if ((answer as Partial<Problem> | null | undefined)?.code !== "server-busy") return undefined;
  isHeard = true;
  for (const listener of listeners) listener();
  const named = Number(response.headers.get("retry-after") ?? usualWait);
  return Number.isFinite(named) && named >= 0 ? named : usualWait;
}

/**
 * Milliseconds until a refused call may be made again; undefined when that is longer than anybody
 * waits for a page.
 * @param chance between 0 and 1
 */
export function retryDelay(seconds: number, chance: number): number | undefined {
  if (seconds > longestWait) return undefined;
  return Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance));
}

/** @throws the signal's reason when it is aborted meanwhile */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
