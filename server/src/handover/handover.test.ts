import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { readDump } from "../../test/whole-database.ts";
import { newId } from "../db/ids.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";

let market: TestMarket;
let mod: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    LIMITS_ACTIVE_LISTINGS: "4",
    LIMITS_NEW_LISTINGS_PER_DAY: "1000",
    LIMITS_CONTACTS_PER_MINUTE: "1000",
    LIMITS_REQUESTS_PER_MINUTE: "100000",
  });
  mod = await market.student("Mod");
});
afterAll(() => market.close());

let students = 0;
/** Two students who know each other, the second with a number of their own. */
async function friends(): Promise<{ giver: TestStudent; taker: TestStudent; email: string }> {
  students += 1;
  const [from, to] = [`Giver${students}`, `Taker${students}`];
  return {
    giver: await market.student(from),
    taker: await market.student(to, { phone: `+91980000${String(students).padStart(4, "0")}` }),
    email: `${to.toLowerCase()}@cgu.example`,
  };
}
const idOf = async (student: TestStudent, fields: Record<string, string> = {}) =>
  (await list(student, fields)).body.product._id as string;
const offer = (student: TestStudent, productId: string, email: unknown) =>
  student.call("POST", `/api/products/${productId}/handover`, { json: { email } });
const idOfOffer = async (student: TestStudent, productId: string, email: string) =>
  (await offer(student, productId, email)).body.handover.id as string;
const accept = (student: TestStudent, id: string, address = "Hostel 7, room 12") =>
  student.call("POST", `/api/handovers/${id}`, { json: { accept: true, address } });
const decline = (student: TestStudent, id: string) =>
  student.call("POST", `/api/handovers/${id}`, { json: { accept: false } });
const handovers = async (student: TestStudent) => (await student.get("/api/handovers")).body;
const noticesOf = async (student: TestStudent) =>
  (await student.get("/api/notices")).body.notices as {
    kind: string;
    text: string;
    actions: { name: string; method: string; path: string; body?: object }[];
    answered?: string;
  }[];
const offersTold = async (student: TestStudent) =>
  (await noticesOf(student)).filter(({ kind }) => kind === "handover");
const seller = async (productId: string) => {
  const [row] = await market.parts.db.query<{ id: string }>(sql`
    select seller_id as id from products where id = ${productId}`);
  return row?.id;
};
const age = (id: string, hours: number) =>
  market.parts.db.query(sql`
    update handovers set created_at = created_at - make_interval(hours => ${hours}) where id = ${id}`);
const runJob = (name: string) =>
  recurringJobs(market.parts)
    .find((job) => job.name === name)
    ?.work({} as never);

