import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { fillWithListings } from "../development/demo-bulk.ts";
import { selectHomeProducts } from "./home.ts";

let market: TestMarket;

beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

const home = async () => {
  const { featured, latest } = await selectHomeProducts(market.parts.db);
  const idsOf = (products: { _id: string }[]) => products.map(({ _id }) => _id);
  return { featured: idsOf(featured), latest: idsOf(latest) };
};

describe("the home page's products", () => {
  it("Q16 are the same few in both grids while there are only a few", async () => {
    const asha = await market.student("Asha");
    for (const price of ["100", "200", "300"]) await list(asha, { price });
    const { featured, latest } = await home();
    expect(latest).toHaveLength(3);
    expect(featured.toSorted()).toEqual(latest.toSorted());
  });

  it.each([16, 20, 200])("R704 share none among %i", async (count) => {
    await fillWithListings({ db: market.owner, count, seed: count, log: () => undefined });
    for (let time = 0; time < 20; time += 1) {
      const { featured, latest } = await home();
      expect(new Set([...featured, ...latest]).size).toBe(16);
    }
  });
});
