import { publicPages } from "@market/contract/pages/pages";
import Fastify from "fastify";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleErrors } from "../http/problem.ts";
import { newId } from "../db/ids.ts";
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

/** The sitemap with fewer addresses to a file than the protocol has. */
function divided(most: number) {
  const app = Fastify();
  handleErrors(app);
  sitemapRoutes(app, { db: market.parts.db, publicOrigin: origin }, most);
  return app;
}

/** Copies of a listing, with ids that are older than all others. */
async function fill(count: number, like: string): Promise<void> {
  const ids = Array.from({ length: Math.min(count, 200) }, (_, nth) =>
    newId(1_000_000 + count + nth),
  );
  await market.parts.db.query(sql`
    insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
    select copy.id, seller_id, name, price_paise, description, category, condition, location_type, address
    from products, unnest(${ids}::uuid[]) copy (id) where products.id = ${like}`);
  if (count > ids.length) await fill(count - ids.length, like);
}

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

  it("has at most fifty thousand addresses to a file", () => {
    expect(sitemapMost).toBe(50_000);
  });

  it("is an index of files when there are more, each listing in one of them and none too long", async () => {
    const { _id: like } = (await list(asha)).body.product;
    await fill(1_600, like);
    const unsold = (
      await market.parts.db.query<{ id: string }>(sql`
        select id from products where sold_at is null order by id`)
    ).map(({ id }) => id);
    const app = divided(1_100);
    const index = await app.inject("/sitemap.xml");
    expect(index.body).toContain("<sitemapindex");
    const files = urlsIn(index.body);
    expect(files).toEqual([1, 2].map((nth) => `${origin}/sitemaps/${nth}.xml`));
    const found: string[] = [];
    for (const file of files) {
      const { statusCode, body } = await app.inject(file.slice(origin.length));
      expect(statusCode).toBe(200);
      expect(urlsIn(body).length).toBeLessThanOrEqual(1_100);
      found.push(...urlsIn(body));
    }
    expect(found.filter((address) => !address.includes("/item/"))).toHaveLength(
      publicPages.length - 1,
    );
    expect(found.flatMap((address) => address.split("/item/")[1] ?? [])).toEqual(unsold);
    for (const file of ["3.xml", "0.xml", "1", "x.xml", "1.xml.gz", "99999.xml"])
      expect([file, (await app.inject(`/sitemaps/${file}`)).statusCode]).toEqual([file, 404]);
    await app.close();
  });

  it("is written piece by piece: a reader who stops leaves the rest unread", async () => {
    const app = divided(50_000);
    const base = await app.listen({ host: "127.0.0.1", port: 0 });
    const answer = await fetch(`${base}/sitemap.xml`);
    expect(answer.headers.get("content-length")).toBeNull();
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeLessThan(200_000);
    await reader?.cancel();
    expect((await app.inject("/sitemap.xml")).statusCode).toBe(200);
    await app.close();
  });
});
