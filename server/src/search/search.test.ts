import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list, setSoldAt } from "../../test/listings.ts";
import { delistSoldProducts } from "../products/products.sql.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { parseDictionary } from "./dictionary.ts";

let market: TestMarket;
let asha: TestStudent;

const things = [
  { name: "Wooden study chair", category: "Room & Living", price: "850", condition: "Like New" },
  { name: "Plastic chairs, two", category: "Room & Living", price: "500" },
  {
    name: "Study lamp",
    category: "Room & Living",
    description: "Fits beside any chair.",
    price: "100",
  },
  { name: "Hero Sprint cycle", price: "3200" },
  { name: "Men's formal shoes, UK 9", category: "Fashion & Lifestyle", price: "600" },
  { name: "Laptop 16GB RAM, i5", category: "Tech & Accessories", price: "22000" },
  { name: "Pen drive 32 GB", category: "Tech & Accessories", price: "300", locationType: "nearby" },
  { name: "Calculator fx-991", category: "Study Essentials", price: "650" },
  { name: "Café table, grey", category: "Room & Living", price: "1200" },
];

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  for (const thing of things) await list(asha, { description: "Works.", ...thing });
});
afterAll(() => market.close());

async function search(q: string, rest = "") {
  const { status, body, headers } = await market.stranger.get(
    `/api/products/filter?q=${encodeURIComponent(q)}${rest}`,
  );
  expect(status).toBe(200);
  const names = (body as { name: string }[]).map(({ name }) => name);
  return { names, widened: headers["x-search"], next: headers["link"] };
}
const namesOf = async (q: string, rest?: string) => (await search(q, rest)).names;

