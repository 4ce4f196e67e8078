import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

let market: TestMarket;

/** Oldest first: of equally good matches, the newest would rank first. */
const things = [
  { name: "Dell laptop, i5, 16 GB", price: "28000", category: "Tech & Accessories" },
  { name: "Laptop with bag and charger", price: "25000", category: "Tech & Accessories" },
  { name: "Hero Sprint cycle", price: "3200" },
  { name: "Ladies cycle with lock", price: "2100" },
  { name: "Laptop backpack, waterproof", price: "700", category: "Fashion & Lifestyle" },
  { name: "Backpack for a 15 inch laptop", price: "650", category: "Fashion & Lifestyle" },
  { name: "Laptop table, foldable", price: "400", category: "Room & Living" },
  { name: "Laptop stand", price: "300", category: "Tech & Accessories" },
  { name: "Cycle lock", price: "150" },
  { name: "Old laptop", price: "9000", category: "Tech & Accessories" },
  {
    name: "Football, size 5",
    price: "80",
    category: "Health & Fitness",
    description: "I fill it with my cycle pump; stored beside a laptop.",
  },
  { name: "Cyclops comic", price: "60", category: "Study Essentials" },
];

beforeAll(async () => {
  market = await openTestMarket();
  const asha = await market.student("Asha");
  for (const thing of things) await list(asha, { description: "Works.", ...thing });
});
afterAll(() => market.close());

async function namesOf(query: string): Promise<string[]> {
  const names: string[] = [];
  let next: string | undefined = `/api/products/filter?${query}`;
  while (next) {
    const { status, body, headers } = await market.stranger.get(next);
    expect(status).toBe(200);
    names.push(...(body as { name: string }[]).map(({ name }) => name));
    next = /<([^>]+)>; rel="next"/.exec(headers["link"] ?? "")?.[1];
  }
  return names;
}

const laptops = ["Old laptop", "Laptop with bag and charger", "Dell laptop, i5, 16 GB"];
const forLaptops = [
  "Laptop stand",
  "Laptop table, foldable",
  "Backpack for a 15 inch laptop",
  "Laptop backpack, waterproof",
];

describe("the first results", () => {
  it.each(["laptop", "Laptops", "lapt", "laptp", "lappy"])(
    "finds laptops for %s before what goes with one, page by page too",
    async (q) => {
      const whole = await namesOf(`q=${q}`);
      expect(whole.slice(0, 3)).toEqual(laptops);
      expect(whole.slice(3, 7)).toEqual(forLaptops);
      for (const limit of [1, 2, 3]) expect(await namesOf(`q=${q}&limit=${limit}`)).toEqual(whole);
    },
  );

  it.each([
    ["laptop backpack", ["Backpack for a 15 inch laptop", "Laptop backpack, waterproof"]],
    ["laptop bag", ["Laptop with bag and charger"]],
    ["backpack", ["Backpack for a 15 inch laptop", "Laptop backpack, waterproof"]],
    ["cycle lock", ["Cycle lock", "Ladies cycle with lock"]],
    ["stand", ["Laptop stand"]],
  ])("ranks the accessory first in a search for %s", async (q, first) => {
    const names = await namesOf(`q=${encodeURIComponent(q)}`);
    expect(names.slice(0, first.length)).toEqual(first);
  });

  it.each([
    ["price-low", ["Ladies cycle with lock", "Hero Sprint cycle", "Cycle lock"]],
    ["price-high", ["Hero Sprint cycle", "Ladies cycle with lock", "Cycle lock"]],
    ["newest", ["Ladies cycle with lock", "Hero Sprint cycle", "Cycle lock"]],
  ])(
    "puts cycles in order by %s, and a football that mentions one after them",
    async (sort, first) => {
      for (const q of ["cycle", "saikil"]) {
        const names = await namesOf(`q=${q}&sort=${sort}`);
        expect(names).toEqual([...first, "Football, size 5"]);
        for (const limit of [1, 2])
          expect(await namesOf(`q=${q}&sort=${sort}&limit=${limit}`)).toEqual(names);
      }
      const mistyped = await namesOf(`q=cyclle&sort=${sort}`);
      expect(mistyped.slice(0, 3)).toEqual(first);
    },
  );
});
