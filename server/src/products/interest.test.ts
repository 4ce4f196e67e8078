import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let ids: string[];
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  ids = [];
  for (const name of ["Lamp", "Desk"]) ids.push((await list(asha, { name })).body.product._id);
});
afterAll(() => market.close());

describe("the interest in the seller's own listings", () => {
  it("R605 is views and contacts, each viewer and student counted once, without the seller's own", async () => {
    const [lamp = "", desk = ""] = ids;
    const buyers = [await market.student("Rohan"), await market.student("Neha")];
    for (const buyer of buyers) {
      for (const id of [lamp, lamp]) {
        await buyer.call("POST", `/api/products/${id}/click`);
        await buyer.get(`/api/products/${id}`);
      }
    }
    await market.parts.db.query(sql`
      insert into reveals (user_id, day, product_id)
      values (${buyers[0]?.userId}, current_date - 40, ${lamp})`);
    await asha.call("POST", `/api/products/${desk}/click`);
    await asha.get(`/api/products/${desk}`);
    const { body } = await asha.get("/api/products/user");
    const shown = body.products.map(({ name, views, asked }: Record<string, unknown>) => ({
      name,
      views,
      asked,
    }));
    expect(shown).toEqual([
      { name: "Desk", views: 0, asked: 0 },
      { name: "Lamp", views: 2, asked: 2 },
    ]);
  });

  it("R605 is shown to no other user", async () => {
    const rohan = await market.student("Farhan");
    for (const path of ["/api/products", `/api/items/${ids[0]}`, `/api/products/${ids[0]}`])
      expect((await rohan.get(path)).text).not.toMatch(/"(views|asked)"/);
  });
});
