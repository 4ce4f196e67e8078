import type { endpoints } from "@market/contract/endpoints";
import { itemPage, protectedPages, publicPages } from "@market/contract/pages";

/** What the service worker keeps apart, each part with its own bounds. */
export type CacheName = "pages" | "answers" | "files" | "photos";

/** The caches by name, and the most that each holds. A new shape of what is kept needs new names. */
export const limits: Record<CacheName, { cache: string; entries: number; bytes: number }> = {
  pages: { cache: "market-pages-1", entries: 30, bytes: 3_000_000 },
  answers: { cache: "market-answers-1", entries: 40, bytes: 2_000_000 },
  files: { cache: "market-files-1", entries: 200, bytes: 5_000_000 },
  photos: { cache: "market-photos-1", entries: 200, bytes: 12_000_000 },
};

/** Stands in for a page that was never opened here: its document is an empty shell. */
export const standInPage = "/buy" satisfies (typeof protectedPages)[number];
/** Kept without having been opened, anew for each build. */
export const pagesForAll = [standInPage, "/" satisfies (typeof publicPages)[number]];

type Path<Name extends keyof typeof endpoints> = (typeof endpoints)[Name]["path"];
/** The answers that are the same for everybody, without phone and address. */
const publicAnswers = [
  "/api/products" satisfies Path<"listProducts">,
  "/api/products/filter" satisfies Path<"filterProducts">,
  "/api/items/{productId}" satisfies Path<"getItem">,
];
/** Documents; that of an edited product is the shell of every other one. */
const pages = [...publicPages, ...protectedPages.filter((page) => !page.includes("{")), itemPage];

type Asked = Pick<Request, "method" | "url" | "mode" | "headers">;

/** Where the answer of a request belongs; undefined for everything that is not to be touched. */
export function cacheOf(request: Asked, origin: string): CacheName | undefined {
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== origin) return undefined;
  const { pathname } = address;
  // The same with a token, by which the server only counts them.
  if (isOneOf(publicAnswers, pathname) && request.mode !== "navigate") return "answers";
  if (request.headers.has("authorization")) return undefined;
  if (request.mode === "navigate") return isOneOf(pages, pathname) ? "pages" : undefined;
  if (pathname.startsWith("/photos/")) return "photos";
  return /^\/(assets\/.+|icon(-[\w-]+)?\.(svg|png)|no-photo\.svg)$/.test(pathname)
    ? "files"
    : undefined;
}

/** The address under which an answer is kept; a document is the same whatever its query. */
export function keyOf(cache: CacheName, url: string): string {
  const { origin, pathname, search } = new URL(url);
  return cache === "pages" ? origin + pathname : origin + pathname + search;
}

/** Whether an answer may be kept: whole, our own, and not marked as private. */
export function mayBeKept(response: Response): boolean {
  return (
    response.status === 200 &&
    response.type === "basic" &&
    !response.redirected &&
    !/no-store|private/i.test(response.headers.get("cache-control") ?? "")
  );
}

/**
 * Whether a proxy says that it cannot reach the server. Of an answer to a call our own refusal is told apart, by its
 * type: the page says that the server is busy, and asks again.
 */
export function isGatewayFailure(cache: CacheName, { status, headers }: Response): boolean {
  const isOurs = headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  return status >= 502 && status <= 504 && !(cache === "answers" && isOurs);
}

/** Addresses of our own files that a document names. */
export function filesNamedBy(html: string): string[] {
  const named = html.matchAll(/\b(?:src|href|srcset)="(\/(?:assets\/[^" ]+|icon[\w-]*\.\w+))"/gi);
  return [...new Set([...named].flatMap(([, address]) => address ?? []))];
}

/** The photo of an address without its width and format: `/photos/name-320.webp`. */
export function photoNameOf(url: string): string {
  return new URL(url).pathname.replace(/-\d+\.\w+$/, "");
}

function isOneOf(templates: readonly string[], pathname: string): boolean {
  return templates.some(
    (template) =>
      template === pathname ||
      (template.includes("{") &&
        new RegExp(`^${template.replace(/\{\w+\}/, "[0-9a-f-]{36}")}$`).test(pathname)),
  );
}
