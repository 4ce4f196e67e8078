import { Readable } from "node:stream";
import { itemPage, publicPages } from "@market/contract/pages/pages";
import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { createConcurrencyLimit } from "../http/concurrency.ts";
import type { Queries } from "../db/database.ts";
import { AppError } from "../errors/errors.ts";
import { selectSitemapListings, selectSitemapStarts, type SitemapListing } from "./sitemap.sql.ts";

/** Addresses in one file (sitemaps.org). */
export const sitemapMost = 50_000;
/** Listings read at a time, so that no file is in memory as a whole. */
const batch = 1_000;
/** Milliseconds; dividing reads the index of all listings. */
const divisionLife = 60_000;
const bounds = { concurrent: 1, waiting: 64 };
const pages = publicPages.filter((page) => page !== "/home");

const headers = {
  "content-type": "application/xml; charset=utf-8",
  "cache-control": "public, no-cache",
};
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Serves public pages and unsold listings, in several files if they are too many for one. */
export function sitemapRoutes(
  app: FastifyInstance,
  { db, publicOrigin }: { db: Queries; publicOrigin: string },
  most = sitemapMost,
): void {
  const bounded = createConcurrencyLimit(bounds);
  const listingsEach = most - pages.length;
  const divisions = new LRUCache<string, string[]>({
    max: 1,
    ttl: divisionLife,
    fetchMethod: () => bounded(() => selectSitemapStarts(db, listingsEach)),
  });
  /** The first listing of each file. */
  const divide = () => divisions.forceFetch("starts");

  async function* write(first: SitemapListing[], end: string | undefined, hasPages: boolean) {
    yield `${declaration}<urlset ${namespace}>\n`;
    if (hasPages)
      yield pages.map((page) => `<url><loc>${publicOrigin}${page}</loc></url>\n`).join("");
    let listings = first;
    let left = listingsEach;
    while (listings.length > 0) {
      yield listings.map(entryOf).join("");
      left -= listings.length;
      const after = listings.at(-1)?.id;
      const isLast = listings.length < batch || left <= 0;
      listings = isLast
        ? []
        : await bounded(() => selectSitemapListings(db, { after, end }, Math.min(batch, left)));
    }
    yield "</urlset>\n";
  }

  const entryOf = ({ id, changed }: SitemapListing) =>
    `<url><loc>${publicOrigin}${itemPage.replace("{productId}", id)}</loc><lastmod>${changed}</lastmod></url>\n`;

  async function sendFile(reply: FastifyReply, starts: string[], nth: number) {
    const end = starts[nth + 1];
    const place = { from: nth === 0 ? undefined : starts[nth], end };
    // Queried before the response begins, so that an unavailable database becomes an error response.
    const first = await bounded(() =>
      selectSitemapListings(db, place, Math.min(batch, listingsEach)),
    );
    const text = Readable.from(write(first, end, nth === 0), { highWaterMark: 1 });
    return reply.headers(headers).send(text);
  }

  app.get("/sitemap.xml", async (_request, reply) => {
    const starts = await divide();
    if (starts.length <= 1) return sendFile(reply, [], 0);
    const files = starts.map(
      (_, nth) => `<sitemap><loc>${publicOrigin}/sitemaps/${nth + 1}.xml</loc></sitemap>\n`,
    );
    return reply
      .headers(headers)
      .send(`${declaration}<sitemapindex ${namespace}>\n${files.join("")}</sitemapindex>\n`);
  });

  app.get<{ Params: { file: string } }>("/sitemaps/:file", async (request, reply) => {
    const number = /^([1-9]\d{0,4})\.xml$/.exec(request.params.file)?.[1];
    const starts = number === undefined ? [] : await divide();
    const nth = Number(number) - 1;
    if (!(nth < starts.length)) throw new AppError("not-found");
    return sendFile(reply, starts, nth);
  });
}
