import {
  currentVisit,
  deleteOtherCaches,
  endVisit,
  keysWhere,
  lookUp,
  remove,
  store,
} from "./cache-store.ts";
import {
  type CacheName,
  cacheOf,
  filesNamedBy,
  isGatewayFailure,
  keyOf,
  mayBeKept,
  pagesForAll,
  photoNameOf,
  standInPage,
} from "./kept-caches.ts";
import type { WorkerMessage } from "./worker-messages.ts";

type LongEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = LongEvent & { request: Request; respondWith(answer: Promise<Response>): void };
type Worker = {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { disable(): Promise<void> } };
  addEventListener(type: "install" | "activate", listen: (event: LongEvent) => void): void;
  addEventListener(type: "fetch", listen: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listen: (event: LongEvent & { data: unknown }) => void): void;
};
const worker = globalThis as unknown as Worker;
const { origin } = location;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) => {
  const begin = async () => {
    await deleteOtherCaches();
    // An earlier worker enabled it; the browser then asks twice for what the worker leaves alone.
    await worker.registration.navigationPreload?.disable();
    await worker.clients.claim();
  };
  event.waitUntil(begin());
});

worker.addEventListener("fetch", (event) => {
  const cache = cacheOf(event.request, origin);
  if (cache !== undefined) event.respondWith(answer(event, cache));
});

worker.addEventListener("message", (event) => {
  const message = event.data as WorkerMessage;
  event.waitUntil("seen" in message ? keepSeen(message.seen) : endVisit());
});

/** The network's answer, which is kept; a kept one when the network or a proxy before the server fails. */
async function answer(event: FetchEvent, cache: CacheName): Promise<Response> {
  const { request } = event;
  const key = keyOf(cache, request.url);
  const visit = currentVisit();
  try {
    const response = await fetch(request);
    if (isGatewayFailure(cache, response)) return (await findKept(cache, key)) ?? response;
    event.waitUntil(takeIn(cache, key, response.clone(), visit));
    return response;
  } catch (failure) {
    const found = await findKept(cache, key);
    if (found) return found;
    throw failure;
  }
}

async function takeIn(
  cache: CacheName,
  key: string,
  response: Response,
  visit: number,
): Promise<void> {
  if (response.status === 404 || response.status === 410) return remove(cache, key);
  if (!mayBeKept(response)) return;
  if (cache === "pages") return keepPage(key, response, visit);
  // Files and photos never change under their address.
  if (cache !== "answers" && (await lookUp(cache, key))) return;
  await store(cache, key, response, visit);
}

/** Stands in for a photo that was never seen; pages name it only when one fails. */
const fallbackPhoto = "/no-photo.svg";

/** Keeps a document with the files that it names. Unknown files mean a new build. */
async function keepPage(key: string, response: Response, visit: number): Promise<void> {
  const html = await response.clone().text();
  await store("pages", key, response, visit);
  const files = [...filesNamedBy(html), fallbackPhoto];
  const fresh = await Promise.all(files.map((file) => keepFile(origin + file, visit)));
  if (!fresh.includes(true)) return;
  await Promise.all(pagesForAll.map((page) => keepAnew("pages", origin + page, visit)));
}

/** @returns whether it was not kept before */
async function keepFile(url: string, visit: number): Promise<boolean> {
  if (await lookUp("files", url)) return false;
  await keepAnew("files", url, visit);
  return true;
}

async function keepAnew(cache: CacheName, key: string, visit: number): Promise<void> {
  if (visit === currentVisit()) await takeIn(cache, key, await fetch(key), visit);
}

/** What a page had loaded before this worker was there; nearly all of it still is in the browser's cache. */
async function keepSeen(seen: readonly string[]): Promise<void> {
  const visit = currentVisit();
  const work = seen.map(async (url, place) => {
    const asked = { method: "GET", url, headers: new Headers() };
    const cache = cacheOf({ ...asked, mode: place === 0 ? "navigate" : "cors" }, origin);
    if (cache !== undefined) await keepAnew(cache, keyOf(cache, url), visit);
  });
  await Promise.allSettled(work);
}

async function findKept(cache: CacheName, key: string): Promise<Response | undefined> {
  const found = await lookUp(cache, key);
  if (found) return found;
  if (cache === "pages") return lookUp("pages", origin + standInPage);
  if (cache !== "photos") return undefined;
  // Another width of the same photo is better than none.
  const name = photoNameOf(key);
  const [other] = await keysWhere("photos", (url) => photoNameOf(url) === name);
  return other === undefined ? undefined : lookUp("photos", other);
}
