import { keptAtHeader } from "./kept-header.ts";
import { type Shelf, shelves } from "./shelves.ts";

const bytesHeader = "x-kept-bytes";
/** Answers that a shelf may take in before it is looked through. */
const slack = 12;

const sinceTrimmed = new Map<Shelf, number>();

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
 * Puts an answer on its shelf, and takes the oldest ones off when there are too many.
 * @param of the visit in which it was asked for; nothing is kept of one that has ended
 */
export async function keep(
  shelf: Shelf,
  key: string,
  response: Response,
  of: number,
): Promise<void> {
  const body = await response.arrayBuffer();
  if (of !== visit || body.byteLength > shelves[shelf].bytes / 4) return;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.set(bytesHeader, String(body.byteLength));
  headers.set(keptAtHeader, String(Date.now()));
  const cache = await caches.open(shelves[shelf].cache);
  await cache.put(key, new Response(body, { status: 200, headers }));
  if (of !== visit) return void (await cache.delete(key));

  const count = (sinceTrimmed.get(shelf) ?? slack) + 1;
  sinceTrimmed.set(shelf, count > slack ? 0 : count);
  if (count > slack) await trim(shelf);
}

export async function kept(shelf: Shelf, key: string): Promise<Response | undefined> {
  return (await caches.open(shelves[shelf].cache)).match(key);
}

export async function forget(shelf: Shelf, key: string): Promise<void> {
  await (await caches.open(shelves[shelf].cache)).delete(key);
}

/** Addresses on a shelf that fit. */
export async function keysWhere(shelf: Shelf, fits: (url: string) => boolean): Promise<string[]> {
  const cache = await caches.open(shelves[shelf].cache);
  return (await cache.keys()).map(({ url }) => url).filter(fits);
}

/** Deletes the caches of earlier shapes. */
export async function forgetOtherCaches(): Promise<void> {
  const wanted = Object.values(shelves).map(({ cache }) => cache);
  const names = await caches.keys();
  const others = names.filter((name) => !wanted.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function trim(shelf: Shelf): Promise<void> {
  const { cache: name, entries, bytes } = shelves[shelf];
  const cache = await caches.open(name);
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
