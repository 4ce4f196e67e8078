import sharp from "sharp";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
/** Oldest first, each in a colour of its own. */
const colors = ["#c03030", "#30a050", "#3050c0", "#909090", "#202020"];
const ids: string[] = [];
const codes: string[] = [];

beforeAll(async () => {
  market = await openTestMarket({ PUBLIC_ORIGIN: "http://localhost:3913" });
  asha = await market.student("Asha");
});
afterAll(() => market.close());

const add = async (name: string, color: string, category = "Room & Living") => {
  const { product } = (await list(asha, { name, category }, [color])).body;
  ids.push(product._id);
  codes.push(product.code);
};
const get = (query = "", headers = {}) =>
  market.app.inject({ url: `/new/card.jpg${query}`, headers });
const imageOf = async (query = "") =>
  /property="og:image" content="([^"]*)"/.exec(
    (await market.app.inject({ url: `/new${query}`, headers: { "cache-control": "no-cache" } }))
      .body,
  )?.[1];

/** The colours in the middle of this number of photos side by side, and how much is written below each. */
async function read(columns: number, query = "") {
  const { statusCode, rawPayload, headers } = await get(query);
  expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  const { width, height } = await sharp(rawPayload).metadata();
  expect([width, height]).toEqual([1200, 630]);
  const pixels = await sharp(rawPayload).raw().toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray((y * 1200 + x) * 3).subarray(0, 3)];
  const step = 1128 / columns;
  const places = Array.from({ length: columns }, (_, nth) => Math.round(48 + nth * step));
  const isDark = (color: number[]) => color.every((part) => part < 190);
  const ink = (left: number, top: number, bottom: number) => {
    let dark = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < left + step - 24; x += 1) if (isDark(at(x, y))) dark += 1;
    return dark;
  };
  return {
    photos: places.map((left) => at(Math.round(left + step / 2 - 12), 300)),
    prices: places.map((left) => ink(left, 485, 530)),
    names: places.map((left) => ink(left, 545, 585)),
    between: places.slice(1).map((left) => at(left - 12, 560)),
  };
}
const near = (hex: string) =>
  [1, 3, 5].map((from) => expect.closeTo(Number.parseInt(hex.slice(from, from + 2), 16), -1.3));

it("R1096 there is no card without an item, and one item has the card of its own page", async () => {
  expect((await get()).statusCode).toBe(404);
  expect(await imageOf()).toBeUndefined();
  await add("Red rack", colors[0] ?? "");
  const own = await market.app.inject(`/item/${ids[0]}/card.jpg`);
  expect((await get()).rawPayload.equals(own.rawPayload)).toBe(true);
});

it("R1096 shows the four newest with photos, names of one line and prices", async () => {
  for (const [nth, color] of colors.entries())
    if (nth > 0)
      await add(nth === 2 ? "W".repeat(80) : nth === 3 ? "साइकिल" : `Lamp ${nth}`, color);
  const { photos, prices, names, between } = await read(4);
  expect(photos).toEqual(colors.slice(1).toReversed().map(near));
  for (const ink of [...prices, ...names]) expect(ink).toBeGreaterThan(100);
  // A long name ends before the next one.
  for (const color of between) expect(Math.min(...color)).toBeGreaterThan(225);
});

it("R1096 leaves out what is sold or reserved, and its address changes", async () => {
  const shown = [4, 3, 2, 1].map((nth) => `${codes[nth]}1`).join("-");
  const address = `http://localhost:3913/new/card.jpg?v=${shown}`;
  await expect.poll(() => imageOf()).toBe(address);
  const { db } = market.parts;
  await db.query(sql`update products set sold_at = now() where id = ${ids[4]}`);
  await db.query(
    sql`update products set reserved_until = now() + interval '1 day' where id = ${ids[3]}`,
  );
  const { photos } = await read(3);
  expect(photos).toEqual([2, 1, 0].map((nth) => near(colors[nth] ?? "")));
  await expect.poll(() => imageOf()).not.toBe(address);
  await db.query(sql`update products set sold_at = null, reserved_until = null`);
});

it("R1096 has a card for each category, and none for another word", async () => {
  await add("Red cycle", colors[0] ?? "", "Mobility & Transport");
  await add("Blue cycle", colors[2] ?? "", "Mobility & Transport");
  const query = "?category=Mobility%20%26%20Transport";
  expect((await read(2, query)).photos).toEqual([near(colors[2] ?? ""), near(colors[0] ?? "")]);
  await expect
    .poll(() => imageOf(query))
    .toBe(`http://localhost:3913/new/card.jpg${query}&amp;v=${codes[6]}1-${codes[5]}1`);
  expect((await get("?category=Cars")).statusCode).toBe(404);
});

it("R1096 is revalidated each time, and drawn once for each version", async () => {
  const { headers } = await get();
  expect(headers).toMatchObject({
    "cache-control": "public, no-cache",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  const etag = String(headers["etag"]);
  expect((await get("?v=old", { "if-none-match": etag })).statusCode).toBe(304);
  await asha.call("PUT", `/api/products/${ids[6]}/toggle-sold`, { json: { isSold: true } });
  expect((await get("", { "if-none-match": etag })).statusCode).toBe(200);
});