describe("asking a friend to sell a listing", () => {
  it("R1160 answers alike for registered, unknown, blocked and foreign addresses and full takers", async () => {
    const { giver, taker, email } = await friends();
    const blocker = await market.student("Blocker");
    const known = await idOf(giver);
    expect((await blocker.call("PUT", `/api/blocks/${giver.userId}`)).status).toBe(204);
    for (let nth = 0; nth < 4; nth += 1) await idOf(taker);
    const addresses = [
      email,
      "nobody@cgu.example",
      "blocker@cgu.example",
      "friend@elsewhere.example",
    ];
    for (const address of addresses) {
      const { status, body } = await offer(giver, known, ` ${address.toUpperCase()} `);
      expect([status, body]).toEqual([
        201,
        {
          success: true,
          handover: {
            id: expect.any(String),
            productId: known,
            to: address,
            state: "open",
            createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          },
        },
      ]);
      const { id } = body.handover;
      expect((await giver.call("DELETE", `/api/handovers/${id}`)).status).toBe(200);
    }
    expect((await handovers(blocker)).received).toEqual([]);
    expect(await offersTold(blocker)).toEqual([]);
    await blocker.call("DELETE", `/api/blocks/${giver.userId}`);
    expect((await handovers(blocker)).received).toEqual([]);
  });

  it("R1160 is refused to signed-out callers, for listings of others, one's own address and what is none", async () => {
    const { giver, taker, email } = await friends();
    const id = await idOf(giver);
    const path = `/api/products/${id}/handover`;
    expect((await market.stranger.call("POST", path, { json: { email } })).status).toBe(401);
    expect((await market.stranger.get("/api/handovers")).status).toBe(401);
    const foreign = await offer(taker, id, "else@cgu.example");
    expect([foreign.status, foreign.body.code]).toEqual([404, "product-not-found"]);
    expect((await offer(giver, newId(), email)).status).toBe(404);
    const own = await offer(giver, id, `GIVER${students}@cgu.example`);
    expect([own.status, own.body.code]).toEqual([422, "own-product"]);
    for (const wrong of [
      "",
      "taker",
      "a b@cgu.example",
      5,
      undefined,
      `${"a".repeat(250)}@cgu.example`,
    ])
      expect([wrong, (await offer(giver, id, wrong)).status]).toEqual([wrong, 422]);
    expect((await handovers(giver)).given).toEqual([]);
  });

  it("R1161 takes listed, paused and expired listings only, without an open case, one offer at a time", async () => {
    const { giver, email } = await friends();
    const { db } = market.parts;
    const set = async (columns: ReturnType<typeof sql>) => {
      const id = await idOf(giver);
      await db.query(sql`update products set ${columns} where id = ${id}`);
      return id;
    };
    const listed = await idOf(giver);
    expect((await offer(giver, listed, email)).status).toBe(201);
    const second = await offer(giver, listed, "else@cgu.example");
    expect([second.status, second.body.code]).toEqual([409, "already-offered"]);
    const paused = await set(sql`resting_at = now(), resting_because = 'no-answer'`);
    const expired = await set(sql`expired_at = now()`);
    for (const id of [paused, expired]) expect((await offer(giver, id, email)).status).toBe(201);
    const sold = await set(sql`sold_at = now()`);
    const hidden = await set(sql`hidden_at = now()`);
    await db.query(sql`update products set sold_at = now() where id = ${listed}`);
    const reported = await idOf(giver);
    await mod.get("/api/notices");
    await (
      await market.student("Reporter")
    ).call("POST", "/api/reports", {
      json: { productId: reported, reason: "scam" },
    });
    for (const id of [sold, hidden, reported]) {
      const { status, body } = await offer(giver, id, email);
      expect([status, body.code]).toEqual([409, "not-listed"]);
    }
  });

  it("R1162 is possible five times a day in India, of which only what was accepted counts", async () => {
    const { giver, email } = await friends();
    const id = await idOf(giver);
    const again = async () => {
      const { status, body, headers } = await offer(giver, id, email);
      if (status === 201) await giver.call("DELETE", `/api/handovers/${body.handover.id}`);
      return [status, body.code, headers["retry-after"] !== undefined];
    };
    for (let nth = 0; nth < 7; nth += 1) expect((await offer(giver, id, "x")).status).toBe(422);
    for (let nth = 0; nth < 5; nth += 1) expect(await again()).toEqual([201, undefined, false]);
    expect(await again()).toEqual([429, "handover-quota", true]);
    await market.parts.db.query(sql`
      update handovers set created_at = (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata' - interval '1 second'
      where giver_id = ${giver.userId}`);
    expect(await again()).toEqual([201, undefined, false]);
  });

  it("R1163 tells the student with this address, who alone sees the giver's first name", async () => {
    const { giver, taker, email } = await friends();
    const name = `Kettle ${students}`;
    const productId = await idOf(giver, { name });
    const id = await idOfOffer(giver, productId, email);
    const from = `Giver${students}`;
    const common = { id, productId, name, state: "open", createdAt: expect.any(String) };
    expect(await handovers(taker)).toEqual({
      success: true,
      given: [],
      received: [{ ...common, from }],
    });
    expect(await handovers(giver)).toEqual({
      success: true,
      given: [{ ...common, to: email }],
      received: [],
    });
    expect(await offersTold(taker)).toMatchObject([
      {
        text: `Will you sell “${name}” for ${from}?`,
        actions: [
          { name: "accept", method: "GET", path: "/profile#handovers" },
          {
            name: "decline",
            method: "POST",
            path: `/api/handovers/${id}`,
            body: { accept: false },
          },
        ],
      },
    ]);
    const other = await market.student("Outsider");
    expect((await handovers(other)).received).toEqual([]);
    for (const call of [
      accept(other, id),
      decline(other, id),
      accept(giver, id),
      other.call("DELETE", `/api/handovers/${id}`),
      taker.call("DELETE", `/api/handovers/${id}`),
      accept(taker, newId()),
      accept(taker, "x"),
    ]) {
      const { status, body } = await call;
      expect([status, body.code]).toEqual([404, "handover-not-found"]);
    }
    expect((await market.stranger.call("DELETE", `/api/handovers/${id}`)).status).toBe(401);
    await taker.call("PUT", `/api/blocks/${giver.userId}`);
    expect((await handovers(taker)).received).toEqual([]);
    expect((await accept(taker, id)).status).toBe(404);
  });

  it("R1163 shows the offer to whoever registers with the address within 7 days, and mails it to no other address", async () => {
    const { giver } = await friends();
    const [early, late] = [await idOf(giver), await idOf(giver)];
    const id = await idOfOffer(giver, early, "arrival@cgu.example");
    await age(await idOfOffer(giver, late, "latecomer@cgu.example"), 7 * 24 + 1);
    const registers = async (name: string) => {
      const person = await market.student(name, { registered: false });
      const { status } = await person.call("POST", "/api/auth/google-register", {
        json: {
          phone: "+91 98765 43210",
          course: "B.Tech",
          semester: "1st Semester",
          country: "India",
        },
      });
      expect(status).toBe(201);
      return person;
    };
    const [outbox] = await market.parts.db.query<{ count: number }>(sql`
      select count(*)::int as count from outbox`);
    expect(outbox?.count).toBe(0);
    const arrival = await registers("Arrival");
    expect((await handovers(arrival)).received).toMatchObject([{ id, state: "open" }]);
    expect(await offersTold(arrival)).toHaveLength(1);
    expect((await accept(arrival, id)).status).toBe(200);
    const latecomer = await registers("Latecomer");
    expect((await handovers(latecomer)).received).toEqual([]);
    expect(await offersTold(latecomer)).toEqual([]);
  });

  it("R1170 is withdrawn once, and lapses after 7 days without an answer", async () => {
    const { giver, taker, email } = await friends();
    const productId = await idOf(giver);
    const first = await idOfOffer(giver, productId, email);
    const withdraw = () => giver.call("DELETE", `/api/handovers/${first}`);
    const { status, body } = await withdraw();
    expect([status, body.handover]).toMatchObject([
      200,
      { id: first, to: email, state: "withdrawn" },
    ]);
    expect((await withdraw()).body.code).toBe("already-answered");
    expect((await accept(taker, first)).body.code).toBe("already-answered");
    expect(await offersTold(taker)).toMatchObject([
      { actions: [], answered: "This offer has ended." },
    ]);
    const second = await idOfOffer(giver, productId, email);
    await age(second, 7 * 24 + 1);
    expect((await accept(taker, second)).body.code).toBe("already-answered");
    expect((await handovers(giver)).given[0]).toMatchObject({ id: second, state: "lapsed" });
    await runJob("lapse-handovers");
    expect((await handovers(taker)).received[0]).toMatchObject({ id: second, state: "lapsed" });
    expect((await offersTold(giver))[0]?.text).toBe(
      "Your friend did not answer within 7 days about “Hero Sprint cycle”.",
    );
    expect((await offer(giver, productId, email)).status).toBe(201);
  });

  it("R1168 is void when the listing is sold, hidden or removed, or its seller suspended or deleted before the answer", async () => {
    const { taker, email } = await friends();
    const ends: Record<string, (giver: TestStudent, productId: string) => Promise<unknown>> = {
      sold: (giver, id) =>
        giver.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } }),
      removed: (giver, id) => giver.call("DELETE", `/api/products/${id}`),
      hidden: (_giver, id) =>
        mod.call("POST", `/api/moderation/products/${id}/hide`, { json: { note: "Against" } }),
      suspended: (giver) =>
        mod.call("POST", `/api/moderation/users/${giver.userId}/suspend`, {
          json: { reason: "Against" },
        }),
      deleted: (giver) => giver.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } }),
    };
    for (const [what, end] of Object.entries(ends)) {
      const giver = await market.student(`Ending${what}`);
      const productId = await idOf(giver);
      const id = await idOfOffer(giver, productId, email);
      await end(giver, productId);
      expect([what, (await handovers(taker)).received[0]]).toMatchObject([
        what,
        { id, state: "void" },
      ]);
      for (const call of [accept(taker, id), decline(taker, id)])
        expect([what, (await call).body.code]).toEqual([what, "already-answered"]);
      expect((await offersTold(taker))[0]).toMatchObject({ actions: [] });
    }
  });
});

