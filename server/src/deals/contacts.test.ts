import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { newId } from "../db/ids.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ MODERATOR_EMAILS: "mod@cgu.example" });
  // Before the first call, since a process knows its moderators for a second.
  mod = await market.student("Mod");
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

describe("GET /api/products/{productId}", () => {
  it("R276 R281 R434 gives a signed-in student the seller's phone and address", async () => {
    const { body } = await list(asha);
    const { status, body: read } = await rohan.get(`/api/products/${body.product._id}`);
    expect(status).toBe(200);
    expect(read.product).toMatchObject({
      seller: { phone: "+919812345678" },
      address: "Gate 2, near the cycle stand",
    });
    expect((await market.stranger.get(`/api/products/${body.product._id}`)).status).toBe(401);
  });

  it.each([
    "1",
    "..%2Fuser",
    "01994e50-0000-7000-8000-000000000000",
    "{01994e50-0000-7000-8000-000000000000}",
  ])("answers the id %s like any absent one", async (id) => {
    const { status, body } = await rohan.get(`/api/products/${id}`);
    expect([status, body.code]).toEqual([404, "product-not-found"]);
  });

  it("D19 gives no student the contact of a suspended seller", async () => {
    const farhan = await market.student("Suspended", { phone: "+919811122233" });
    const path = `/api/products/${(await list(farhan)).body.product._id}`;
    expect((await rohan.get(path)).text).toContain("+919811122233");
    const suspend = (at: string | null) =>
      market.parts.db.query(sql`update users set suspended_at = ${at} where id = ${farhan.userId}`);
    await suspend("2026-01-01");
    const { status, body, text } = await rohan.get(path);
    expect([status, body.code]).toEqual([404, "product-not-found"]);
    expect(text).not.toContain("9811122233");
    await suspend(null);
    expect((await rohan.get(path)).status).toBe(200);
  });

  it("R997 gives no number of a paused or expired listing but to its seller, and its page says why", async () => {
    for (const column of [sql`resting_at`, sql`expired_at`]) {
      const { _id: id } = (await list(asha, { name: "Quiet kettle" })).body.product;
      await market.parts.db.query(sql`update products set ${column} = now() where id = ${id}`);
      const path = "/api/products";
      expect((await market.stranger.get(path, { "cache-control": "no-cache" })).text).not.toContain(
        id,
      );
      const page = await market.stranger.get(`/api/items/${id}`);
      expect([page.status, page.body.product.expired]).toEqual([200, true]);
      const { status, body, text } = await rohan.get(`/api/products/${id}`);
      expect([status, body.code]).toEqual([404, "product-not-found"]);
      expect(text).not.toContain("9812345678");
      expect((await asha.get(`/api/products/${id}`)).body.product.seller.phone).toBe(
        "+919812345678",
      );
    }
  });

  it("D10 Q38 counts a listing once a day, refuses the ninth within a minute, exactly under a hundred parallel reads", async () => {
    const neha = await market.student("Neha");
    const seller = await market.student("Farhan");
    const ids: string[] = [];
    for (let n = 0; n < 12; n++)
      ids.push((await list(seller, { name: `Item ${n}` })).body.product._id);
    const hundred = Array.from({ length: 9 }, () => ids).flat();
    const answers = await Promise.all(hundred.map((id) => neha.get(`/api/products/${id}`)));
    const revealed = ids.filter((id) =>
      answers.some(({ status, body }) => status === 200 && body.product._id === id),
    );
    expect(revealed).toHaveLength(8);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(429);
    expect(refused?.body.code).toBe("contact-limit");
    expect(refused?.headers["retry-after"]).toBe("60");
    expect((await neha.get(`/api/products/${revealed[0]}`)).status).toBe(200);
    for (const id of ids) expect((await seller.get(`/api/products/${id}`)).status).toBe(200);
  });

  it("R1221 gives nobody the number of a sold listing who did not have it before", async () => {
    const [early, late] = [await market.student("Early"), await market.student("Latecomer")];
    const { _id: id } = (await list(asha, { name: "Sold kettle" })).body.product;
    const path = `/api/products/${id}`;
    expect((await early.get(path)).body.product.seller.phone).toBe("+919812345678");
    await asha.call("PUT", `${path}/toggle-sold`, { json: { isSold: true } });
    const { status, body, text } = await late.get(path);
    expect([status, body.product.isSold, body.product.address]).toEqual([200, true, null]);
    expect(text).not.toContain("9812345678");
    expect((await late.get("/api/outcomes/open")).body.outcomes).toEqual([]);
    for (const who of [early, asha])
      expect((await who.get(path)).body.product.seller.phone).toBe("+919812345678");
    await asha.call("PUT", `${path}/toggle-sold`, { json: { isSold: false } });
    expect((await late.get(path)).body.product.seller.phone).toBe("+919812345678");
  });

  it("R1060 counts contacts that reach a sold, expired, paused or deleted listing, week by week", async () => {
    const { db, counters } = market.parts;
    const buyer = await market.student("Unlucky");
    const weeks = async () => {
      await counters.save(db);
      const seen = await marketCommand(market, "views");
      return [...seen.matchAll(/^Week from .*, contacts that reached a gone item: (\d+)$/gm)].map(
        ([, count]) => Number(count),
      );
    };
    const [before = 0] = await weeks();
    const add = async () => (await list(asha, { name: "Gone kettle" })).body.product._id as string;
    const contact = (id: string) => buyer.get(`/api/products/${id}`);
    const there = await add();
    await contact(there);
    const [sold, expired, paused, deleted, hidden] = [
      await add(),
      await add(),
      await add(),
      await add(),
      await add(),
    ];
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    await db.query(sql`update products set expired_at = now() where id = ${expired}`);
    await db.query(sql`update products set resting_at = now() where id = ${paused}`);
    await db.query(sql`update products set hidden_at = now() where id = ${hidden}`);
    await asha.call("DELETE", `/api/products/${deleted}`);
    for (const id of [sold, expired, paused, deleted, hidden, newId()]) await contact(id);
    // Each counts: what was refused is not stored.
    await contact(sold);
    await asha.get(`/api/products/${paused}`);
    expect((await weeks())[0]).toBe(before + 5);
    await db.query(sql`update daily_figures set day = day - 7 where name = 'gone-contacts'`);
    expect((await weeks()).slice(0, 2)).toEqual([0, before + 5]);
    const { operations } = (await mod.get("/api/operations")).body;
    expect(operations.goneContacts.slice(0, 2)).toEqual([
      { week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), value: 0 },
      { week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), value: before + 5 },
    ]);
  });
});
