/** Seconds. */
const longestWait = 30;
const jitter = 0.3;

/** Milliseconds, or undefined if too long to wait. @param chance between 0 and 1 */
export function retryDelay(seconds: number, chance: number): number | undefined {
  if (seconds > longestWait) return undefined;
  return Math.round(seconds * 1000 * (1 - jitter + 2 * jitter * chance));
}

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
