import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentVisit, deleteOtherCaches, endVisit, keysOf, lookUp, store } from "./cache-store.ts";
import { type CacheName, limits } from "./caches.ts";

const origin = "https://market.cgu.example";
const keep = (name: CacheName, key: string, response: Response) =>
  store(name, key, response, currentVisit());
const photo = (bytes: number) =>
  new Response(new Uint8Array(bytes), { headers: { "content-encoding": "br" } });

/** The part of the browser's cache storage that is used. */
function memoryCaches() {
  const held = new Map<string, Map<string, Response>>();
  return {
    keys: async () => [...held.keys()],
    delete: async (name: string) => held.delete(name),
    open: async (name: string) => {
      const cache = held.get(name) ?? new Map<string, Response>();
      held.set(name, cache);
      return {
        put: async (url: string, response: Response) => void cache.set(url, response),
        match: async (url: string) => cache.get(url)?.clone(),
        keys: async () => [...cache.keys()].map((url) => ({ url })),
        delete: async (url: string) => cache.delete(url),
      };
    },
  };
}

describe("the cache store", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("caches", memoryCaches());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("holds a bounded number, the newest", async () => {
    for (let at = 0; at < 250; at += 1)
      await keep("photos", `${origin}/photos/p${at}-320.webp`, photo(10));
    const urls = await keysOf("photos");
    expect(urls).toHaveLength(limits.photos.entries);
    expect(urls).toContain(`${origin}/photos/p249-320.webp`);
    expect(urls).not.toContain(`${origin}/photos/p0-320.webp`);
  });

  it("takes in nothing that is larger than the limit of its cache", async () => {
    await keep("answers", `${origin}/api/products`, photo(600_000));
    expect(await lookUp("answers", `${origin}/api/products`)).toBeUndefined();
  });

  it("says when an answer was cached, and no longer that it is compressed", async () => {
    vi.setSystemTime(1_000_000);
    await keep("photos", `${origin}/photos/a-320.webp`, photo(3));
    const { headers } = (await lookUp("photos", `${origin}/photos/a-320.webp`)) ?? new Response();
    expect(headers.get("x-cached-at")).toBe("1000000");
    expect(headers.has("content-encoding")).toBe(false);
  });

  it("keeps nothing of a visit that has ended, also what was still on its way", async () => {
    await keep("pages", `${origin}/`, photo(3));
    const visit = currentVisit();
    const onItsWay = store("photos", `${origin}/photos/a-320.webp`, photo(3), visit);
    await endVisit();
    await onItsWay;
    await store("photos", `${origin}/photos/b-320.webp`, photo(3), visit);
    expect(await caches.keys()).toEqual([]);
    await keep("photos", `${origin}/photos/c-320.webp`, photo(3));
    expect(await keysOf("photos")).toEqual([`${origin}/photos/c-320.webp`]);
  });

  it("deletes the caches of earlier shapes", async () => {
    await caches.open("market-pages-1");
    await keep("pages", `${origin}/`, photo(3));
    await deleteOtherCaches();
    expect(await caches.keys()).toEqual(["market-pages-2"]);
  });
});