describe("search", () => {
  it("finds a word in names first, then in descriptions and categories", async () => {
    expect(await namesOf("chair")).toEqual([
      "Plastic chairs, two",
      "Wooden study chair",
      "Study lamp",
    ]);
    expect(await namesOf("essentials")).toEqual(["Calculator fx-991"]);
  });

  it.each([
    ["CHAIRS", "Plastic chairs, two"],
    ["wooden-chair!", "Wooden study chair"],
    ["study cha", "Wooden study chair"],
    ["mens shoe", "Men's formal shoes, UK 9"],
    ["16gb", "Laptop 16GB RAM, i5"],
    ["16 gb laptop", "Laptop 16GB RAM, i5"],
    ["32gb", "Pen drive 32 GB"],
    ["pendrive", "Pen drive 32 GB"],
    ["FX 991", "Calculator fx-991"],
    ["fx991", "Calculator fx-991"],
    ["cafe", "Café table, grey"],
    ["gray table", "Café table, grey"],
    ["saikil", "Hero Sprint cycle"],
    ["bicycle", "Hero Sprint cycle"],
    ["cycle chahiye", "Hero Sprint cycle"],
    ["saikal ke liye", "Hero Sprint cycle"],
    ["lapt", "Laptop 16GB RAM, i5"],
    ["साइकिल", "Hero Sprint cycle"],
  ])("takes %s as it is written and finds %s first", async (q, name) => {
    const { names, widened } = await search(q);
    expect([names[0], widened]).toEqual([name, undefined]);
  });

  it.each([
    ["chiar", "Plastic chairs, two"],
    ["calculattor", "Calculator fx-991"],
    ["calcualt", "Calculator fx-991"],
    ["labtob", "Laptop 16GB RAM, i5"],
    ["formel shos", "Men's formal shoes, UK 9"],
    ["studylamp", "Study lamp"],
    ["saykill", "Hero Sprint cycle"],
    ["wooden cycle", "Hero Sprint cycle"],
  ])("has nothing for %s, says so, and shows the nearest: %s", async (q, name) => {
    const { names, widened } = await search(q);
    expect(widened).toBe("widened");
    expect(names).toContain(name);
  });

  it("applies every filter, and the requested order", async () => {
    expect(await namesOf("chair", "&category=Room+%26+Living&sort=price-low")).toEqual([
      "Plastic chairs, two",
      "Wooden study chair",
      "Study lamp",
    ]);
    expect(await namesOf("chair", "&sort=price-high&limit=1")).toEqual(["Wooden study chair"]);
    expect(await namesOf("chair", "&condition=Like+New")).toEqual(["Wooden study chair"]);
    expect(await namesOf("drive", "&locationType=nearby")).toEqual(["Pen drive 32 GB"]);
    expect(await namesOf("drive", "&locationType=On-Campus")).toEqual([]);
    expect(await namesOf("chair", "&priceRange=100-500&sort=newest")).toEqual([
      "Plastic chairs, two",
      "Study lamp",
    ]);
    expect(await namesOf("chair", "&priceRange=500-1000")).toEqual([
      "Plastic chairs, two",
      "Wooden study chair",
    ]);
    expect(await namesOf("lamp", "&priceRange=0-100")).toEqual(["Study lamp"]);
    expect(await namesOf("laptop", "&priceRange=2000-5000%2B")).toEqual(["Laptop 16GB RAM, i5"]);
  });

  it.each([
    ["nothing", ""],
    ["spaces", "  "],
    ["10,000 spaces", " ".repeat(10_000)],
    ["punctuation", '!??"&%_\\'],
    ["a picture", "🚲"],
  ])("D03 takes %s for no question", async (_, q) => {
    expect(await namesOf(q)).toHaveLength(things.length);
  });

  it("D03 refuses a search text of more than 80 characters or given twice", async () => {
    const long = await market.stranger.get(`/api/products/filter?q=${"a".repeat(81)}`);
    expect([long.status, long.body.code]).toEqual([400, "invalid-filter"]);
    expect((await market.stranger.get(`/api/products/filter?q=${"a".repeat(80)}`)).status).toBe(
      200,
    );
    expect((await market.stranger.get("/api/products/filter?q=a&q=b")).status).toBe(400);
  });

  it.each([
    "chair' & 'x",
    "chair & !study | (lamp",
    "'chair':*",
    "\\'chair\\",
    "chair%' or 1=1 --",
    "#Room & Living",
    "=chair",
    "chair <-> study",
    "ｃｈａｉｒ",
    "chair\u202E\uFEFF",
    "a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 0",
    "𝓬𝓱𝓪𝓲𝓻 مرحبا 椅子",
  ])("reads %j as words and nothing else", async (q) => {
    const { names } = await search(q);
    expect(names.length).toBeLessThanOrEqual(things.length);
  });

  it("follows a listing's changes immediately", async () => {
    const { body } = await list(asha, { name: "Xylophone", description: "Bright." });
    const id: string = body.product._id;
    expect(await namesOf("xylophon")).toEqual(["Xylophone"]);
    await market.parts.db.query(
      sql`update products set name = 'Veena', version = version + 1 where id = ${id}`,
    );
    expect(await namesOf("xylophone bright")).toEqual(["Veena"]);
    expect(await namesOf("veena")).toEqual(["Veena"]);

    await asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
    expect(await namesOf("veena")).toEqual(["Veena"]);
    const { db } = market.parts;
    await setSoldAt(market.owner, sql`now() - interval '15 days'`, id);
    expect(await namesOf("veena")).toEqual([]);
    await delistSoldProducts(db);
    expect(await db.query(sql`select from search_entries where product_id = ${id}`)).toEqual([]);
    await asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: false } });
    expect(await namesOf("veena")).toEqual(["Veena"]);
    await asha.call("DELETE", `/api/products/${id}`);
    expect(await namesOf("veena")).toEqual([]);
  });

  it("finds a known word immediately in a category that is new to it", async () => {
    const { db } = market.parts;
    const health = "&category=Health+%26+Fitness";
    const made = [
      { name: "Tabla", category: "Fashion & Lifestyle", description: "With a veil." },
      { name: "Old tabla", category: "Study Essentials" },
      { name: "Veil", category: "Fashion & Lifestyle" },
    ];
    const ids: string[] = [];
    const add = async (thing = made[ids.length]) => {
      const { body } = await list(asha, { description: "Works.", ...thing });
      ids.push(body.product._id);
    };
    await add();
    expect(await namesOf("tabla", "&category=Study+Essentials")).toEqual([]);
    expect(await namesOf("veil")).toEqual(["Tabla"]);
    await add();
    expect(await namesOf("tabla", "&category=Study+Essentials")).toEqual(["Old tabla"]);
    await add();
    expect(await namesOf("veil")).toEqual(["Veil", "Tabla"]);
    expect(await namesOf("veil", health)).toEqual([]);
    await db.query(sql`update products set category = 'Health & Fitness' where id = ${ids[2]}`);
    expect(await namesOf("veil", health)).toEqual(["Veil"]);
    for (const id of ids) await asha.call("DELETE", `/api/products/${id}`);
  });

  it("does not touch the index when something is sold", async () => {
    const { db } = market.parts;
    const state = () =>
      db.query(sql`select xmin::text, ctid::text from search_entries order by product_id`);
    const before = await state();
    await db.query(sql`update products set sold_at = now()`);
    await db.query(sql`update products set sold_at = null`);
    expect(await state()).toEqual(before);
  });
});

describe("the dictionary file", () => {
  it("is four kinds of lines, and says which line is none of them", () => {
    const text =
      "# a\n\nchair, kursi # b\ngaadi > bike\nignore: the\naccessory: bag, laptop table\n";
    expect(parseDictionary(text)).toEqual([
      { kind: "same", phrases: ["chair", "kursi"] },
      { kind: "finds", phrases: ["gaadi", "bike"] },
      { kind: "ignore", phrases: ["the"] },
      { kind: "accessory", phrases: ["bag", "laptop table"] },
    ]);
    expect(() => parseDictionary("chair, kursi\nlonely")).toThrow("Line 2");
    expect(() => parseDictionary("chair,, kursi")).toThrow("Line 1");
  });
});
