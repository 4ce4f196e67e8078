import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../../test/market.ts";
import { recurringJobs } from "../../operations/recurring.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({ LISTING_DAYS: "90" });
});
afterAll(() => market.close());

/** A day on the campus, so many days from now. */
const dayAhead = (days: number) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const student = (name: string) => market.student(`${name}${++made}`);
const sell = async (seller: TestStudent, name: string): Promise<string> =>
  (await list(seller, { name })).body.product._id;
const leave = (who: TestStudent, leavingOn: unknown) =>
  who.call("PUT", "/api/auth/profile", { json: { leavingOn } });
const leavingOn = async (who: TestStudent) =>
  (await who.get("/api/auth/profile")).body.user.leavingOn;
const keep = (who: TestStudent, productId: string, until: unknown) =>
  who.call("PUT", `/api/products/${productId}/keep`, { json: { until } });
const own = async (seller: TestStudent, productId: string) =>
  (await seller.get("/api/products/user")).body.products.find(
    ({ _id }: { _id: string }) => _id === productId,
  );
const isListed = async (productId: string) =>
  (await market.stranger.get("/api/products", { "cache-control": "no-cache" })).text.includes(
    productId,
  );
const run = (job: string) =>
  recurringJobs(market.parts)
    .find(({ name }) => name === job)
    ?.work({} as never);
const notices = async (who: TestStudent) =>
  (await who.get("/api/notices")).body.notices.filter(
    ({ kind }: { kind: string }) => kind === "farewell",
  );
/** As if the day had been stored while it was in the future. */
const letDaysPass = (who: TestStudent, days: number) =>
  market.parts.db.query(sql`
    update leavers set leaving_on = leaving_on - ${days}::int, left_at = left_at - make_interval(days => ${days})
    where user_id = ${who.userId}`);

describe("the day on which a student leaves", () => {
  it("R1119 is stored, moved and taken back, and only the student's own profile has it", async () => {
    const asha = await student("Asha");
    expect(await leavingOn(asha)).toBeNull();
    for (const day of [dayAhead(0), dayAhead(400), dayAhead(30)]) {
      const { status, body } = await leave(asha, day);
      expect([status, body.user.leavingOn]).toEqual([200, undefined]);
      expect(await leavingOn(asha)).toBe(day);
    }
    const other = await student("Other");
    const id = await sell(asha, "Lamp of a leaver");
    for (const path of [`/api/sellers/${asha.userId}`, `/api/products/${id}`, `/api/items/${id}`])
      expect((await other.get(path)).text).not.toContain(dayAhead(30));
    expect((await asha.get("/api/users/me/export")).text).toContain(dayAhead(30));
    await leave(asha, null);
    expect(await leavingOn(asha)).toBeNull();
  });

  it("R1119 is today to 400 days ahead, and changes nothing otherwise", async () => {
    const asha = await student("Asha");
    await leave(asha, dayAhead(10));
    for (const day of [dayAhead(-1), dayAhead(401), "2026-13-01", "tomorrow", "", 5, true]) {
      const { status, body } = await leave(asha, day);
      expect([day, status]).toEqual([day, 422]);
      expect(body.errors).toMatchObject([{ field: "leavingOn" }]);
    }
    expect(await leavingOn(asha)).toBe(dayAhead(10));
    const path = "/api/auth/profile";
    const json = { leavingOn: dayAhead(3) };
    expect((await market.stranger.call("PUT", path, { json })).status).toBe(401);
  });

  it("R1120 is asked about once from 14 days before, with the number of listings to decide on", async () => {
    const [asha, late, without] = [
      await student("Asha"),
      await student("Late"),
      await student("None"),
    ];
    for (const name of ["Lamp", "Chair", "Kept", "Sold"]) await sell(asha, name);
    const ids = new Map(
      (await asha.get("/api/products/user")).body.products.map(
        ({ _id, name }: { _id: string; name: string }) => [name, _id],
      ),
    );
    await asha.call("PUT", `/api/products/${ids.get("Sold")}/toggle-sold`, {
      json: { isSold: true },
    });
    await keep(asha, ids.get("Kept") as string, dayAhead(60));
    await sell(late, "Kettle");
    await leave(asha, dayAhead(14));
    await leave(late, dayAhead(15));
    await leave(without, dayAhead(1));
    await run("ask-leavers");
    await run("ask-leavers");
    expect(await notices(asha)).toMatchObject([
      {
        text: expect.stringMatching(
          /^You leave on \d+ [A-Z][a-z]+: what happens with your 2 items\?$/,
        ),
        actions: [{ label: "Decide", method: "GET", path: "/farewell" }],
      },
    ]);
    for (const who of [late, without]) expect(await notices(who)).toEqual([]);
    await sell(without, "Late item");
    await run("ask-leavers");
    expect((await notices(without))[0].text).toContain("your item?");
  });
});

describe("a student of the 8th semester", () => {
  it("R1183 is asked once when they leave, while there is something to decide on and no day is known", async () => {
    const [asha, without, decided, younger] = [
      await student("Asha"),
      await student("None"),
      await student("Decided"),
      await student("Younger"),
    ];
    for (const who of [asha, without, decided])
      await who.call("PUT", "/api/auth/profile", { json: { semester: "8th Semester" } });
    for (const who of [asha, decided, younger]) await sell(who, "Lamp");
    await leave(decided, dayAhead(200));
    await run("ask-leavers");
    expect(await notices(asha)).toMatchObject([
      {
        text: "When do you leave? Say what happens with your items.",
        actions: [{ label: "Say when", method: "GET", path: "/farewell" }],
      },
    ]);
    for (const who of [without, decided, younger]) expect(await notices(who)).toEqual([]);
    await market.parts.db.query(sql`delete from notices where user_id = ${asha.userId}`);
    await run("ask-leavers");
    expect(await notices(asha)).toEqual([]);
  });
});

