import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({ LIMITS_NEW_LISTINGS_PER_DAY: "100" });
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const leavingOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
const listed = async (student: TestStudent, name: string): Promise<string> =>
  (await list(student, { name })).body.product._id;
const bundleOf = (student: TestStudent, productIds: string[], more: object = {}) =>
  student.call("POST", "/api/bundles", {
    json: { productIds, place: "Hostel 4, gate", leavingOn, ...more },
  });
const made = async (names: string[]) => {
  const ids = [];
  for (const name of names) ids.push(await listed(asha, name));
  return { ids, id: (await bundleOf(asha, ids)).body.bundle.id as string };
};

describe("a bundle", () => {
  it("R785 shows a leaving student's items in their order, with first name and day, and which are sold", async () => {
    const { ids, id } = await made(["Cycle", "Lamp", "Kettle"]);
    await asha.call("PUT", `/api/products/${ids[1]}/toggle-sold`, { json: { isSold: true } });
    const { status, body } = await market.stranger.get(`/api/bundles/${id}`);
    expect(status).toBe(200);
    expect(body.bundle).toMatchObject({
      id,
      seller: { _id: asha.userId, name: "Asha" },
      place: null,
      leavingOn,
    });
    expect(
      body.bundle.products.map(({ name, isSold }: Record<string, unknown>) => [name, isSold]),
    ).toEqual([
      ["Cycle", false],
      ["Lamp", true],
      ["Kettle", false],
    ]);
  });

  it("R958 leaves out what is expired or paused, and says what is reserved", async () => {
    const { ids, id } = await made(["Sofa", "Fan", "Bed"]);
    const [sofa, fan, bed] = ids;
    await market.parts.db.query(sql`update products set expired_at = now() where id = ${sofa}`);
    await market.parts.db.query(sql`update products set resting_at = now() where id = ${fan}`);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await asha.call("PUT", `/api/products/${bed}/reservation`, { json: { until } });
    const { products } = (await market.stranger.get(`/api/bundles/${id}`)).body.bundle;
    expect(products).toMatchObject([{ name: "Bed", reservedUntil: until }]);
    expect(products).toHaveLength(1);
    await asha.call("PUT", `/api/products/${sofa}/toggle-sold`, { json: { isSold: true } });
    const { body } = await market.stranger.get(`/api/bundles/${id}`);
    expect(body.bundle.products.map(({ name }: { name: string }) => name)).toEqual(["Sofa", "Bed"]);
  });

  it("R785 shows the place to its seller, and to students who have contacted the seller about one of its items", async () => {
    const { ids, id } = await made(["Rack"]);
    const place = async (client: Pick<TestStudent, "get">) =>
      (await client.get(`/api/bundles/${id}`)).body.bundle.place;
    expect([await place(asha), await place(rohan), await place(market.stranger)]).toEqual([
      "Hostel 4, gate",
      null,
      null,
    ]);
    await rohan.get(`/api/products/${ids[0]}`);
    expect(await place(rohan)).toBe("Hostel 4, gate");
    expect([await place(await market.student("Third")), await place(market.stranger)]).toEqual([
      null,
      null,
    ]);
  });

  it("R786 has the caller's own unsold items, at most 30, and a future day", async () => {
    const [own, sold] = [await listed(asha, "Own"), await listed(asha, "Sold")];
    const foreign = await listed(rohan, "Foreign");
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    expect((await bundleOf(asha, [own, foreign])).status).toBe(404);
    expect((await bundleOf(asha, [own, newId()])).status).toBe(404);
    expect((await bundleOf(asha, [own, sold])).body.code).toBe("already-sold");
    const wrong = [
      { productIds: [] },
      { productIds: Array.from({ length: 31 }, () => newId()) },
      { productIds: ["x"] },
      { place: " " },
      { leavingOn: "2020-01-01" },
      { leavingOn: "soon" },
      { leavingOn: "2999-01-01" },
      { more: 1 },
    ];
    for (const each of wrong)
      expect((await bundleOf(asha, [own], each)).status, JSON.stringify(each)).toBe(422);
    expect((await market.stranger.call("POST", "/api/bundles", { json: {} })).status).toBe(401);
  });

  it("R786 sent twice under one key is made once", async () => {
    const own = await listed(asha, "Once");
    const sent = {
      json: { productIds: [own], place: "Gate", leavingOn },
      headers: { "idempotency-key": newId() },
    };
    const first = await asha.call("POST", "/api/bundles", sent);
    expect((await asha.call("POST", "/api/bundles", sent)).body).toEqual(first.body);
  });

  it("R787 is deleted by its student alone, and its items stay", async () => {
    const { ids, id } = await made(["Chair"]);
    const path = `/api/bundles/${id}`;
    expect((await asha.get("/api/bundles")).body.bundles[0]).toEqual({
      id,
      url: `/leaving/${id}`,
      leavingOn,
      things: 1,
    });
    expect((await market.stranger.call("DELETE", path)).status).toBe(401);
    expect((await rohan.call("DELETE", path)).status).toBe(404);
    expect((await rohan.get("/api/bundles")).body.bundles).toEqual([]);
    expect((await market.stranger.get("/api/bundles")).status).toBe(401);
    expect((await asha.call("DELETE", path)).status).toBe(204);
    expect((await market.stranger.get(path)).status).toBe(404);
    expect((await market.stranger.get(`/api/items/${ids[0]}`)).status).toBe(200);
  });

  it("R787 is gone while its seller is suspended, and shows nothing that is hidden or deleted", async () => {
    const { ids, id } = await made(["Desk", "Shelf", "Mirror"]);
    const path = `/api/bundles/${id}`;
    const { db } = market.parts;
    await db.query(sql`
      update products set hidden_at = now() where id = ${ids[0]}`);
    await asha.call("DELETE", `/api/products/${ids[1]}`);
    const names = (await market.stranger.get(path)).body.bundle.products;
    expect(names.map(({ name }: { name: string }) => name)).toEqual(["Mirror"]);
    await db.query(sql`update users set suspended_at = now() where id = ${asha.userId}`);
    expect((await market.stranger.get(path)).status).toBe(404);
    await db.query(sql`update users set suspended_at = null where id = ${asha.userId}`);
    for (const wrong of [newId(), "none"])
      expect((await market.stranger.get(`/api/bundles/${wrong}`)).status).toBe(404);
  });
});
