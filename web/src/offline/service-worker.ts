import {
  currentVisit,
  endVisit,
  forget,
  forgetOtherCaches,
  keep,
  kept,
  keysWhere,
} from "./keeper.ts";
import { keepLater } from "./kept-later.ts";
import {
  filesNamedBy,
  keyOf,
  mayBeKept,
  pagesForAll,
  photoNameOf,
  type Shelf,
  shelfOf,
  standInPage,
} from "./shelves.ts";
import type { WorkerMessage } from "./tell-worker.ts";

type LongEvent = Event & { waitUntil(work: Promise<unknown>): void };
type FetchEvent = LongEvent & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
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
    await forgetOtherCaches();
    // An earlier worker enabled it, and what that left unanswered the browser asked for twice.
    await worker.registration.navigationPreload?.disable();
    await worker.clients.claim();
  };
  event.waitUntil(begin());
});

worker.addEventListener("fetch", (event) => {
  const shelf = shelfOf(event.request, origin);
  if (shelf === "photos" && isNetworkThere && navigator.onLine)
    event.waitUntil(keepLater(keyOf(shelf, event.request.url), keepPhoto));
  else if (shelf !== undefined) event.respondWith(answer(event, shelf));
});

worker.addEventListener("message", (event) => {
  const message = event.data as WorkerMessage;
  event.waitUntil("seen" in message ? keepSeen(message.seen) : endVisit());
});

/** As the last document or list told, or a failure. While it is there pages get their photos past this worker, which costs them less. */
let isNetworkThere = false;

/** The network's answer, which is kept; a kept one only when the network has failed. */
async function answer(event: FetchEvent, shelf: Shelf): Promise<Response> {
  const { request } = event;
  const key = keyOf(shelf, request.url);
  const visit = currentVisit();
  try {
    const response = await fetch(request);
    // Files and photos may have come from the browser's own cache.
    if (shelf === "pages" || shelf === "answers") isNetworkThere = true;
    event.waitUntil(takeIn(shelf, key, response.clone(), visit));
    return response;
  } catch (failure) {
    isNetworkThere = false;
    const found = await findKept(shelf, key);
    if (found) return found;
    throw failure;
  }
}

async function takeIn(shelf: Shelf, key: string, response: Response, visit: number): Promise<void> {
  if (response.status === 404 || response.status === 410) return forget(shelf, key);
  if (!mayBeKept(response)) return;
  if (shelf === "pages") return keepPage(key, response, visit);
  // Files and photos never change under their address.
  if (shelf !== "answers" && (await kept(shelf, key))) return;
  await keep(shelf, key, response, visit);
}

async function keepPhoto(url: string, visit: number): Promise<void> {
  if (await kept("photos", url)) return;
  try {
    await keepAnew("photos", url, visit);
  } catch (failure) {
    isNetworkThere = false;
    throw failure;
  }
}

/** Stands in for a photo that was never seen; pages name it only when one fails. */
const fallbackPhoto = "/no-photo.svg";

/** Keeps a document with the files that it names. Unknown files mean a new build. */
async function keepPage(key: string, response: Response, visit: number): Promise<void> {
  const html = await response.clone().text();
  await keep("pages", key, response, visit);
  const files = [...filesNamedBy(html), fallbackPhoto];
  const fresh = await Promise.all(files.map((file) => keepFile(origin + file, visit)));
  if (!fresh.includes(true)) return;
  await Promise.all(pagesForAll.map((page) => keepAnew("pages", origin + page, visit)));
}

/** @returns whether it was not kept before */
async function keepFile(url: string, visit: number): Promise<boolean> {
  if (await kept("files", url)) return false;
  await keepAnew("files", url, visit);
  return true;
}

async function keepAnew(shelf: Shelf, key: string, visit: number): Promise<void> {
  if (visit === currentVisit()) await takeIn(shelf, key, await fetch(key), visit);
}

/** What a page had loaded before this worker was there; nearly all of it still is in the browser's cache. */
async function keepSeen(seen: readonly string[]): Promise<void> {
  const visit = currentVisit();
  const work = seen.map(async (url, place) => {
    const asked = { method: "GET", url, headers: new Headers() };
    const shelf = shelfOf({ ...asked, mode: place === 0 ? "navigate" : "cors" }, origin);
    if (shelf !== undefined) await keepAnew(shelf, keyOf(shelf, url), visit);
  });
  await Promise.allSettled(work);
}

async function findKept(shelf: Shelf, key: string): Promise<Response | undefined> {
  const found = await kept(shelf, key);
  if (found) return found;
  if (shelf === "pages") return kept("pages", origin + standInPage);
  if (shelf !== "photos") return undefined;
  // Another width of the same photo is better than none.
  const name = photoNameOf(key);
  const [other] = await keysWhere("photos", (url) => photoNameOf(url) === name);
  return other === undefined ? undefined : kept("photos", other);
}
