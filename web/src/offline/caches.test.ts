import { describe, expect, it } from "vitest";
import {
  filesNamedBy,
  isGatewayFailure,
  keyOf,
  isCacheable,
  isOfEarlierVisit,
  photoNameOf,
  cacheFor,
} from "./caches.ts";

const origin = "https://market.cgu.example";
const id = "01994e50-0000-7000-8000-000000000000";
const ask = (path: string, { mode = "cors", method = "GET", headers = {} } = {}) =>
  cacheFor(
    { url: origin + path, mode: mode as RequestMode, method, headers: new Headers(headers) },
    origin,
  );
const answered = (status: number, headers: Record<string, string> = {}) =>
  Object.defineProperty(new Response(null, { status, headers }), "type", { value: "basic" });

describe("what the service worker keeps", () => {
  it("D19 is of this visit for an hour", () => {
    const now = Date.parse("2026-11-23T12:00:00Z");
    expect(isOfEarlierVisit(now - 3_500_000, now)).toBe(false);
    expect(isOfEarlierVisit(now - 3_700_000, now)).toBe(true);
    expect(isOfEarlierVisit(0, now)).toBe(true);
  });

  it.each([
    ["/api/products?sort=random&limit=8", "answers"],
    ["/api/products/filter?category=Tech", "answers"],
    [`/api/items/${id}`, "answers"],
    ["/photos/abc-320.webp", "photos"],
    ["/assets/buy-abc.js", "files"],
    ["/icon-192.png", "files"],
    ["/no-photo.svg", "files"],
  ])("%s goes to %s", (path, cache) => {
    expect(ask(path)).toBe(cache);
  });

  it.each(["/", "/home", "/about", "/buy", "/sell?item=1", "/login", `/item/${id}`])(
    "the document %s goes to the pages",
    (path) => {
      expect(ask(path, { mode: "navigate" })).toBe("pages");
    },
  );

  it.each([
    "/api/auth/callback?state=a&code=b",
    "/api/auth/outcome.js",
    "/api/auth/token",
    "/api/auth/profile",
    "/api/auth/start",
    "/api/products/user",
    `/api/products/${id}`,
    `/api/products?seller=${id}&limit=9`,
    "/api/photos",
    "/api/views",
    "/avatars/one",
    "/healthz",
    "/service-worker.js",
    "/",
  ])("%s is not touched", (path) => {
    expect(ask(path)).toBeUndefined();
  });

  it("R1039 the page of a key is not touched", () => {
    for (const path of ["/k/AAAAAAAAAAAAAAAAAAAAAA", "/k/AAAAAAAAAAAAAAAAAAAAAA/all/sold"])
      expect(ask(path, { mode: "navigate" })).toBeUndefined();
  });

  it.each(["/api/auth/start", "/api/auth/callback", "/item/none", "/photos/abc-320.webp"])(
    "going to %s is not touched",
    (path) => {
      expect(ask(path, { mode: "navigate" })).toBeUndefined();
    },
  );

  it("keeps public lists that were requested with a token, which are the same for all users", () => {
    const headers = { Authorization: "Bearer a" };
    expect(ask("/api/products/filter?category=Tech", { headers })).toBe("answers");
    expect(ask(`/api/items/${id}`, { headers })).toBe("answers");
  });

  it("touches nothing else with a token, no writing and no other origin", () => {
    const headers = { Authorization: "Bearer a" };
    for (const path of ["/api/products/user", `/api/products/${id}`, "/photos/abc-320.webp"])
      expect(ask(path, { headers })).toBeUndefined();
    expect(ask("/api/products", { method: "POST" })).toBeUndefined();
    const elsewhere = { url: "https://other.example/assets/a.js", mode: "cors", method: "GET" };
    expect(
      cacheFor({ ...elsewhere, mode: "cors", headers: new Headers() }, origin),
    ).toBeUndefined();
  });

  it("keeps whole answers only, and none that is marked as private", () => {
    expect(isCacheable(answered(200, { "cache-control": "public, max-age=0" }))).toBe(true);
    expect(isCacheable(answered(200, { "cache-control": "no-store" }))).toBe(false);
    expect(isCacheable(answered(200, { "cache-control": "private, max-age=60" }))).toBe(false);
    for (const status of [206, 404, 503]) expect(isCacheable(answered(status))).toBe(false);
    expect(isCacheable(new Response(""))).toBe(false);
  });

  it("takes a proxy's 502, 503 and 504 for a failure, and no refusal of our own to a call", () => {
    for (const status of [502, 503, 504]) {
      const proxy = answered(status, { "content-type": "text/html" });
      const own = answered(status, { "content-type": "application/problem+json; charset=utf-8" });
      const failed = (["pages", "answers", "files", "photos"] as const).map((cache) => [
        isGatewayFailure(cache, proxy),
        isGatewayFailure(cache, own),
      ]);
      expect(failed).toEqual([
        [true, true],
        [true, false],
        [true, true],
        [true, true],
      ]);
    }
    for (const status of [200, 404, 429, 500])
      expect(isGatewayFailure("pages", answered(status))).toBe(false);
  });

  it("knows a document by its path alone, and an answer with its query", () => {
    expect(keyOf("pages", `${origin}/buy?item=1`)).toBe(`${origin}/buy`);
    expect(keyOf("answers", `${origin}/api/products?limit=8`)).toBe(
      `${origin}/api/products?limit=8`,
    );
  });

  it("finds the files that a document names", () => {
    const html = `<link rel="modulepreload" href="/assets/a.js"><link rel="icon" href="/icon.svg">
      <script type="module" src="/assets/b.js"></script><img src="/photos/c-320.webp">
      <source srcSet="/assets/d.svg"><a href="/about">`;
    expect(filesNamedBy(html)).toEqual([
      "/assets/a.js",
      "/icon.svg",
      "/assets/b.js",
      "/assets/d.svg",
    ]);
  });

  it("knows a photo in all its widths and formats", () => {
    const names = ["abc-320.webp", "abc-640.avif"].map((file) =>
      photoNameOf(`${origin}/photos/${file}`),
    );
    expect(new Set(names)).toEqual(new Set(["/photos/abc"]));
  });
});
