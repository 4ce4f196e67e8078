import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const block = (who: TestStudent, userId: string) => who.call("PUT", `/api/blocks/${userId}`);
const unblock = (who: TestStudent, userId: string) => who.call("DELETE", `/api/blocks/${userId}`);
const contact = async (who: TestStudent, productId: string) => {
  const { status, body } = await who.get(`/api/products/${productId}`);
  return [status, body.code];
};

describe("blocking a student", () => {
  it("D46 refuses contact both ways, as if the listing were gone, until it is undone", async () => {
    const ashas = (await list(asha)).body.product._id as string;
    const rohans = (await list(rohan)).body.product._id as string;
    expect((await block(asha, rohan.userId)).status).toBe(204);
    expect((await block(asha, rohan.userId)).status).toBe(204);
    expect(await contact(asha, rohans)).toEqual([404, "product-not-found"]);
    expect(await contact(rohan, ashas)).toEqual([404, "product-not-found"]);
    expect(await contact(asha, ashas)).toEqual([200, undefined]);
    expect((await asha.get("/api/blocks")).body.users).toEqual([
      { _id: rohan.userId, name: "Rohan" },
    ]);
    expect((await rohan.get("/api/blocks")).body.users).toEqual([]);
    // Only who has blocked can undo it.
    expect((await unblock(rohan, asha.userId)).status).toBe(204);
    expect((await contact(rohan, ashas))[0]).toBe(404);
    expect((await unblock(asha, rohan.userId)).status).toBe(204);
    expect((await contact(rohan, ashas))[0]).toBe(200);
    expect((await asha.get("/api/blocks")).body.users).toEqual([]);
  });

  it.each([
    ["01994e50-0000-7000-8000-000000000000", "who is not there"],
    ["an absent student", "who has no such id"],
  ])("D46 refuses %s, %s", async (userId) => {
    const { status, body } = await block(asha, userId);
    expect([status, body.code]).toEqual([404, "user-not-found"]);
  });

  it("D46 refuses oneself", async () => {
    expect((await block(asha, asha.userId)).body.code).toBe("user-not-found");
  });
});
