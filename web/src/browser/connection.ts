import { createStore, useStore } from "./store.ts";

const firstPause = 5_000;
const longestPause = 60_000;
/** A network that answers nothing at all must not keep the page offline for minutes. */
const probeTimeout = 10_000;
/** Never answered by the service worker. */
const probeUrl = "/healthz";

let probing: Promise<void> | undefined;
const away = createStore(false);

export const isOffline = away.get;

export const useOffline = (): boolean => useStore(away);

export const subscribeToConnection = away.subscribe;

export function subscribeToReturn(listener: () => void): () => void {
  return away.subscribe(() => {
    if (!away.get()) listener();
  });
}

export function watchConnection(): () => void {
  // A network that has just come back may not lead anywhere yet: pages that fetch too early fail.
  const look = missNetwork;
  addEventListener("online", look);
  addEventListener("offline", look);
  if (isCutOff()) change(true);
  return () => {
    removeEventListener("online", look);
    removeEventListener("offline", look);
  };
}

/** Decides whether the page is offline: if the browser says so, otherwise if the server does not answer. */
export function missNetwork(): void {
  if (isCutOff()) change(true);
  else probing ??= probe().finally(() => (probing = undefined));
}

function isCutOff(): boolean {
  return navigator.onLine === false;
}

function change(next: boolean): void {
  if (next === away.get()) return;
  away.set(next);
  if (next) retryAfter(firstPause);
}

/** A proxy may answer for a server that is down: only its own answer counts. */
export function isServerThere(): Promise<boolean> {
  return fetch(probeUrl, {
    cache: "no-store",
    signal: AbortSignal.timeout(probeTimeout),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function probe(): Promise<void> {
  change(!(await isServerThere()));
}

function retryAfter(pause: number): void {
  setTimeout(() => {
    if (!away.get()) return;
    if (isCutOff()) return retryAfter(pause);
    void probe().then(() => {
      if (away.get()) retryAfter(Math.min(2 * pause, longestPause));
    });
  }, pause);
}