describe("a friend's answer", () => {
  it("R1164 declines, or accepts with a meeting place, once", async () => {
    const { giver, taker, email } = await friends();
    const productId = await idOf(giver);
    const first = await idOfOffer(giver, productId, email);
    expect((await decline(taker, first)).body.handover).toMatchObject({ state: "declined" });
    expect((await accept(taker, first)).body.code).toBe("already-answered");
    expect(await seller(productId)).toBe(giver.userId);
    const second = await idOfOffer(giver, productId, email);
    for (const json of [{ accept: true }, { accept: true, address: "  " }, { accept: "yes" }, {}])
      expect((await taker.call("POST", `/api/handovers/${second}`, { json })).status).toBe(422);
    const { status, body } = await accept(taker, second);
    expect([status, body]).toMatchObject([
      200,
      { success: true, handover: { id: second, productId, state: "accepted" } },
    ]);
    expect((await decline(taker, second)).body.code).toBe("already-answered");
    expect((await offersTold(taker))[0]).toMatchObject({ answered: "You accepted.", actions: [] });
    expect((await offersTold(giver))[0]?.text).toBe(
      "Your friend sells “Hero Sprint cycle” from now on. It is no longer your item.",
    );
  });

  it("R1164 makes it theirs: their number, place and limit; the earlier seller can do nothing with it", async () => {
    const { giver, taker, email } = await friends();
    const buyer = await market.student(`Buyer${students}`);
    const productId = await idOf(giver);
    const id = await idOfOffer(giver, productId, email);
    const own = [];
    for (let nth = 0; nth < 4; nth += 1) own.push(await idOf(taker));
    const full = await accept(taker, id);
    expect([full.status, full.body.code]).toEqual([409, "listing-quota"]);
    expect(await seller(productId)).toBe(giver.userId);
    expect((await handovers(taker)).received[0]).toMatchObject({ id, state: "open" });
    await taker.call("DELETE", `/api/products/${own[0]}`);
    expect((await accept(taker, id)).status).toBe(200);
    expect((await list(taker)).status).toBe(429);
    const { body } = await buyer.get(`/api/products/${productId}`);
    expect(body.product).toMatchObject({
      address: "Hostel 7, room 12",
      seller: { _id: taker.userId, phone: `+91980000${String(students).padStart(4, "0")}` },
    });
    const form = await formOf(cycle, []);
    for (const [method, path, sent] of [
      ["PUT", "", { form }],
      ["DELETE", "", {}],
      ["PUT", "/toggle-sold", { json: { isSold: true } }],
      ["POST", "/confirm", {}],
      ["POST", "/handover", { json: { email } }],
    ] as const) {
      const answer = await giver.call(method, `/api/products/${productId}${path}`, sent);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await taker.call("POST", `/api/products/${productId}/confirm`)).status).toBe(200);
  });

  it("R1165 keeps who saved it, its code, age and prices, and ends reservation, bundle, kept day and keys", async () => {
    const { giver, taker, email } = await friends();
    const buyer = await market.student(`Saver${students}`);
    const productId = await idOf(giver, { name: "Veena", price: "4200" });
    for (const who of [buyer, taker]) await who.call("PUT", `/api/saved/${productId}`);
    await giver.call("PUT", `/api/products/${productId}`, {
      form: await formOf({ ...cycle, name: "Veena", price: "3500" }, []),
    });
    const day = new Date(Date.now() + 5 * 86_400_000);
    const bundle = await giver.call("POST", "/api/bundles", {
      json: {
        productIds: [productId],
        place: "Gate 2",
        leavingOn: day.toISOString().slice(0, 10),
      },
    });
    await giver.call("PUT", `/api/products/${productId}/keep`, {
      json: { until: day.toISOString().slice(0, 10) },
    });
    await giver.call("PUT", `/api/products/${productId}/reservation`, {
      json: { until: day.toISOString() },
    });
    const item = async () => (await market.stranger.get(`/api/items/${productId}`)).body.product;
    const before = await item();
    expect(before).toMatchObject({ reservedUntil: expect.any(String), previousPrice: 4200 });
    const key = new URL((await giver.call("POST", "/api/users/me/key")).body.url).pathname;
    await market.parts.db.query(sql`
      update products set expired_at = now(), confirmed_at = now() - interval '40 days' where id = ${productId}`);
    expect((await accept(taker, await idOfOffer(giver, productId, email))).status).toBe(200);
    const after = await item();
    expect(after).not.toHaveProperty("reservedUntil");
    for (const member of ["createdAt", "code", "previousPrice", "images"])
      expect([member, after[member]]).toEqual([member, before[member]]);
    expect(Date.now() - Date.parse(after.confirmedAt)).toBeLessThan(60_000);
    expect(
      (await market.stranger.get("/api/products", { "cache-control": "no-cache" })).text,
    ).toContain(productId);
    expect((await buyer.get("/api/saved")).text).toContain(productId);
    expect((await taker.get("/api/saved")).text).not.toContain(productId);
    const url = `/api/bundles/${bundle.body.bundle.id}`;
    expect((await market.stranger.get(url)).body.bundle.products).toEqual([]);
    const page = await market.stranger.get(key);
    expect([page.status, page.text.includes("Veena")]).toEqual([200, false]);
    const [kept] = await market.parts.db.query<{ count: number }>(sql`
      select count(*)::int as count from kept_listings where product_id = ${productId}`);
    expect(kept?.count).toBe(0);
    await market.parts.db.query(
      sql`update users set deleted_at = now() - interval '60 days' where id = ${giver.userId}`,
    );
    await eraseDeletedAccounts(market.parts);
    expect((await market.stranger.get(after.images[0].url)).status).toBe(200);
  });

  it("R1166 gives earlier contacts nothing of the new seller: they ask again, and are asked about this contact only", async () => {
    const { giver, taker, email } = await friends();
    const buyer = await market.student(`Contact${students}`);
    const { db } = market.parts;
    const productId = await idOf(giver);
    await buyer.get(`/api/products/${productId}`);
    const ago = () =>
      db.query(sql`
      update outcomes set contacted_at = contacted_at - interval '1 day' where product_id = ${productId}`);
    await ago();
    const path = `/api/outcomes/${productId}`;
    await buyer.call("PUT", path, { json: { bought: true } });
    expect((await noticesOf(giver))[0]).toMatchObject({ kind: "asked-outcome" });
    const [deal] = (await giver.get("/api/deals")).body.deals;
    expect((await accept(taker, await idOfOffer(giver, productId, email))).status).toBe(200);

    expect((await buyer.get("/api/outcomes/open")).body.outcomes ?? []).toEqual([]);
    expect((await buyer.call("PUT", path, { json: { replied: true } })).status).toBe(404);
    expect((await buyer.call("PUT", path, { json: { sold: true } })).status).toBe(404);
    for (const student of [buyer, giver, taker])
      expect((await student.get("/api/deals")).body.deals).toEqual([]);
    const confirmed = await giver.call("PUT", `/api/deals/${deal.id}`, {
      json: { confirmed: true },
    });
    expect([confirmed.status, confirmed.body.code]).toEqual([409, "deal-decided"]);
    const asked = (await noticesOf(giver)).find(({ kind }) => kind === "asked-outcome");
    expect([asked?.actions, asked?.answered]).toEqual([[], undefined]);

    await buyer.get(`/api/products/${productId}`);
    expect((await noticesOf(taker))[0]).toMatchObject({
      kind: "contacted",
      text: "1 student asked for your number: Hero Sprint cycle",
    });
    await ago();
    await buyer.call("PUT", path, { json: { bought: true } });
    expect((await taker.get("/api/deals")).body.deals).toHaveLength(1);
    const rows = await db.query<{ id: string; bought: string }>(sql`
      select seller_id as id, bought from outcomes where product_id = ${productId} order by contacted_at`);
    expect(rows.map(({ id }) => id).toSorted()).toEqual([giver.userId, taker.userId].toSorted());
    const log = await marketCommand(market, "who-saw", "--email", `contact${students}@cgu.example`);
    expect(log).toContain(`saw the number of giver${students}@cgu.example`);
    expect(log).toContain(`saw the number of ${email}`);
    expect(log).toContain("2 contacts");
  });

  it("R1166 uses up what buyers said about the earlier seller's listing, and brings back a paused one", async () => {
    const { giver, taker, email } = await friends();
    const { db } = market.parts;
    const productId = await idOf(giver);
    for (const nth of [1, 2]) {
      const buyer = await market.student(`Doubter${students}-${nth}`);
      await db.query(
        sql`update users set created_at = now() - interval '2 days' where id = ${buyer.userId}`,
      );
      await buyer.get(`/api/products/${productId}`);
      await db.query(sql`
        update outcomes set contacted_at = contacted_at - interval '1 day' where buyer_id = ${buyer.userId}`);
      await buyer.call("PUT", `/api/outcomes/${productId}`, { json: { sold: true } });
    }
    expect((await giver.get("/api/products/user")).body.products[0]).toMatchObject({
      restingBecause: "sold-said",
    });
    expect((await accept(taker, await idOfOffer(giver, productId, email))).status).toBe(200);
    const [own] = (await taker.get("/api/products/user")).body.products;
    expect(own).not.toHaveProperty("resting");
    const [left] = await db.query<{ open: number; overruled: number }>(sql`
      select count(*) filter (where used_at is null)::int as open, count(overruled_at)::int as overruled
      from listing_doubts where product_id = ${productId}`);
    expect(left).toEqual({ open: 0, overruled: 0 });
  });

  it("R1167 leaves the earlier seller's name nowhere that a student sees", async () => {
    const giver = await market.student("Quintessa");
    const { taker, email } = await friends();
    const buyer = await market.student(`Reader${students}`);
    const productId = await idOf(giver, { name: "Sarangi" });
    await buyer.call("PUT", `/api/saved/${productId}`);
    await buyer.get(`/api/products/${productId}`);
    await market.parts.db.query(sql`
      update outcomes set contacted_at = contacted_at - interval '1 day' where product_id = ${productId}`);
    await buyer.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } });
    const id = await idOfOffer(giver, productId, email);
    expect((await buyer.get("/api/deals")).text).toContain("Quintessa");
    expect((await accept(taker, id)).status).toBe(200);
    const paths = [
      "/api/products",
      "/api/products/filter?q=sarangi",
      `/api/items/${productId}`,
      `/api/products/${productId}`,
      "/api/saved",
      "/api/deals",
      "/api/outcomes/open",
      "/api/notices",
      "/api/handovers",
      "/api/products/user",
      `/api/sellers/${taker.userId}`,
    ];
    const readers = [buyer, await market.student(`Other${students}`)];
    for (const path of paths)
      for (const reader of readers) {
        const { text } = await reader.get(path, { "cache-control": "no-cache" });
        expect([path, text.includes("Quintessa"), text.includes(giver.userId)]).toEqual([
          path,
          false,
          false,
        ]);
      }
    const page = await market.stranger.get(`/item/${productId}`);
    expect(page.text).not.toContain("Quintessa");
    expect((await buyer.get(`/api/sellers/${giver.userId}`)).status).toBe(404);
    // The one who took it over was asked by name, and keeps that in the own list alone.
    expect((await handovers(taker)).received).toMatchObject([{ from: "Quintessa" }]);
  });

  it("R1164 is refused while a case about the listing is open", async () => {
    const { giver, taker, email } = await friends();
    const productId = await idOf(giver);
    const id = await idOfOffer(giver, productId, email);
    const reporter = await market.student(`Witness${students}`);
    await reporter.call("POST", "/api/reports", { json: { productId, reason: "scam" } });
    const { status, body } = await accept(taker, id);
    expect([status, body.code]).toEqual([409, "not-listed"]);
    expect(await seller(productId)).toBe(giver.userId);
    expect((await handovers(taker)).received[0]).toMatchObject({ id, state: "open" });
  });

  it("R1169 is taken once, however often it is sent at the same time", async () => {
    const { giver, taker, email } = await friends();
    const productId = await idOf(giver);
    const id = await idOfOffer(giver, productId, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(taker, id)));
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(200), count(409)]).toEqual([1, 19]);
    expect(await seller(productId)).toBe(taker.userId);
  });

  it("R1169 is done or not done while the listing is sold, removed or hidden at the same time", async () => {
    const ends = [
      (giver: TestStudent, id: string) =>
        giver.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } }),
      (giver: TestStudent, id: string) => giver.call("DELETE", `/api/products/${id}`),
      (_giver: TestStudent, id: string) =>
        mod.call("POST", `/api/moderation/products/${id}/hide`, { json: { note: "Against" } }),
    ];
    for (const [nth, end] of [...ends, ...ends, ...ends].entries()) {
      const { giver, taker, email } = await friends();
      const productId = await idOf(giver);
      const id = await idOfOffer(giver, productId, email);
      const both =
        nth % 2 === 0
          ? [accept(taker, id), end(giver, productId)]
          : [end(giver, productId), accept(taker, id)];
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      const [{ state }] = (await handovers(taker)).received;
      const owner = await seller(productId);
      expect([nth, statuses.filter((status) => status >= 500)]).toEqual([nth, []]);
      // A removed listing has no seller.
      const owners = state === "accepted" ? [taker.userId] : [giver.userId, undefined];
      expect([nth, owners.includes(owner)]).toEqual([nth, true]);
    }
  });
});

