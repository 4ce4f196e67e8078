/**
 * What a page tells the service worker: what it had loaded before that was there, first the page itself,
 * then files and photos; or that the student has signed out.
 */
export type WorkerMessage = { seen: string[] } | { hasEnded: true };
