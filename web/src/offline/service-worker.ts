import {
  currentVisit,
  deleteOtherCaches,
  endVisit,
  keysOf,
  lookUp,
  remove,
  store,
} from "./cache-store.ts";
import {
  type CacheName,
  cacheFor,
  fallbackPage,
  filesNamedBy,
  isCacheable,
  isOfEarlierVisit,
  isGatewayFailure,
  keyOf,
  photoNameOf,
  precachedPages,
} from "./caches.ts";
import { cachedAtHeader, type WorkerMessage } from "../browser/worker-messages.ts";
import { openPage, readPush, type Windows } from "./notifications.ts";
import { answerShare, isShare } from "./share-target.ts";

type LongEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = LongEvent & { request: Request; respondWith(answer: Promise<Response>): void };
type Worker = {
  skipWaiting(): Promise<void>;
  clients: Windows & { claim(): Promise<void> };
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  addEventListener(type: "install" | "activate", listen: (event: LongEvent) => void): void;
  addEventListener(type: "fetch", listen: (event: FetchEvent) => void): void;
  addEventListener(
    type: "push",
    listen: (event: LongEvent & { data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listen: (event: LongEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(type: "message", listen: (event: LongEvent & { data: unknown }) => void): void;
};
const worker = globalThis as unknown as Worker;
const { origin } = location;
/** Pages name it only when a photo fails. */
const fallbackPhoto = "/no-photo.svg";

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) =>
  event.waitUntil(deleteOtherCaches().then(() => worker.clients.claim())),
);
worker.addEventListener("fetch", (event) => {
  if (isShare(event.request, origin)) return event.respondWith(answerShare(event.request));
  const cache = cacheFor(event.request, origin);
  if (cache !== undefined) event.respondWith(networkFirst(event, cache));
});
worker.addEventListener("message", (event) => {
  const message = event.data as WorkerMessage;
  event.waitUntil("loaded" in message ? cacheLoaded(message.loaded) : endVisit());
});

worker.addEventListener("push", (event) => {
  const { id, title, text, path } = readPush(event.data);
  // A notice that comes twice is shown once.
  const options = { tag: id, body: text, data: path, icon: "/icon-192.png" };
  event.waitUntil(worker.registration.showNotification(title, options));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(worker.clients, event.notification.data, origin));
});

async function networkFirst(event: FetchEvent, cache: CacheName): Promise<Response> {
  const key = keyOf(cache, event.request.url);
  const visit = currentVisit();
  const response = await fetch(event.request).catch(() => Response.error());
  if (response.type === "error" || isGatewayFailure(cache, response))
    return (await findCached(cache, key)) ?? response;
  const updated = update(cache, key, response.clone(), visit);
  event.waitUntil(updated);
  if (cache === "pages" && response.ok)
    event.waitUntil(updated.then(() => forgetEarlierVisits(visit)));
  return response;
}

/** Removed listings must not come back from a copy: answers that may show listings are deleted, those needed offline are requested again. */
async function forgetEarlierVisits(visit: number): Promise<void> {
  for (const cache of ["answers", "pages"] as const)
    for (const key of await keysOf(cache)) {
      const cachedAt = Number((await lookUp(cache, key))?.headers.get(cachedAtHeader));
      if (!isOfEarlierVisit(cachedAt, Date.now())) continue;
      await remove(cache, key);
      const page = new URL(key).pathname;
      if (cache === "pages" && precachedPages.some((each) => each === page))
        await fetchInto(cache, key, visit);
    }
}

async function findCached(cache: CacheName, key: string): Promise<Response | undefined> {
  const found = await lookUp(cache, key);
  if (found) return found;
  if (cache === "pages") return lookUp("pages", origin + fallbackPage);
  if (cache !== "photos") return undefined;
  const name = photoNameOf(key);
  const other = (await keysOf("photos")).find((url) => photoNameOf(url) === name);
  return other === undefined ? undefined : lookUp("photos", other);
}

async function update(cache: CacheName, key: string, response: Response, visit: number) {
  if (response.status === 404 || response.status === 410) return remove(cache, key);
  if (!isCacheable(response)) return;
  if (cache === "pages") return cachePage(key, response, visit);
  // Files and photos never change under their address.
  if (cache === "answers" || !(await lookUp(cache, key))) await store(cache, key, response, visit);
}

async function cachePage(key: string, response: Response, visit: number): Promise<void> {
  if (!(await cacheDocument(key, response, visit))) return;
  for (const page of precachedPages) await cacheDocument(origin + page, await fetch(page), visit);
}

/** @returns whether a file is new, as after a deploy */
async function cacheDocument(key: string, response: Response, visit: number): Promise<boolean> {
  if (!isCacheable(response)) return false;
  const html = await response.clone().text();
  await store("pages", key, response, visit);
  const files = [...filesNamedBy(html), fallbackPhoto].map((path) => origin + path);
  const cached = new Set(await keysOf("files"));
  const unknown = files.filter((url) => !cached.has(url));
  await Promise.all(unknown.map((url) => fetchInto("files", url, visit)));
  return unknown.length > 0;
}

async function fetchInto(cache: CacheName, key: string, visit: number): Promise<void> {
  if (visit === currentVisit()) await update(cache, key, await fetch(key), visit);
}

async function cacheLoaded(loaded: readonly string[]): Promise<void> {
  const visit = currentVisit();
  const work = loaded.map(async (url, place) => {
    const request = { method: "GET", url, headers: new Headers() };
    const cache = cacheFor({ ...request, mode: place === 0 ? "navigate" : "cors" }, origin);
    if (cache !== undefined) await fetchInto(cache, keyOf(cache, url), visit);
  });
  await Promise.allSettled(work);
}
