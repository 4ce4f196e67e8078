import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { cycle, formOf, list, setSoldAt } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let base: string;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  base = await market.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => market.close());

const category = (name: string) =>
  `/api/products/filter?${new URLSearchParams({ category: name })}`;
const mobility = category("Mobility & Transport");
const fitness = category("Health & Fitness");
const lists = [
  "/api/products",
  "/api/products/filter",
  mobility,
  fitness,
  "/api/products/filter?q=zither",
];

/** Over the socket, where lists are answered from the cache. */
async function showing(id: string): Promise<Record<string, { name: string; isSold: boolean }>> {
  const { host } = new URL(market.parts.config.PUBLIC_ORIGIN);
  const found: Record<string, { name: string; isSold: boolean }> = {};
  for (const path of lists) {
    const response = await fetch(base + path, { headers: { host } });
    const products = (await response.json()) as { _id: string; name: string; isSold: boolean }[];
    const product = products.find(({ _id }) => _id === id);
    if (product) found[path] = { name: product.name, isSold: product.isSold };
  }
  return found;
}

const whereMobility = [
  "/api/products",
  "/api/products/filter",
  mobility,
  "/api/products/filter?q=zither",
];
const whereFitness = [
  "/api/products",
  "/api/products/filter",
  fitness,
  "/api/products/filter?q=zither",
];

describe("cached lists", () => {
  it("show every kind of write immediately, where it belongs and nowhere else", async () => {
    expect(await showing("none")).toEqual({});
    const { product } = (await list(asha, { name: "Zither" })).body;
    const path = `/api/products/${product._id}`;
    const all = (paths: string[], name: string, isSold = false) =>
      Object.fromEntries(paths.map((each) => [each, { name, isSold }]));
    expect(await showing(product._id)).toEqual(all(whereMobility, "Zither"));

    const moved = { ...cycle, name: "Zither, tuned", category: "Health & Fitness" };
    const form = await formOf(moved, []);
    expect((await asha.call("PUT", path, { form })).status).toBe(200);
    expect(await showing(product._id)).toEqual(all(whereFitness, "Zither, tuned"));

    for (const isSold of [true, false]) {
      await asha.call("PUT", `${path}/toggle-sold`, { json: { isSold } });
      expect(await showing(product._id)).toEqual(all(whereFitness, "Zither, tuned", isSold));
    }
    expect((await asha.call("DELETE", path)).status).toBe(200);
    expect(await showing(product._id)).toEqual({});
  });

  it("lose a listing that was sold fourteen days ago when the job runs, and not a minute sooner", async () => {
    const sold = async (name: string) => {
      const { product } = (await list(asha, { name })).body;
      await asha.call("PUT", `/api/products/${product._id}/toggle-sold`, {
        json: { isSold: true },
      });
      return product._id as string;
    };
    const [due, young] = [await sold("Sold long ago"), await sold("Sold lately")];
    for (const id of [due, young]) expect(Object.keys(await showing(id))).toContain(mobility);
    await setSoldAt(market.owner, sql`now() - interval '14 days 1 minute'`, due);
    await setSoldAt(market.owner, sql`now() - interval '13 days 23 hours 59 minutes'`, young);
    const job = recurringJobs(market.parts).find(({ name }) => name === "delist-sold-products");
    await job?.work({} as never);
    expect(await showing(due)).toEqual({});
    expect(Object.keys(await showing(young))).toContain(mobility);
  });

  it("R942 leave the lists in transactions of at most five hundred", async () => {
    const { db } = market.parts;
    const { _id: like } = (await list(asha)).body.product;
    const ids = Array.from({ length: 1_100 }, () => newId());
    await db.query(sql`
      insert into products (id, seller_id, name, price_paise, description, category, condition, location_type, address)
      select copy.id, seller_id, name, price_paise, description, category, condition, location_type, address
      from products, unnest(${ids}::uuid[]) copy (id) where products.id = ${like}`);
    await setSoldAt(market.owner, sql`now() - interval '15 days'`, ids);
    const job = recurringJobs(market.parts).find(({ name }) => name === "delist-sold-products");
    await job?.work({} as never);
    const transactions = await db.query<{ listed: boolean; rows: number }>(sql`
      select listed, count(*)::int as rows from products where id = any(${ids}::uuid[])
      group by listed, xmin::text order by rows`);
    expect(transactions).toEqual([100, 500, 500].map((rows) => ({ listed: false, rows })));
  });
});
