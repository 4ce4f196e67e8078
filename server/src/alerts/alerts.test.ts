import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { alertJobs } from "./alerts.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
    LIMITS_REQUESTS_PER_MINUTE: "10000",
  });
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const add = (student: TestStudent, json: object) => student.call("PUT", "/api/alerts", { json });
const appear = async (fields: Record<string, string>): Promise<string> => {
  const { _id: productId } = (await list(asha, fields)).body.product;
  await match(productId);
  return productId;
};
const match = (productId: string) => alertJobs(market.parts)[0]?.work({ productId } as never);
const told = async (student: TestStudent): Promise<string[]> =>
  (await student.get("/api/notices")).body.notices
    .filter(({ kind }: { kind: string }) => kind === "search-match")
    .map(({ text }: { text: string }) => text);
const clear = (student: TestStudent) =>
  market.parts.db.query(sql`
    with gone as (delete from notices where user_id = ${student.userId})
    delete from alerts where user_id = ${student.userId}`);

describe("alerts", () => {
  it("R788 are kept once each, listed and removed by their student alone", async () => {
    const filters = { q: "guitar", category: "Fashion & Lifestyle", priceRange: "500-1000" };
    const first = await add(rohan, filters);
    expect([first.status, first.body.alert]).toEqual([
      201,
      { id: expect.any(String), ...filters, createdAt: expect.any(String) },
    ]);
    const again = await add(rohan, filters);
    expect([again.status, again.body.alert]).toEqual([200, first.body.alert]);
    expect((await rohan.get("/api/alerts")).body.alerts).toEqual([first.body.alert]);
    expect((await asha.get("/api/alerts")).body.alerts).toEqual([]);
    const path = `/api/alerts/${first.body.alert.id}`;
    for (const wrong of [path, `/api/alerts/${newId()}`, "/api/alerts/x"])
      expect((await asha.call("DELETE", wrong)).status).toBe(404);
    expect((await rohan.call("DELETE", path)).status).toBe(204);
    expect((await rohan.get("/api/alerts")).body.alerts).toEqual([]);
  });

  it("R788 are refused to the signed out, without a filter, with a wrong one, and above 20", async () => {
    const { stranger } = market;
    expect((await stranger.get("/api/alerts")).status).toBe(401);
    expect((await stranger.call("PUT", "/api/alerts", { json: { q: "x" } })).status).toBe(401);
    expect((await stranger.call("DELETE", `/api/alerts/${newId()}`)).status).toBe(401);
    for (const wrong of [{}, { q: " " }, { category: "Cars" }, { q: "x".repeat(81) }, { user: 1 }])
      expect((await add(rohan, wrong)).status, JSON.stringify(wrong)).toBe(422);
    for (let nth = 1; nth <= 20; nth++)
      expect((await add(rohan, { q: `thing ${nth}` })).status).toBe(201);
    expect((await add(rohan, { q: "one more" })).body.code).toBe("alerts-full");
    await clear(rohan);
  });

  it("R789 tell of a listing that a search finds as it is typed, misspelt or in other words, and of no other", async () => {
    const alerts = [
      { q: "harmonium" },
      { q: "harmonum" },
      { q: "harmonium stand", category: "Room & Living" },
      { q: "harmonium", priceRange: "0-100" },
      { q: "tabla" },
      { condition: "Used - Good", locationType: "On-Campus" },
    ];
    for (const alert of alerts) await add(rohan, alert);
    await appear({ name: "Harmonium", price: "2400", category: "Fashion & Lifestyle" });
    expect((await told(rohan)).toSorted()).toEqual([
      "New for “harmonium”: Harmonium, ₹2,400",
      "New for “harmonum”: Harmonium, ₹2,400",
      "New: Harmonium, ₹2,400",
    ]);
    await clear(rohan);
  });

  it("R789 tell once a day, however often the job runs, and again tomorrow", async () => {
    await add(rohan, { q: "sitar" });
    const first = await appear({ name: "Sitar" });
    await Promise.all([match(first), match(first)]);
    await appear({ name: "Sitar strings" });
    expect((await told(rohan)).length).toBe(1);
    await market.parts.db.query(sql`
      update alerts set told_at = now() - interval '1 day' where user_id = ${rohan.userId}`);
    await market.parts.db.query(sql`
      update notices set dedupe_key = dedupe_key || ' yesterday' where user_id = ${rohan.userId}`);
    await appear({ name: "Sitar case" });
    expect((await told(rohan)).length).toBe(2);
    await clear(rohan);
  });

  it("R789 tell nothing of one's own, of a blocked student's, and of what is hidden or sold", async () => {
    await add(asha, { q: "santoor" });
    const blocked = await market.student("Blocked");
    await add(blocked, { q: "santoor" });
    await blocked.call("PUT", `/api/blocks/${asha.userId}`);
    await add(rohan, { q: "santoor" });
    const { _id: hidden } = (await list(asha, { name: "Santoor" })).body.product;
    await market.parts.db.query(sql`
      update products set hidden_at = now(), listed = false where id = ${hidden}`);
    await match(hidden);
    expect(await told(rohan)).toEqual([]);
    await appear({ name: "Santoor" });
    expect([await told(asha), await told(blocked)]).toEqual([[], []]);
    expect((await told(rohan)).length).toBe(1);
    await clear(rohan);
  });

  it("R789 of a thousand, each is told once, by the job queue and not while a listing is made", async () => {
    const { db } = market.parts;
    await db.query(sql`
      with one as (
        insert into identities (id, issuer, subject, email, name)
        select gen_random_uuid(), 'test', 'alerted ' || i, 'alerted' || i || '@cgu.example', 'Alerted'
        from generate_series(1, 50) i returning id
      ), student as (
        insert into users (id, identity_id, name, phone, country, course, semester)
        select gen_random_uuid(), id, 'Alerted', '', 'India', '', '' from one returning id
      )
      insert into alerts (id, user_id, q)
      select gen_random_uuid(), student.id, 'esraj ' || repeat('bow ', nth)
      from student cross join generate_series(0, 19) nth`);
    const count = async () => {
      const [row] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from notices where text like '%Esraj with a bow%'`);
      return row?.count;
    };
    const { _id: id } = (await list(asha, { name: "Esraj with a bow" })).body.product;
    expect(await count()).toBe(0);
    for (let times = 0; times < 2; times++) await match(id);
    expect(await count()).toBe(1000);
  });
});
