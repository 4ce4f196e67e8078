/** When an answer was cached, in milliseconds since 1970; never in a network answer. */
export const cachedAtHeader = "x-cached-at";

/** Addresses that the page loaded before the worker was active, its own first; or the sign-out. */
export type WorkerMessage = { loaded: string[] } | { signedOut: true };

let hasSignedOut = false;

export function sendLoaded(worker: ServiceWorker): void {
  if (hasSignedOut) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  worker.postMessage({ loaded: [location.href, ...new Set(loaded)] } satisfies WorkerMessage);
}

export function sendSignedOut(worker: ServiceWorker | null): void {
  hasSignedOut = true;
  worker?.postMessage({ signedOut: true } satisfies WorkerMessage);
}
