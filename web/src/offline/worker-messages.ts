/**
 * What a page tells the service worker: what it had loaded before that was there, first the page itself,
 * then files and photos; or that the student has signed out.
 */
export type WorkerMessage = { seen: string[] } | { hasEnded: true };

let hasEnded = false;

/**
 * For a worker that was not there when the page was loaded. A page on which somebody has signed out tells
 * nothing any more: what it has loaded belongs to that visit.
 */
export function tellSeen(worker: ServiceWorker): void {
  if (hasEnded) return;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  tell(worker, { seen: [location.href, ...new Set(loaded)] });
}

/** Tells that the student has signed out, if there is a worker. */
export function tellEnded(worker: ServiceWorker | null): void {
  hasEnded = true;
  if (worker) tell(worker, { hasEnded: true });
}

function tell(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message);
}