describe("after that day", () => {
  it("R1121 what is undecided is paused, and nothing else; the reason is said", async () => {
    const { db } = market.parts;
    const asha = await student("Asha");
    const [lamp, kept, sold, expired] = [
      await sell(asha, "Lamp"),
      await sell(asha, "Kept"),
      await sell(asha, "Sold"),
      await sell(asha, "Expired"),
    ];
    await keep(asha, kept, dayAhead(20));
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    await db.query(sql`update products set expired_at = now() where id = ${expired}`);
    await leave(asha, dayAhead(0));
    await run("end-by-the-clock");
    expect(await isListed(lamp)).toBe(true);
    await letDaysPass(asha, 1);
    await run("end-by-the-clock");
    expect(await own(asha, lamp)).toMatchObject({ resting: true, restingBecause: "left" });
    for (const id of [kept, sold, expired])
      expect(await own(asha, id)).not.toHaveProperty("resting");
    expect([await isListed(lamp), await isListed(kept)]).toEqual([false, true]);
    const back = await sell(asha, "Listed afterwards");
    await run("end-by-the-clock");
    expect(await isListed(back)).toBe(true);
    await asha.call("POST", `/api/products/${lamp}/confirm`);
    await run("end-by-the-clock");
    expect(await isListed(lamp)).toBe(true);
  });

  it.each([
    ["another day", dayAhead(5)],
    ["no day", null],
  ])(
    "R1121 %s within 14 days undoes it, and nothing that was paused for another reason",
    async (_what, day) => {
      const { db } = market.parts;
      const asha = await student("Asha");
      const [lamp, doubted] = [await sell(asha, "Lamp"), await sell(asha, "Doubted")];
      await db.query(sql`
      update products set resting_at = now(), resting_because = 'sold-said' where id = ${doubted}`);
      await leave(asha, dayAhead(0));
      await letDaysPass(asha, 1);
      await run("end-by-the-clock");
      expect(await isListed(lamp)).toBe(false);
      await leave(asha, day);
      expect(await own(asha, lamp)).not.toHaveProperty("resting");
      expect(await isListed(lamp)).toBe(true);
      expect((await own(asha, doubted)).restingBecause).toBe("sold-said");
    },
  );

  it("R1121 is final for the listings after 14 days", async () => {
    const asha = await student("Asha");
    const lamp = await sell(asha, "Lamp");
    await leave(asha, dayAhead(0));
    await letDaysPass(asha, 1);
    await run("end-by-the-clock");
    await letDaysPass(asha, 15);
    await leave(asha, null);
    expect((await own(asha, lamp)).restingBecause).toBe("left");
  });
});

describe("keeping a listing until a day", () => {
  it("R1122 brings it back, says the day to its seller alone, and protects it from expiry", async () => {
    const { db } = market.parts;
    const asha = await student("Asha");
    const lamp = await sell(asha, "Lamp");
    await db.query(sql`update products set expired_at = now() where id = ${lamp}`);
    const { status, body } = await keep(asha, lamp, dayAhead(90));
    expect([status, body.product]).toEqual([
      200,
      expect.objectContaining({ _id: lamp, keptUntil: dayAhead(90) }),
    ]);
    expect(await isListed(lamp)).toBe(true);
    const other = await student("Other");
    expect((await other.get(`/api/products/${lamp}`)).text).not.toContain("keptUntil");
    await db.query(sql`
      update listing_clocks set alive_at = now() - interval '200 days' where product_id = ${lamp}`);
    await run("end-by-the-clock");
    await run("tell-expiring");
    expect(await isListed(lamp)).toBe(true);
    const told = (await asha.get("/api/notices")).body.notices;
    expect(told.map(({ kind }: { kind: string }) => kind)).toEqual(["contacted"]);
    await db.query(sql`update kept_listings set until = until - 91 where product_id = ${lamp}`);
    await run("end-by-the-clock");
    expect(await own(asha, lamp)).toMatchObject({ resting: true, restingBecause: "left" });
    expect(await own(asha, lamp)).not.toHaveProperty("keptUntil");
  });

  it("R1122 is for one's own unsold listings, today to 90 days ahead", async () => {
    const [asha, rohan] = [await student("Asha"), await student("Rohan")];
    const lamp = await sell(asha, "Lamp");
    for (const day of [dayAhead(-1), dayAhead(91), "soon", null])
      expect([day, (await keep(asha, lamp, day)).status]).toEqual([day, 422]);
    expect(await own(asha, lamp)).not.toHaveProperty("keptUntil");
    expect((await keep(rohan, lamp, dayAhead(5))).body.code).toBe("product-not-found");
    const json = { until: dayAhead(5) };
    const path = `/api/products/${lamp}/keep`;
    expect((await market.stranger.call("PUT", path, { json })).status).toBe(401);
    await asha.call("PUT", `/api/products/${lamp}/toggle-sold`, { json: { isSold: true } });
    expect((await keep(asha, lamp, dayAhead(5))).body.code).toBe("already-sold");
    await market.parts.db.query(sql`
      update products set sold_at = null, hidden_at = now() where id = ${lamp}`);
    expect((await keep(asha, lamp, dayAhead(5))).body.code).toBe("hidden-product");
  });
});
