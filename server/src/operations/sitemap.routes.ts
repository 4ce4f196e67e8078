import { itemPage, publicPages } from "@market/contract/pages/pages";
import type { FastifyInstance } from "fastify";
import type { Queries } from "../db/database.ts";
import { type ResponseCache, sendCached } from "../http/response-cache.ts";
import { selectSitemapListings } from "./sitemap.sql.ts";

/** Addresses in a sitemap (sitemaps.org). */
export const sitemapMost = 50_000;
/** Milliseconds; a change of the catalogue ends it earlier. */
const longestLife = 60_000;
const pages = publicPages.filter((page) => page !== "/home");
const headers = {
  "content-type": "application/xml; charset=utf-8",
  "cache-control": "public, no-cache",
};

type Options = { answers: ResponseCache; db: Queries; publicOrigin: string; most?: number };

/** Serves the addresses of public pages and of the newest unsold listings. */
export function sitemapRoutes(
  app: FastifyInstance,
  { answers, db, publicOrigin, most = sitemapMost }: Options,
): void {
  const entryOf = (path: string, rest = "") =>
    `<url><loc>${publicOrigin}${path}</loc>${rest}</url>\n`;

  app.get("/sitemap.xml", (request, reply) =>
    sendCached(answers, request, reply, "/sitemap.xml", async () => {
      const listings = await selectSitemapListings(db, most - pages.length);
      const entries = [
        ...pages.map((path) => entryOf(path)),
        ...listings.map(({ id, changed }) =>
          entryOf(itemPage.replace("{productId}", id), `<lastmod>${changed}</lastmod>`),
        ),
      ];
      const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
      return { bytes: Buffer.from(text), headers, validFor: longestLife };
    }),
  );
}
