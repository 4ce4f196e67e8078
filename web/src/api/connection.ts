/** Milliseconds until the network is tried again: first, and at most. */
const firstPause = 5_000;
const longestPause = 60_000;
/** Answered by the process itself, and never by the service worker. */
const probeAddress = "/healthz";

let isAway = false;
let probing: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Whether the network is known to be away. */
export function isOffline(): boolean {
  return isAway;
}

/** Calls back when the network goes away or comes back. @returns a function that stops it */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back each time the network has come back. @returns a function that stops it */
export function subscribeToReturn(listener: () => void): () => void {
  return subscribeToConnection(() => {
    if (!isAway) listener();
  });
}

/** Listens to what the browser says of the network. @returns a function that stops it */
export function watchConnection(): () => void {
  const look = () => change(isCutOff());
  addEventListener("online", look);
  addEventListener("offline", look);
  if (isCutOff()) change(true);
  return () => {
    removeEventListener("online", look);
    removeEventListener("offline", look);
  };
}

/** A call found no network. The browser often does not know that, so the server is asked before anybody is told. */
export function missNetwork(): void {
  if (isCutOff()) change(true);
  else probing ??= probe().finally(() => (probing = undefined));
}

/** What the browser says. It is sure only of having no network at all. */
function isCutOff(): boolean {
  return navigator.onLine === false;
}

function change(next: boolean): void {
  if (next === isAway) return;
  isAway = next;
  for (const listener of listeners) listener();
  if (isAway) retryAfter(firstPause);
}

async function probe(): Promise<void> {
  // A proxy answers in the place of a server that is away.
  const isThere = await fetch(probeAddress, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  change(!isThere);
}

function retryAfter(pause: number): void {
  setTimeout(() => {
    if (!isAway) return;
    if (isCutOff()) return retryAfter(pause);
    void probe().then(() => {
      if (isAway) retryAfter(Math.min(2 * pause, longestPause));
    });
  }, pause);
}
