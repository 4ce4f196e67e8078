import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hideProduct } from "../moderation/moderation.sql.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { createPhotoVisibility } from "./photo-visibility.ts";

let market: TestMarket;
let asha: TestStudent;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

/** Lists a product. @returns its id, and the addresses of all files of its photo */
async function listed(): Promise<{ id: string; urls: string[] }> {
  const { product } = (await list(asha, {}, undefined, 480)).body;
  const [image] = product.images as { sources: { url: string }[] }[];
  return { id: product._id, urls: (image?.sources ?? []).map(({ url }) => url) };
}

const statusesOf = (urls: string[], headers: Record<string, string> = {}) =>
  Promise.all(urls.map(async (url) => (await market.app.inject({ url, headers })).statusCode));
const all = (urls: string[], status: number) => urls.map(() => status);
const suspend = (at: "now()" | "null") =>
  market.parts.db.query(
    at === "null"
      ? sql`update users set suspended_at = null where id = ${asha.userId}`
      : sql`update users set suspended_at = now() where id = ${asha.userId}`,
  );

describe("GET /photos of a listing that is no longer public", () => {
  it("404 photo-not-found as soon as it is removed, though its files are still there", async () => {
    const { id, urls } = await listed();
    expect(urls.length).toBeGreaterThan(1);
    expect((await asha.call("DELETE", `/api/products/${id}`)).status).toBe(200);
    const keys = (await Array.fromAsync(market.parts.storage.list())).map(({ key }) => key);
    for (const url of urls) expect(keys).toContain(url.slice("/photos/".length));
    expect(await statusesOf(urls)).toEqual(all(urls, 404));
    const [url = ""] = urls;
    const answer = await market.app.inject({
      url,
      headers: { "if-none-match": `"${url.slice(8)}"` },
    });
    expect(answer.json()).toMatchObject({ code: "photo-not-found" });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect((await market.app.inject({ method: "HEAD", url })).statusCode).toBe(404);
  });

  it("404 while its seller is suspended, and a photo again afterwards", async () => {
    const { urls } = await listed();
    await suspend("now()");
    try {
      expect(await statusesOf(urls)).toEqual(all(urls, 404));
    } finally {
      await suspend("null");
    }
    expect(await statusesOf((await listed()).urls)).toEqual(all(urls, 200));
  });

  it("404 while it is hidden", async () => {
    const { id, urls } = await listed();
    await market.parts.db.transaction((transaction) => hideProduct(transaction, id));
    expect(await statusesOf(urls)).toEqual(all(urls, 404));
  });

  it("404 for the photo that an edit removed, while the others stay", async () => {
    const { product } = (await list(asha, {}, ["#336699", "#993366"])).body;
    const [retained, lost] = (product.images as { url: string }[]).map(({ url }) => url);
    const form = new FormData();
    for (const [name, value] of Object.entries(product as Record<string, string>))
      if (typeof value !== "object") form.append(name, String(value));
    form.append("existingImages", JSON.stringify([retained]));
    expect((await asha.call("PUT", `/api/products/${product._id}`, { form })).status).toBe(200);
    expect(await statusesOf([retained ?? "", lost ?? ""])).toEqual([200, 404]);
  });

  it("may be cached by a proxy for half a minute and revalidated by its name", async () => {
    const [url = ""] = (await listed()).urls;
    const { headers } = await market.app.inject({ url });
    expect(headers["cache-control"]).toBe("public, max-age=604800, s-maxage=30, immutable");
    expect(await statusesOf([url], { "if-none-match": String(headers["etag"]) })).toEqual([304]);
  });
});

describe("the cached visibility of a photo", () => {
  const keyOf = (url = "") => url.slice("/photos/".length);

  it("is looked up again after its time, and once for all concurrent requests", async () => {
    const { id, urls } = await listed();
    let queries = 0;
    const { db } = market.parts;
    const counting = {
      ...db,
      query: (text: Parameters<typeof db.query>[0]) => (queries++, db.query(text)),
    };
    const isShown = createPhotoVisibility(counting as typeof db, 100);
    expect(await Promise.all(urls.map((url) => isShown(keyOf(url))))).toEqual(urls.map(() => true));
    expect(queries).toBe(1);
    await asha.call("DELETE", `/api/products/${id}`);
    await expect.poll(() => isShown(keyOf(urls[0]))).toBe(false);
    expect(queries).toBeGreaterThan(1);
  });

  it("counts while the database is down, and a photo without an answer is shown for a minute", async () => {
    const { id, urls } = await listed();
    const gone = await listed();
    await asha.call("DELETE", `/api/products/${gone.id}`);
    let isAway = false;
    const { db } = market.parts;
    const query = (text: Parameters<typeof db.query>[0]) =>
      isAway ? Promise.reject(new Error("the database is away")) : db.query(text);
    const isShown = createPhotoVisibility({ ...db, query } as typeof db, 1);
    expect(await isShown(keyOf(gone.urls[0]))).toBe(false);
    isAway = true;
    await sleep(5);
    expect(await isShown(keyOf(gone.urls[0]))).toBe(false);
    expect(await isShown(keyOf(urls[0]))).toBe(true);
    isAway = false;
    await asha.call("DELETE", `/api/products/${id}`);
  });

  it("R1023 a photo without an answer is refused once the database has been down for a minute", async () => {
    const [known, hidden, unknown] = [await listed(), await listed(), await listed()];
    await asha.call("DELETE", `/api/products/${hidden.id}`);
    const [first = "", second = "", third = ""] = [known, hidden, unknown].map(
      ({ urls: [url = ""] }) => url,
    );
    expect(await statusesOf([first, second])).toEqual([200, 404]);
    const down = Object.assign(new Error("the database is away"), { code: "ECONNREFUSED" });
    const ask = () =>
      Promise.all(
        [first, second, third].map(async (url) => {
          const { statusCode, headers } = await market.app.inject({ url });
          return [statusCode, headers["cache-control"]];
        }),
      );
    const now = performance.now.bind(performance);
    const query = vi.spyOn(market.parts.db, "query").mockRejectedValue(down);
    const clock = vi.spyOn(performance, "now");
    const open = vi.spyOn(market.parts.storage, "open");
    try {
      clock.mockImplementation(() => now() + 59_000);
      expect((await ask()).map(([status]) => status)).toEqual([200, 404, 200]);
      clock.mockImplementation(() => now() + 61_000);
      expect(await ask()).toEqual([
        [200, "public, max-age=604800, s-maxage=30, immutable"],
        [404, "no-store"],
        [503, "no-store"],
      ]);
      // A file that is left open ends the process when its handle is collected.
      const files = await Promise.all(open.mock.results.map(({ value }) => value));
      expect(files).toHaveLength(6);
      expect(files.map((file) => file?.stream.destroyed)).toEqual(files.map(() => true));
    } finally {
      clock.mockRestore();
      open.mockRestore();
      query.mockRestore();
    }
  });
});
