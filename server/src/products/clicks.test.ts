import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fillWithListings } from "../development/demo-bulk.ts";
import { type Listening, listen } from "../../test/listening.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let web: Listening;
let asha: TestStudent;
let productId: string;
beforeAll(async () => {
  market = await openTestMarket({ TRUSTED_PROXIES: "1" });
  web = await listen(market.app);
  asha = await market.student("Asha");
  productId = (await list(asha)).body.product._id;
});
afterAll(() => market.close());
beforeEach(() => market.parts.db.query(sql`delete from clicks`));

const click = async (id: string, headers: Record<string, string>) => {
  const { status } = await web.ask(`/api/products/${id}/click`, { method: "POST", headers });
  expect(status).toBe(204);
};
const rows = async () => {
  const [row] = await market.parts.db.query<{ count: number }>(
    sql`select count(*)::int as count from clicks`,
  );
  return row?.count;
};
const bearer = ({ token }: TestStudent) => ({ authorization: `Bearer ${token}` });

describe("clicks on a product", () => {
  it("Q60 are counted once a day for a student, wherever she is, and not for its seller", async () => {
    const rohan = await market.student("Rohan");
    for (const address of ["203.0.113.1", "203.0.113.2"])
      await click(productId, { ...bearer(rohan), "x-forwarded-for": address });
    expect(await rows()).toBe(1);
    await click(productId, { ...bearer(asha), "x-forwarded-for": "203.0.113.3" });
    expect(await rows()).toBe(1);
  });

  it("Q60 are one for all addresses of an IPv6 /64 and all browsers behind an address", async () => {
    for (let n = 0; n < 50; n++) {
      const agent = { "user-agent": `browser ${n}` };
      await click(productId, { ...agent, "x-forwarded-for": `2001:db8:0:7::${n.toString(16)}` });
      await click(productId, { ...agent, "x-forwarded-for": "203.0.113.9" });
    }
    expect(await rows()).toBe(2);
  });

  it("Q60 are stored for two hundred viewers of a product a day, and no more", async () => {
    for (let n = 0; n < 230; n++)
      await click(productId, { "x-forwarded-for": `2001:db8:1:${n.toString(16)}::1` });
    expect(await rows()).toBe(200);
  });

  it("Q60 are stored for three hundred products of a viewer a day", async () => {
    const { db } = market.parts;
    await fillWithListings({ db: market.owner, count: 330, seed: 1, log: () => undefined });
    const products = await db.query<{ id: string }>(sql`select id from products`);
    for (const { id } of products) await click(id, { "x-forwarded-for": "203.0.113.10" });
    expect(products.length).toBeGreaterThan(320);
    expect(await rows()).toBe(300);
    await click(productId, { "x-forwarded-for": "203.0.113.11" });
    expect(await rows()).toBe(301);
  });
});
