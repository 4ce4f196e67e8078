import { keptAtHeader } from "./kept-header.ts";
import { type CacheName, limits } from "./kept-caches.ts";

const bytesHeader = "x-kept-bytes";
/** Answers that a cache takes in before it is trimmed. */
const slack = 12;

const sinceTrimmed = new Map<CacheName, number>();

const open = (name: CacheName) => caches.open(limits[name].cache);

/** Whose answers are taken in: from one sign-out to the next. */
let visit = 0;
/** To be asked for before an answer is, and given back with it. */
export const currentVisit = (): number => visit;

/** Forgets everything, and whatever was asked for in this visit and is still on its way. */
export async function endVisit(): Promise<void> {
  visit += 1;
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

/**
 * Puts an answer into its cache, and deletes the oldest ones when there are too many.
 * @param of the visit in which it was asked for; nothing is kept of one that has ended
 */
export async function store(
  name: CacheName,
  key: string,
  response: Response,
  of: number,
): Promise<void> {
  const body = await response.arrayBuffer();
  if (of !== visit || body.byteLength > limits[name].bytes / 4) return;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.set(bytesHeader, String(body.byteLength));
  headers.set(keptAtHeader, String(Date.now()));
  const cache = await open(name);
  await cache.put(key, new Response(body, { status: 200, headers }));
  if (of !== visit) return void (await cache.delete(key));

  const count = (sinceTrimmed.get(name) ?? slack) + 1;
  sinceTrimmed.set(name, count > slack ? 0 : count);
  if (count > slack) await trim(name);
}

export async function lookUp(name: CacheName, key: string): Promise<Response | undefined> {
  return (await open(name)).match(key);
}

export async function remove(name: CacheName, key: string): Promise<void> {
  await (await open(name)).delete(key);
}

/** Addresses in a cache that fit. */
export async function keysWhere(
  name: CacheName,
  fits: (url: string) => boolean,
): Promise<string[]> {
  const cache = await open(name);
  return (await cache.keys()).map(({ url }) => url).filter(fits);
}

/** Deletes the caches of earlier shapes. */
export async function deleteOtherCaches(): Promise<void> {
  const wanted = Object.values(limits).map(({ cache }) => cache);
  const names = await caches.keys();
  const others = names.filter((name) => !wanted.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function trim(name: CacheName): Promise<void> {
  const { entries, bytes } = limits[name];
  const cache = await open(name);
  const all = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const { headers } = (await cache.match(url)) ?? { headers: new Headers() };
      return { url, at: Number(headers.get(keptAtHeader)), size: Number(headers.get(bytesHeader)) };
    }),
  );
  let held = 0;
  const tooMany = all
    .sort((one, other) => other.at - one.at)
    .filter(({ size }, place) => (held += size) > bytes || place >= entries);
  await Promise.all(tooMany.map(({ url }) => cache.delete(url)));
}
