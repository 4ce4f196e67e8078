import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
    LIMITS_ACTIVE_LISTINGS: "100",
  });
  asha = await market.student("Asha");
});
afterAll(() => market.close());

const found = async (query: Record<string, string>) => {
  const { status, body } = await market.stranger.get(
    `/api/products/filter?limit=60&${new URLSearchParams(query)}`,
  );
  expect(status).toBe(200);
  return body as { _id: string; price: number; [field: string]: unknown }[];
};

describe("a listing's choices", () => {
  it.each([
    ["R292", "category", "Study Essentials"],
    ["R293", "category", "Room & Living"],
    ["R294", "category", "Tech & Accessories"],
    ["R295", "category", "Health & Fitness"],
    ["R296", "category", "Mobility & Transport"],
    ["R297", "category", "Fashion & Lifestyle"],
    ["R298", "condition", "New"],
    ["R299", "condition", "Like New"],
    ["R300", "condition", "Used - Good"],
    ["R301", "condition", "Used - Acceptable"],
    ["R302", "locationType", "On-Campus"],
    ["R303", "locationType", "nearby"],
  ])(
    "%s the %s %s is taken, shown, and found again by its filter alone",
    async (_, field, value) => {
      const { status, body } = await list(asha, { [field]: value });
      expect([status, body.product[field]]).toEqual([201, value]);
      const products = await found({ [field]: value });
      expect(products.map(({ _id }) => _id)).toContain(body.product._id);
      expect(new Set(products.map((product) => product[field]))).toEqual(new Set([value]));
    },
  );

  it.each([
    ["R304", "0-100", ["0.01", "100"], ["100.01"]],
    ["R305", "100-500", ["100", "500"], ["99.99", "500.01"]],
    ["R306", "500-1000", ["500", "1000"], ["499.99", "1000.01"]],
    ["R307", "1000-2000", ["1000", "2000"], ["999.99", "2000.01"]],
    ["R308", "2000-5000+", ["2000", "5000.01", "1000000"], ["1999.99"]],
  ])(
    "%s the price range %s holds both of its ends and nothing beyond",
    async (_, priceRange, inside, outside) => {
      const ids = async (prices: string[]) => {
        const listed = [];
        for (const price of prices) listed.push((await list(asha, { price })).body.product._id);
        return listed as string[];
      };
      const [held, left] = [await ids(inside), await ids(outside)];
      const shown = (await found({ priceRange })).map(({ _id }) => _id);
      expect(shown).toEqual(expect.arrayContaining(held));
      expect(shown.filter((id) => left.includes(id))).toEqual([]);
    },
  );
});
