import { currentVisit } from "./keeper.ts";

/** Milliseconds without another photo after which there is time to keep those that came. */
const quiet = 2000;
/** Photos that wait for that; of more that fly past the last ones. */
const most = 100;

/** Addresses, each with the visit in which it was asked for; the longest waiting first. */
const waiting = new Map<string, number>();
let cameAt = -Infinity;
let work: Promise<void> | undefined;

const isQuiet = () => performance.now() - cameAt >= quiet;

/**
 * Keeps a photo that the page gets by itself, once no more of them are on their way: to keep each as it
 * comes would take the processor from a page that is being scrolled.
 * @param keepNow fetches it, which the browser's cache can answer, and keeps it for a visit
 * @returns the work that is left, for which the worker must live
 */
export function keepLater(
  url: string,
  keepNow: (url: string, visit: number) => Promise<void>,
): Promise<void> {
  cameAt = performance.now();
  waiting.delete(url);
  waiting.set(url, currentVisit());
  const [oldest] = waiting.keys();
  if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
  return (work ??= keepInPauses(keepNow).finally(() => (work = undefined)));
}

async function keepInPauses(keepNow: (url: string, visit: number) => Promise<void>): Promise<void> {
  while (waiting.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, quiet));
    for (const [url, visit] of waiting) {
      if (!isQuiet()) break;
      waiting.delete(url);
      await keepNow(url, visit).catch(console.warn);
    }
  }
}
