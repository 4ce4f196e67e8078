import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { rebuildSearchWords } from "./search.sql.ts";

let market: TestMarket;
let asha: TestStudent;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

/** Whether a transaction waits for a row that another one has written. */
async function waitsForLock(): Promise<boolean> {
  const rows = await market.parts.db.query(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}
async function namesOf(q: string, rest = ""): Promise<string[]> {
  const { body } = await market.stranger.get(`/api/products/filter?q=${q}${rest}`);
  return (body as { name: string }[]).map(({ name }) => name);
}

it("counts the words of listings, and forgets those of listings that are gone", async () => {
  const { db } = market.parts;
  const { body } = await list(asha, { name: "Sitar, sitar stand", description: "Rare." });
  const selectSitar = () => db.query(sql`select products from search_words where word = 'sitar'`);
  await rebuildSearchWords(db);
  expect(await selectSitar()).toEqual([{ products: 1 }]);
  await asha.call("DELETE", `/api/products/${body.product._id}`);
  await rebuildSearchWords(db);
  expect(await selectSitar()).toEqual([{ products: 0 }]);
  await rebuildSearchWords(db);
  expect(await selectSitar()).toEqual([]);
});

it.each([
  ["for the first time", async () => {}],
  ["and is about to forget them", () => rebuildSearchWords(market.parts.db)],
])("keeps words that are listed again while the count misses them %s", async (_, before) => {
  const { db } = market.parts;
  const old = (await list(asha, { name: "Sarangi" })).body.product._id;
  const again = (await list(asha, { name: "Harp" })).body.product._id;
  await asha.call("DELETE", `/api/products/${old}`);
  await before();
  const [written, counted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction(async (transaction) => {
    await transaction.query(sql`update products set name = 'Sarangi' where id = ${again}`);
    written.resolve();
    await counted.promise;
  });
  await written.promise;
  let isCounted = false;
  const counting = rebuildSearchWords(db).then(() => (isCounted = true));
  await expect.poll(async () => isCounted || (await waitsForLock())).toBe(true);
  counted.resolve();
  await Promise.all([writing, counting]);
  expect(await namesOf("sarangi")).toEqual(["Sarangi"]);
  await rebuildSearchWords(db);
  expect(await namesOf("sarangi")).toEqual(["Sarangi"]);
  expect(await namesOf("sarangi", "&category=Mobility+%26+Transport")).toEqual(["Sarangi"]);
  await asha.call("DELETE", `/api/products/${again}`);
});

it("gives up a count that a listing holds up, before the database ends one of them", async () => {
  const { db } = market.parts;
  const { body } = await list(asha, { name: "Veena" });
  await db.query(sql`update search_words set products = 0 where word = 'veena'`);
  await db.transaction(async (transaction) => {
    await transaction.query(sql`select learn_words(array['veena'::tsvector])`);
    const began = performance.now();
    await expect(rebuildSearchWords(db)).rejects.toThrow("lock timeout");
    expect(performance.now() - began).toBeLessThan(900);
  });
  await rebuildSearchWords(db);
  await asha.call("DELETE", `/api/products/${body.product._id}`);
});
