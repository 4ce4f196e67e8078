import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;
let productId: string;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan");
  productId = (await list(asha)).body.product._id;
  await market.parts.db.query(sql`
    update users set name = 'Asha Patnaik', created_at = '2026-07-31 20:00Z' where id = ${asha.userId}`);
});
afterAll(() => market.close());

const seller = (id: string) => rohan.get(`/api/sellers/${id}`);

describe("the seller of a listing", () => {
  it("R601 is shown to students by first name, avatar, month of registration and deals", async () => {
    const { status, body } = await seller(asha.userId);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      seller: {
        _id: asha.userId,
        name: "Asha",
        avatar: "adventurer",
        since: "2026-08",
        deals: 0,
        good: 0,
        feedback: [],
      },
    });
  });

  it("R602 is to visitors only the month of registration and the deals", async () => {
    expect((await market.stranger.get(`/api/sellers/${asha.userId}`)).status).toBe(401);
    const { body, text } = await market.stranger.get(`/api/items/${productId}`);
    expect(body.seller).toEqual({ since: "2026-08", deals: 0, good: 0 });
    expect(text).not.toMatch(/Asha|Patnaik|9812345678/);
  });

  it("R601 D19 is no student who sells nothing, has blocked the caller, is suspended or absent", async () => {
    expect((await seller(rohan.userId)).body.code).toBe("seller-not-found");
    expect((await seller("01994e50-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await seller("me")).status).toBe(404);
    await rohan.get(`/api/products/${productId}`);
    await asha.call("PUT", `/api/blocks/${rohan.userId}`);
    expect((await seller(asha.userId)).body.code).toBe("seller-not-found");
    await asha.call("DELETE", `/api/blocks/${rohan.userId}`);
    await market.parts.db.query(sql`
      update users set suspended_at = now() where id = ${asha.userId}`);
    expect((await seller(asha.userId)).body.code).toBe("seller-not-found");
  });
});
