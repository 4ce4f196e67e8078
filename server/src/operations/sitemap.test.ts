import { publicPages } from "@market/contract/pages/pages";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ResponseCache } from "../http/response-cache.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { sitemapMost, sitemapRoutes } from "./sitemap.routes.ts";

const origin = "https://market.college.edu";
let market: TestMarket;
let asha: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

const urlsIn = (text: string) =>
  [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? "");

describe("/sitemap.xml", () => {
  it("names public pages and unsold listings with the day of their last change, and robots.txt names it", async () => {
    const unsold = (await list(asha)).body.product._id as string;
    const sold = (await list(asha)).body.product._id as string;
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    const { status, headers, text } = await market.stranger.get("/sitemap.xml");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, no-cache");
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">\n/,
    );
    expect(text).toMatch(/<\/urlset>\n$/);
    const pages = publicPages.filter((page) => page !== "/home");
    expect(urlsIn(text)).toEqual(
      [...pages, `/item/${unsold}`].map((path) => `http://localhost:3000${path}`),
    );
    expect(text).toContain(
      `/item/${unsold}</loc><lastmod>${new Date().toISOString().slice(0, 10)}</lastmod>`,
    );
    expect((await market.stranger.get("/robots.txt")).text).toContain(
      "\nSitemap: http://localhost:3000/sitemap.xml\n",
    );
  });

  it("names at most fifty thousand addresses, of listings the newest", async () => {
    expect(sitemapMost).toBe(50_000);
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await list(asha)).body.product._id as string);
    const answers = new ResponseCache({ failed: () => {} });
    const app = Fastify();
    const most = publicPages.length - 1 + 2;
    sitemapRoutes(app, { answers, db: market.parts.db, publicOrigin: origin, most });
    const { body } = await app.inject("/sitemap.xml");
    const paths = urlsIn(body).map((address) => address.slice(origin.length));
    expect(paths).toHaveLength(most);
    expect(paths.slice(-2)).toEqual([`/item/${ids[2]}`, `/item/${ids[1]}`]);
    await app.close();
  });
});
