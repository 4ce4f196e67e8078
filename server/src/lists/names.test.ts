import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let ravi: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ MODERATOR_EMAILS: "mod@cgu.example" });
  [asha, ravi] = [await market.student("Asha"), await market.student("Ravi")];
});
afterAll(() => market.close());

const names = async () =>
  (await market.stranger.get("/api/products/names")).body as { name: string; listings: number }[];

describe("names for suggestions", () => {
  it("R1226 are those of listings on offer, the most frequent first, and have nothing but a number", async () => {
    await list(asha, { name: "Study lamp" });
    await list(ravi, { name: "Red cycle" });
    await list(ravi, { name: "study lamp" });
    await list(asha, { name: "Kettle" });
    expect(await names()).toEqual([
      { name: "study lamp", listings: 2 },
      { name: "Kettle", listings: 1 },
      { name: "Red cycle", listings: 1 },
    ]);
  });

  it("R1226 go immediately when the listing is sold, hidden or deleted", async () => {
    const add = async (name: string) => (await list(asha, { name })).body.product._id as string;
    const [sold, hidden, deleted] = [await add("Sold"), await add("Hidden"), await add("Deleted")];
    const shown = async () => (await names()).map(({ name }) => name);
    expect(await shown()).toEqual(expect.arrayContaining(["Sold", "Hidden", "Deleted"]));
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    expect(await shown()).not.toContain("Sold");
    const mod = await market.student("Mod");
    const { status } = await mod.call("POST", `/api/moderation/products/${hidden}/hide`, {
      json: { note: "Not allowed." },
    });
    expect(status).toBe(200);
    expect(await shown()).not.toContain("Hidden");
    await asha.call("DELETE", `/api/products/${deleted}`);
    expect(await shown()).not.toContain("Deleted");
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: false } });
    expect(await shown()).toContain("Sold");
  });
});
