import { type CacheName, limits } from "./caches.ts";
import { cachedAtHeader, filesCache } from "../browser/worker-messages.ts";

const open = (name: CacheName) => caches.open(limits[name].cache);

/** Counts sign-outs: an answer is cached only in the visit that requested it. */
let visit = 0;
export const currentVisit = (): number => visit;

export async function endVisit(): Promise<void> {
  visit += 1;
  const names = (await caches.keys()).filter((name) => name !== filesCache);
  await Promise.all(names.map((name) => caches.delete(name)));
}

export async function store(
  name: CacheName,
  key: string,
  response: Response,
  of: number,
): Promise<void> {
  const body = await response.arrayBuffer();
  const { entries, bytes } = limits[name];
  if (of !== visit || body.byteLength > bytes) return;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.set(cachedAtHeader, String(Date.now()));
  const cache = await open(name);
  await cache.put(key, new Response(body, { headers }));
  if (of !== visit) return void (await cache.delete(key));
  // Keys are in the order in which they were put.
  const oldest = (await cache.keys()).slice(0, -entries);
  await Promise.all(oldest.map(({ url }) => cache.delete(url)));
}

export async function lookUp(name: CacheName, key: string): Promise<Response | undefined> {
  return (await open(name)).match(key);
}

export async function remove(name: CacheName, key: string): Promise<void> {
  await (await open(name)).delete(key);
}

export async function keysOf(name: CacheName): Promise<string[]> {
  return (await (await open(name)).keys()).map(({ url }) => url);
}

export async function deleteOtherCaches(): Promise<void> {
  const wanted = Object.values(limits).map(({ cache }) => cache);
  const others = (await caches.keys()).filter((name) => !wanted.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}
