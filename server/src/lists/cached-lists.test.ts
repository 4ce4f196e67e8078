import { brotliDecompressSync } from "node:zlib";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../test/client.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
/** Another process on the same database. */
let other: TestMarket;
let asha: TestStudent;
const cycles = "/api/products/filter?category=Mobility+%26+Transport";
const past = { "cache-control": "no-cache" };

beforeAll(async () => {
  market = await openTestMarket();
  const { DATABASE_URL = "", DATABASE_SESSION_URL = "" } = market.parts.config;
  other = await openTestMarket({ DATABASE_URL, DATABASE_SESSION_URL });
  asha = await market.student("Asha");
});
afterAll(async () => {
  await other.close();
  await market.close();
});

/** Changes a product without an announcement: only a query of the database sees it. */
const rename = (id: string, name: string) =>
  market.parts.db.query(sql`update products set name = ${name} where id = ${id}`);

async function namesIn(from: TestMarket, url: string, headers?: Record<string, string>) {
  const { body } = await from.stranger.get(url, headers);
  return (body as { name: string }[]).map(({ name }) => name);
}

describe("first pages of lists", () => {
  it("are cached until something changes, and then rebuilt", async () => {
    const { product } = (await list(asha, { name: "Cached cycle" })).body;
    expect(await namesIn(market, cycles)).toContain("Cached cycle");
    await rename(product._id, "Renamed cycle");
    expect(await namesIn(market, cycles)).toContain("Cached cycle");
    expect(await namesIn(market, cycles, past)).toContain("Renamed cycle");
    // A price on the edge of two bands is in both.
    await list(asha, { price: "500", name: "Edge" });
    expect(await namesIn(market, cycles)).toContain("Renamed cycle");
    for (const band of ["100-500", "500-1000"])
      expect(await namesIn(market, `${cycles}&priceRange=${band}`)).toContain("Edge");
  });

  it("show every kind of change immediately: new, edited, sold, moved to another filter, deleted", async () => {
    const names = () => namesIn(market, `${cycles}&condition=Used+-+Good`);
    const { product } = (await list(asha, { name: "First" })).body;
    expect(await names()).toContain("First");
    const edit = async (fields: Record<string, string>) => {
      const form = new FormData();
      const { name, price, description, locationType, category, condition } = product;
      const all = { name, price, description, locationType, category, condition, ...fields };
      for (const [field, value] of Object.entries({ ...all, address: "Gate 2" }))
        form.append(field, String(value));
      const { status } = await asha.call("PUT", `/api/products/${product._id}`, { form });
      expect(status).toBe(200);
    };
    await edit({ name: "Second" });
    expect(await names()).toContain("Second");
    const sold = async () => {
      const { body } = await market.stranger.get("/api/products");
      return (body as { _id: string; isSold: boolean }[]).find(({ _id }) => _id === product._id);
    };
    expect((await sold())?.isSold).toBe(false);
    await asha.call("PUT", `/api/products/${product._id}/toggle-sold`, { json: { isSold: true } });
    expect((await sold())?.isSold).toBe(true);
    await edit({ name: "Third", condition: "New" });
    expect(await names()).not.toContain("Second");
    expect(await namesIn(market, `${cycles}&condition=New`)).toContain("Third");
    await asha.call("DELETE", `/api/products/${product._id}`);
    expect(await namesIn(market, `${cycles}&condition=New`)).not.toContain("Third");
  });

  it("carry a tag of their own in every encoding, and are not sent again to clients that have them", async () => {
    const get = (headers: Record<string, string>) => market.app.inject({ url: cycles, headers });
    const [whole, packed] = [await get({}), await get({ "accept-encoding": "gzip, br" })];
    expect(packed.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(whole.body);
    expect(packed.headers["etag"]).not.toBe(whole.headers["etag"]);
    expect(packed.headers["vary"]).toBe("Accept-Encoding");
    const again = await get({
      "accept-encoding": "gzip, br",
      "if-none-match": packed.headers["etag"] ?? "",
    });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });
});

describe("cached responses over a socket", () => {
  let base: string;
  beforeAll(async () => {
    base = await market.app.listen({ host: "127.0.0.1", port: 0 });
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { host } = new URL(market.parts.config.PUBLIC_ORIGIN);
    const response = await fetch(base + path, { headers: { host, ...headers } });
    const { date: _, "x-request-id": id, ...rest } = Object.fromEntries(response.headers);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    return { status: response.status, headers: rest, text: await response.text() };
  };

  it("are what was made, header for header", async () => {
    // A limit that no list has used: the first is made, the second is cached.
    const path = `${cycles}&limit=7`;
    const [made, ready] = [await ask(path), await ask(path)];
    expect(ready).toEqual(made);
    expect(ready.headers["x-content-type-options"]).toBe("nosniff");
    // Without this header, fetch bypasses caches when it sends a tag.
    const has = { "if-none-match": ready.headers["etag"] ?? "", "cache-control": "max-age=0" };
    const known = await ask(path, has);
    expect(known.status).toBe(304);
  });

  it("are rebuilt when evicted from the cache, and after a change", async () => {
    for (const [limit, headers] of [
      [8, past],
      [9, {}],
      [9, { "accept-encoding": "br" }],
    ] as const) {
      const path = `${cycles}&limit=${limit}`;
      const before = await ask(path, headers);
      await list(asha, { name: `Cycle of ${limit}` });
      const after = await ask(path, headers);
      expect(after.text).toContain(`Cycle of ${limit}`);
      const { etag: _old, "content-length": _long, link: _next, ...same } = before.headers;
      const { etag, "content-length": length, link: _then, ...now } = after.headers;
      expect(now).toEqual(same);
      expect(etag).not.toBe(before.headers["etag"] ?? "none");
      const isWhole = after.headers["content-encoding"] === undefined;
      expect(Number(length)).toBe(isWhole ? Buffer.byteLength(after.text) : Number(length));
    }
  });

  it("say why when they cannot be made", async () => {
    const path = `${cycles}&limit=10`;
    expect((await ask(path)).status).toBe(200);
    await market.owner.query(sql`alter table products rename to elsewhere`);
    const failed = await ask(path, past);
    await market.owner.query(sql`alter table elsewhere rename to products`);
    expect(failed.status).toBe(500);
    expect(JSON.parse(failed.text)).toMatchObject({ code: "internal" });
    expect((await ask(path, past)).status).toBe(200);
  });
});

describe("two processes on one database", () => {
  it("the other shows a write within a second, and to its writer immediately", async () => {
    const there = createClient(other.app, asha.token);
    const { product } = (await list(asha, { category: "Study Essentials" })).body;
    const url = "/api/products/filter?category=Study+Essentials";
    const isSoldThere = async (headers?: Record<string, string>) => {
      const { body } = await there.get(url, headers);
      return (body as { _id: string; isSold: boolean }[]).find(({ _id }) => _id === product._id)
        ?.isSold;
    };
    for (let write = 0; write < 30; write++) {
      const isSold = write % 2 === 0;
      await isSoldThere();
      await asha.call("PUT", `/api/products/${product._id}/toggle-sold`, { json: { isSold } });
      expect(await isSoldThere(past)).toBe(isSold);
      await expect.poll(() => isSoldThere(), { interval: 20, timeout: 1_000 }).toBe(isSold);
    }
  });
});
