import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../test/market.ts";
import { countWords } from "./search.sql.ts";

let market: TestMarket;
let asha: TestStudent;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
});
afterAll(() => market.close());

/** What a count missed, it missed long ago. */
async function letTimePass(): Promise<void> {
  for (const table of [sql`search_words`, sql`search_uses`])
    await market.parts.db.query(
      sql`update ${table} set missed_since = missed_since - interval '2 hours'`,
    );
}
/** Whether somebody waits for a row that another transaction has written. */
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
  const selectSitar = () =>
    db.query(sql`select products, named from search_words where word = 'sitar'`);
  const selectUses = () =>
    db.query(sql`select category, products, named from search_uses where word = 'sitar'`);
  await countWords(db);
  expect(await selectSitar()).toEqual([{ products: 1, named: 1 }]);
  expect(await selectUses()).toEqual([{ category: body.product.category, products: 1, named: 1 }]);
  await asha.call("DELETE", `/api/products/${body.product._id}`);
  await countWords(db);
  await countWords(db);
  expect(await selectSitar()).toEqual([{ products: 1, named: 1 }]);
  await letTimePass();
  await countWords(db);
  expect([await selectSitar(), await selectUses()]).toEqual([[], []]);
});

it("forgets a word that stands in no name any more as one of names only", async () => {
  const { db } = market.parts;
  const { body } = await list(asha, { name: "Santoor", description: "Santoor, rare." });
  await db.query(sql`update products set name = 'Harp' where id = ${body.product._id}`);
  const selectNamed = () =>
    db.query(sql`select named from search_words where word = 'santoor'
      union all select named from search_uses where word = 'santoor'`);
  await countWords(db);
  expect(await selectNamed()).toEqual([{ named: 1 }, { named: 1 }]);
  await letTimePass();
  await countWords(db);
  expect(await selectNamed()).toEqual([{ named: 0 }, { named: 0 }]);
  await asha.call("DELETE", `/api/products/${body.product._id}`);
});

it.each([
  ["for the first time", async () => {}],
  [
    "and is about to forget them",
    async () => {
      await countWords(market.parts.db);
      await letTimePass();
    },
  ],
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
  const counting = countWords(db).then(() => (isCounted = true));
  await expect.poll(async () => isCounted || (await waitsForLock())).toBe(true);
  counted.resolve();
  await Promise.all([writing, counting]);
  expect(await namesOf("sarangi")).toEqual(["Sarangi"]);
  await letTimePass();
  await countWords(db);
  expect(await namesOf("sarangi")).toEqual(["Sarangi"]);
  expect(await namesOf("sarangi", "&category=Mobility+%26+Transport")).toEqual(["Sarangi"]);
  await asha.call("DELETE", `/api/products/${again}`);
});

it("gives up a count that a listing holds up, before the database ends one of them", async () => {
  const { db } = market.parts;
  const { body } = await list(asha, { name: "Veena" });
  await db.query(sql`update search_words set missed_since = now() where word = 'veena'`);
  await db.transaction(async (transaction) => {
    await transaction.query(sql`select learn_words(array['veena'::tsvector], array['Other'])`);
    const began = performance.now();
    await expect(countWords(db)).rejects.toThrow("lock timeout");
    expect(performance.now() - began).toBeLessThan(900);
  });
  await countWords(db);
  await asha.call("DELETE", `/api/products/${body.product._id}`);
});
