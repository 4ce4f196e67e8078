import type { endpoints } from "@market/contract/endpoints";
import { filesCache } from "../browser/worker-messages.ts";
import { pagesOfOne, protectedPages, publicPages } from "@market/contract/pages/pages";

export type CacheName = "pages" | "answers" | "files" | "photos";

/** Most entries, and bytes of one entry. Another format needs other names. */
export const limits: Record<CacheName, { cache: string; entries: number; bytes: number }> = {
  pages: { cache: "market-pages-2", entries: 30, bytes: 500_000 },
  answers: { cache: "market-answers-2", entries: 40, bytes: 500_000 },
  files: { cache: filesCache, entries: 200, bytes: 1_000_000 },
  photos: { cache: "market-photos-2", entries: 200, bytes: 300_000 },
};

/** The page whose document is the empty shell for pages that were never opened here. */
export const fallbackPage = "/buy" satisfies (typeof protectedPages)[number];
export const precachedPages = [fallbackPage, "/" satisfies (typeof publicPages)[number]];

type PublicRead = (typeof endpoints)["listProducts" | "filterProducts" | "getItem"];
const publicAnswers: PublicRead["path"][] = [
  "/api/products",
  "/api/products/filter",
  "/api/items/{productId}",
];
/** An edit page uses the shell. */
const pages = [
  ...publicPages,
  ...protectedPages.filter((page) => !page.includes("{")),
  ...pagesOfOne,
];

type RequestFacts = Pick<Request, "method" | "url" | "mode" | "headers">;

/** The cache of a request; undefined if the worker does not handle it. */
export function cacheFor(request: RequestFacts, origin: string): CacheName | undefined {
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== origin) return undefined;
  const { pathname, searchParams } = address;
  if (request.mode === "navigate") return matches(pages, pathname) ? "pages" : undefined;
  // A seller's listings are for students only, so they need the token.
  if (searchParams.has("seller")) return undefined;
  if (matches(publicAnswers, pathname)) return "answers";
  if (request.headers.has("authorization")) return undefined;
  if (pathname.startsWith("/photos/")) return "photos";
  const isFile = /^\/(assets\/.+|icon(-[\w-]+)?\.(svg|png)|no-photo\.svg)$/.test(pathname);
  return isFile ? "files" : undefined;
}

export function keyOf(cache: CacheName, url: string): string {
  const { origin, pathname, search } = new URL(url);
  return cache === "pages" ? origin + pathname : origin + pathname + search;
}

export function isCacheable(response: Response): boolean {
  return (
    response.status === 200 &&
    response.type === "basic" &&
    !response.redirected &&
    !/no-store|private/i.test(response.headers.get("cache-control") ?? "")
  );
}

/** Our own API errors pass, so that the page can retry. */
export function isGatewayFailure(cache: CacheName, { status, headers }: Response): boolean {
  const isOurs = headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  return status >= 502 && status <= 504 && !(cache === "answers" && isOurs);
}

/** Milliseconds after which a copy is of an earlier visit. */
const visitLength = 3_600_000;
/** Whether an answer was cached at an earlier visit: it may show a listing that was hidden or removed since (D19). */
export const isOfEarlierVisit = (cachedAt: number, now: number): boolean =>
  now - cachedAt > visitLength;

export function filesNamedBy(html: string): string[] {
  const named = html.matchAll(/\b(?:src|href|srcset)="(\/(?:assets\/[^" ]+|icon[\w-]*\.\w+))"/gi);
  return [...new Set([...named].flatMap(([, path]) => path ?? []))];
}

export function photoNameOf(url: string): string {
  return new URL(url).pathname.replace(/-\d+\.\w+$/, "");
}

function matches(templates: readonly string[], pathname: string): boolean {
  return templates.some((template) =>
    new RegExp(`^${template.replace(/\{\w+\}/, "[0-9a-f-]{36}")}$`).test(pathname),
  );
}