describe("what is stored of a handover", () => {
  it("R1171 is erased with either of the two, and with an address to which it was not shown", async () => {
    const { giver, taker, email } = await friends();
    const productId = await idOf(giver, { name: "Tanpura" });
    const id = await idOfOffer(giver, productId, email);
    await idOfOffer(giver, await idOf(giver), `blocked${students}@cgu.example`);
    await accept(taker, id);
    const erase = async (student: TestStudent) => {
      await market.parts.db.query(sql`
        update users set deleted_at = now() - interval '60 days' where id = ${student.userId}`);
      await eraseDeletedAccounts(market.parts);
    };
    await erase(taker);
    expect((await handovers(giver)).given).toHaveLength(1);
    expect((await readDump(market.parts.db)).toLowerCase()).not.toContain(email);
    await erase(giver);
    const dump = (await readDump(market.parts.db)).toLowerCase();
    expect(dump).not.toContain(`giver${students}`);
    expect(dump).not.toContain(`blocked${students}@`);
  });

  it("R1171 is deleted after 90 days", async () => {
    const { giver, email } = await friends();
    await age(await idOfOffer(giver, await idOf(giver), email), 91 * 24);
    await runJob("forget-old-counts");
    expect((await handovers(giver)).given).toEqual([]);
  });
});
