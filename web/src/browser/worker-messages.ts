/** The time at which an answer was cached, in milliseconds since 1970; absent from network answers. */
export const cachedAtHeader = "x-cached-at";

/** The cache of the build's files, which stays when a student signs out: the login page must work offline. */
export const filesCache = "market-files-2";

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
