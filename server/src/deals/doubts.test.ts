import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { touchSession } from "../identity/sessions.sql.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { selectExport } from "../rights/export.sql.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_CONTACTS_PER_MINUTE: "1000",
    LIMITS_CONTACTS_PER_DAY: "1000",
  });
});
afterAll(() => market.close());

let made = 0;
const newStudent = (name: string) => market.student(`${name}${++made}`);
/** A student whose account is older than a day. */
async function student(name: string): Promise<TestStudent> {
  const settled = await newStudent(name);
  await market.parts.db.query(sql`
    update users set created_at = now() - interval '30 hours' where id = ${settled.userId}`);
  return settled;
}
const sell = async (seller: TestStudent, name = "Red cycle"): Promise<string> =>
  (await list(seller, { name })).body.product._id;
const letHoursPass = (buyer: TestStudent, hours: number) =>
  market.parts.db.query(sql`
    update outcomes set contacted_at = contacted_at - make_interval(hours => ${hours}) where buyer_id = ${buyer.userId}`);
const letDaysPass = (days: number) =>
  market.parts.db.query(sql`
    update listing_doubts set said_at = said_at - make_interval(days => ${days}),
      overruled_at = overruled_at - make_interval(days => ${days})`);
const say = (buyer: TestStudent, productId: string, json: unknown = { sold: true }) =>
  buyer.call("PUT", `/api/outcomes/${productId}`, { json });
/** Asks for the number, and says two hours later that it was sold. */
async function contactAndSay(buyer: TestStudent, productId: string): Promise<void> {
  expect((await buyer.get(`/api/products/${productId}`)).status).toBe(200);
  await letHoursPass(buyer, 2);
  const { status, body } = await say(buyer, productId);
  expect([status, body]).toEqual([200, { success: true }]);
}
async function buyersSay(productId: string, count: number): Promise<TestStudent[]> {
  const buyers = [];
  for (let nth = 0; nth < count; nth++) {
    const buyer = await student("Buyer");
    await contactAndSay(buyer, productId);
    buyers.push(buyer);
  }
  return buyers;
}
const own = async (seller: TestStudent, productId: string) =>
  (await seller.get("/api/products/user")).body.products.find(
    ({ _id }: { _id: string }) => _id === productId,
  );
const isListed = async (productId: string) =>
  (await market.stranger.get("/api/products", { "cache-control": "no-cache" })).text.includes(
    productId,
  );
const bringBack = (seller: TestStudent, productId: string) =>
  seller.call("POST", `/api/products/${productId}/confirm`);
const noticesOf = async (seller: TestStudent) =>
  (await seller.get("/api/notices")).body.notices.filter(
    ({ kind }: { kind: string }) => kind === "sold-said",
  );
const because = async (seller: TestStudent, productId: string) =>
  (await own(seller, productId)).restingBecause;
const tick = () =>
  recurringJobs(market.parts)
    .find(({ name }) => name === "pause-doubted-listings")
    ?.work({} as never);

describe("two buyers who say that a listing was sold", () => {
  it("R1050 pause it at once, which is told to its seller with one tap that brings it back", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const [first] = await buyersSay(cycle, 1);
    expect([await isListed(cycle), await noticesOf(asha)]).toEqual([true, []]);
    await say(first as TestStudent, cycle);
    expect(await isListed(cycle)).toBe(true);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(false);
    expect(await own(asha, cycle)).toMatchObject({ resting: true, restingBecause: "sold-said" });
    expect((await own(asha, cycle)).expired).toBeUndefined();
    const [notice, ...others] = await noticesOf(asha);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      text: "Paused: 2 buyers say that it was sold. Still there? Red cycle",
      productId: cycle,
      actions: [
        {
          label: "Sold",
          method: "PUT",
          path: `/api/products/${cycle}/toggle-sold`,
          body: { isSold: true },
        },
        { label: "Still there", method: "POST", path: `/api/products/${cycle}/confirm` },
      ],
    });
    const { method, path } = notice.actions[1];
    expect((await asha.call(method, path)).status).toBe(200);
    expect(await isListed(cycle)).toBe(true);
    const back = await own(asha, cycle);
    expect([back.resting, back.restingBecause]).toEqual([undefined, undefined]);
    expect((await noticesOf(asha))[0]).toMatchObject({
      actions: [],
      answered: "You said: Still available.",
    });
  });

  it("R1050 R997 leave its page with one line, and its number to nobody but the seller", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await buyersSay(cycle, 2);
    const page = await market.stranger.get(`/api/items/${cycle}`);
    expect([page.status, page.body.product.expired]).toEqual([200, true]);
    expect(page.text).not.toMatch(/resting|sold-said|saidSold/);
    const contact = await (await student("Late")).get(`/api/products/${cycle}`);
    expect([contact.status, contact.body.code]).toEqual([404, "product-not-found"]);
    expect((await asha.get(`/api/products/${cycle}`)).status).toBe(200);
  });

  it("R1050 leave open whether the seller replied", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const [buyer] = await buyersSay(cycle, 1);
    await letHoursPass(buyer as TestStudent, 4);
    const open = async () => (await buyer?.get("/api/outcomes/open"))?.body.outcomes;
    expect(await open()).toMatchObject([{ productId: cycle, ask: "replied" }]);
    await say(buyer as TestStudent, cycle, { sold: true, replied: true });
    expect(await open()).toMatchObject([{ productId: cycle, ask: "bought" }]);
  });

  it("R1050 say so within 14 days of each other", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const [first] = await buyersSay(cycle, 1);
    await letDaysPass(15);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(true);
    await say(first as TestStudent, cycle);
    expect(await isListed(cycle)).toBe(false);
  });

  it("R1053 are two hundred at the same time: it is paused once, and its seller told once", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const { db } = market.parts;
    const buyers = [];
    for (let nth = 0; nth < 200; nth++) buyers.push(await newStudent("Crowd"));
    await db.query(
      sql`update users set created_at = now() - interval '2 days' where name like 'Crowd%'`,
    );
    await db.query(sql`
      insert into outcomes (buyer_id, product_id, seller_id, contacted_at)
      select id, ${cycle}, ${asha.userId}, now() - interval '2 hours' from users where name like 'Crowd%'`);
    const answers = await Promise.all(buyers.map((buyer) => say(buyer, cycle)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await because(asha, cycle)).toBe("sold-said");
    expect(await noticesOf(asha)).toHaveLength(1);
    const [row] = await db.query<{ paused: number; said: number }>(sql`
      select count(*) filter (where paused)::int as paused, count(*)::int as said
      from listing_doubts where product_id = ${cycle}`);
    expect(row).toEqual({ paused: 2, said: 200 });
    await bringBack(asha, cycle);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(true);
  });
});

describe("a buyer's word that a listing was sold", () => {
  it("R1051 is taken from a signed-in student with a contact, as true only", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const buyer = await student("Buyer");
    expect((await say(buyer, cycle)).body.code).toBe("product-not-found");
    expect((await say(asha, cycle)).status).toBe(404);
    expect((await say(buyer, "x")).status).toBe(404);
    const path = `/api/outcomes/${cycle}`;
    expect((await market.stranger.call("PUT", path, { json: { sold: true } })).status).toBe(401);
    await buyer.get(`/api/products/${cycle}`);
    for (const sold of [false, "yes", null, 1])
      expect((await say(buyer, cycle, { sold })).status).toBe(422);
  });

  /** Reasons why the second of two words does not count; it is answered and stored like one that counts. */
  const uncounted: Record<string, (buyer: TestStudent, seller: TestStudent) => Promise<unknown>> = {
    "an account of today": ({ userId }) =>
      market.parts.db.query(sql`
        update users set created_at = now() - interval '23 hours' where id = ${userId}`),
    "within an hour of the contact": ({ userId }) =>
      market.parts.db.query(sql`
        update outcomes set contacted_at = now() - interval '59 minutes' where buyer_id = ${userId}`),
    "the buyer has blocked the seller": (buyer, seller) =>
      buyer.call("PUT", `/api/blocks/${seller.userId}`),
    "the seller has blocked the buyer": (buyer, seller) =>
      seller.call("PUT", `/api/blocks/${buyer.userId}`),
    async "the fourth listing of the day"(buyer) {
      for (let nth = 0; nth < 3; nth++) await contactAndSay(buyer, await sell(await student("S")));
    },
  };
  it.each(Object.keys(uncounted))("R1051 does not count: %s", async (why) => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await buyersSay(cycle, 1);
    const buyer = await student("Buyer");
    await buyer.get(`/api/products/${cycle}`);
    await letHoursPass(buyer, 2);
    await uncounted[why]?.(buyer, asha);
    const { status, body } = await say(buyer, cycle);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await isListed(cycle)).toBe(true);
    const [kept] = await market.parts.db.query(sql`
      select counted from listing_doubts where buyer_id = ${buyer.userId} and product_id = ${cycle}`);
    expect(kept).toEqual({ counted: false });
  });

  it("R1051 counts when it is said again in time, and on the next day in India", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await buyersSay(cycle, 1);
    const buyer = await student("Buyer");
    for (let nth = 0; nth < 3; nth++) await contactAndSay(buyer, await sell(await student("S")));
    await contactAndSay(buyer, cycle);
    expect(await isListed(cycle)).toBe(true);
    await market.parts.db.query(sql`
      update listing_doubts set said_at = date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
        - interval '1 second' where buyer_id = ${buyer.userId}`);
    await say(buyer, cycle);
    expect(await isListed(cycle)).toBe(false);
  });

  it("R1051 does not count from a student who has been suspended since", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const [first] = await buyersSay(cycle, 1);
    await market.parts.db.query(sql`
      update users set suspended_at = now() where id = ${first?.userId}`);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(true);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(false);
  });
});

describe("a seller who brings a paused listing back", () => {
  it("R1052 overrules two spiteful friends, and after the second time they cannot pause it for 14 days", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const friends = await buyersSay(cycle, 2);
    const again = async () => {
      for (const friend of friends) await say(friend, cycle);
      return isListed(cycle);
    };
    await bringBack(asha, cycle);
    expect(await isListed(cycle)).toBe(true);
    expect(await again()).toBe(false);
    await asha.call("POST", `/api/products/${cycle}/renew`);
    expect(await again()).toBe(true);
    await buyersSay(cycle, 2);
    expect(await isListed(cycle)).toBe(true);
    await market.parts.db.query(sql`
      update products set unpausable_until = unpausable_until - interval '14 days' where id = ${cycle}`);
    expect(await again()).toBe(false);
  });

  it("R1052 uses up the words that paused it: one more does not pause it again", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await buyersSay(cycle, 2);
    await bringBack(asha, cycle);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(true);
    await buyersSay(cycle, 1);
    expect(await isListed(cycle)).toBe(false);
  });

  it("R1052 is one of three within 30 days from which on a spiteful student no longer counts", async () => {
    const spiteful = await student("Spiteful");
    const pauseWith = async () => {
      const seller = await student("Asha");
      const cycle = await sell(seller);
      await contactAndSay(spiteful, cycle);
      await buyersSay(cycle, 1);
      const isPaused = !(await isListed(cycle));
      await bringBack(seller, cycle);
      return isPaused;
    };
    const nextDay = () =>
      market.parts.db.query(sql`
        update listing_doubts set said_at = said_at - interval '1 day' where buyer_id = ${spiteful.userId}`);
    expect([await pauseWith(), await pauseWith(), await pauseWith()]).toEqual([true, true, true]);
    await nextDay();
    expect(await pauseWith()).toBe(false);
    await letDaysPass(30);
    expect(await pauseWith()).toBe(true);
  });

  it("R1052 overrules nobody by marking it sold", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const buyers = await buyersSay(cycle, 2);
    const [{ actions }] = await noticesOf(asha);
    const { method, path, body } = actions[0];
    expect((await asha.call(method, path, { json: body })).status).toBe(200);
    expect((await own(asha, cycle)).resting).toBeUndefined();
    expect((await noticesOf(asha))[0].answered).toBe("Marked as sold.");
    const [row] = await market.parts.db.query(sql`
      select count(overruled_at)::int as count from listing_doubts
      where buyer_id = any(${buyers.map(({ userId }) => userId)}::uuid[])`);
    expect(row).toEqual({ count: 0 });
  });
});

describe("what a moderator or the clock did", () => {
  it("R1057 is not undone by pausing a listing and bringing it back", async () => {
    const { db } = market.parts;
    const asha = await student("Asha");
    const hidden = await sell(asha, "Hidden kettle");
    const buyers = await buyersSay(hidden, 1);
    const late = await student("Late");
    await late.get(`/api/products/${hidden}`);
    await letHoursPass(late, 2);
    await db.query(sql`update products set hidden_at = now() where id = ${hidden}`);
    await say(late, hidden);
    expect((await own(asha, hidden)).resting).toBeUndefined();
    expect((await bringBack(asha, hidden)).body.code).toBe("hidden-product");
    await db.query(sql`update products set hidden_at = null where id = ${hidden}`);
    expect(await isListed(hidden)).toBe(true);
    await say(buyers[0] as TestStudent, hidden);
    expect(await isListed(hidden)).toBe(false);
    await db.query(sql`update products set hidden_at = now() where id = ${hidden}`);
    expect((await bringBack(asha, hidden)).body.code).toBe("hidden-product");
    await db.query(sql`update products set hidden_at = null where id = ${hidden}`);
    expect([await isListed(hidden), await because(asha, hidden)]).toEqual([false, "sold-said"]);

    const expired = await sell(asha, "Old lamp");
    const [one] = await buyersSay(expired, 1);
    const other = await student("Other");
    await other.get(`/api/products/${expired}`);
    await letHoursPass(other, 2);
    await db.query(sql`update products set expired_at = now() where id = ${expired}`);
    for (const buyer of [one, other]) await say(buyer as TestStudent, expired);
    const still = await own(asha, expired);
    expect([still.expired, still.resting]).toEqual([true, undefined]);
  });

  it("R1057 stays with a listing that is deleted and brought back", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await buyersSay(cycle, 2);
    await asha.call("DELETE", `/api/products/${cycle}`);
    expect((await asha.call("POST", `/api/products/${cycle}/restore`)).status).toBe(200);
    expect([await isListed(cycle), await because(asha, cycle)]).toEqual([false, "sold-said"]);
    await bringBack(asha, cycle);
    expect(await isListed(cycle)).toBe(true);
  });
});

describe("a seller who has not been seen for 30 days", () => {
  const leave = async ({ userId }: TestStudent) => {
    const identity = sql`(select identity_id from users where id = ${userId})`;
    await market.parts.db.query(sql`
      update identities set created_at = now() - interval '40 days', signed_in_at = now() - interval '31 days',
        seen_at = now() - interval '31 days' where id = ${identity}`);
    await market.parts.db.query(sql`
      update sessions set created_at = now() - interval '31 days', last_seen_at = now() - interval '31 days'
      where identity_id = ${identity}`);
  };
  const letHoursPassSinceAsked = (productId: string, hours: number) =>
    market.parts.db.query(sql`
      update doubted_listings set asked_at = asked_at - make_interval(hours => ${hours}) where product_id = ${productId}`);

  it("R1054 is asked after the first word, and the listing is paused after 48 hours without an answer", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await leave(asha);
    const [buyer] = await buyersSay(cycle, 1);
    await say(buyer as TestStudent, cycle);
    expect(await noticesOf(asha)).toMatchObject([
      {
        text: "A buyer says that it was sold. Without your answer it is paused in 48 hours. Still there? Red cycle",
        actions: [{ label: "Sold" }, { label: "Still there" }],
      },
    ]);
    await letHoursPassSinceAsked(cycle, 47);
    await tick();
    expect(await isListed(cycle)).toBe(true);
    await letHoursPassSinceAsked(cycle, 1);
    await tick();
    await tick();
    expect([await isListed(cycle), await because(asha, cycle)]).toEqual([false, "sold-said"]);
    const [notice] = await noticesOf(asha);
    expect(notice.text).toBe("Paused: a buyer says that it was sold. Still there? Red cycle");
    await bringBack(asha, cycle);
    expect(await isListed(cycle)).toBe(true);
  });

  it("R1054 answers in time that it is still there, and nothing is paused", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    await leave(asha);
    await buyersSay(cycle, 1);
    await bringBack(asha, cycle);
    expect((await noticesOf(asha))[0].actions).toEqual([]);
    await letHoursPassSinceAsked(cycle, 49);
    await tick();
    expect(await isListed(cycle)).toBe(true);
  });

  it("R1054 is not asked while they are seen, nor waited for when a second buyer says so", async () => {
    const asha = await student("Asha");
    const seen = await sell(asha);
    await buyersSay(seen, 1);
    expect(await noticesOf(asha)).toEqual([]);
    const away = await student("Away");
    const cycle = await sell(away);
    await leave(away);
    await buyersSay(cycle, 2);
    expect(await because(away, cycle)).toBe("sold-said");
    await letHoursPassSinceAsked(cycle, 49);
    await tick();
    expect(await noticesOf(away)).toHaveLength(2);
  });

  it("R1054 is seen when a browser renews its token", async () => {
    const asha = await student("Asha");
    await leave(asha);
    const [session] = await market.parts.db.query<{ id: string }>(sql`
      select session.id from sessions session join users on users.identity_id = session.identity_id
      where users.id = ${asha.userId}`);
    const cycle = await sell(asha);
    await touchSession(market.parts.db, session?.id ?? "", "Firefox on Windows");
    // Ended sessions are deleted, and with them when they were last used.
    await market.parts.db.query(sql`delete from sessions where id = ${session?.id}`);
    await buyersSay(cycle, 1);
    const asked = await market.parts.db.query(sql`
      select from doubted_listings where product_id = ${cycle}`);
    expect(asked).toEqual([]);
  });
});

describe("reports of buyers who have the number", () => {
  const report = (buyer: TestStudent, productId: string, reason: string) =>
    buyer.call("POST", "/api/reports", { json: { productId, reason } });
  const contactAndReport = async (productId: string, reason: string) => {
    const buyer = await student("Reporter");
    await buyer.get(`/api/products/${productId}`);
    await letHoursPass(buyer, 2);
    expect((await report(buyer, productId, reason)).status).toBe(201);
    return buyer;
  };

  it("R1056 that it is sold count like their answer, and without a contact only ask the seller", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    for (let nth = 0; nth < 3; nth++) await report(await student("Passer"), cycle, "already-sold");
    expect([await isListed(cycle), (await own(asha, cycle)).saidSold]).toEqual([true, true]);
    const first = await contactAndReport(cycle, "already-sold");
    await say(first, cycle);
    expect(await isListed(cycle)).toBe(true);
    await buyersSay(cycle, 1);
    expect([await isListed(cycle), await because(asha, cycle)]).toEqual([false, "sold-said"]);
  });

  it("R1055 that the number is wrong are two that pause it, and never hide it", async () => {
    const asha = await student("Asha");
    const cycle = await sell(asha);
    for (let nth = 0; nth < 4; nth++) await report(await student("Passer"), cycle, "wrong-number");
    const young = await newStudent("Young");
    await young.get(`/api/products/${cycle}`);
    await report(young, cycle, "wrong-number");
    await contactAndReport(cycle, "wrong-number");
    await buyersSay(cycle, 1);
    const listed = await own(asha, cycle);
    expect([await isListed(cycle), listed.hidden, listed.resting]).toEqual([
      true,
      undefined,
      undefined,
    ]);
    await contactAndReport(cycle, "wrong-number");
    expect([await isListed(cycle), await because(asha, cycle)]).toEqual([false, "wrong-number"]);
    expect(await noticesOf(asha)).toMatchObject([
      {
        text: "Paused: two buyers say that the number is wrong. Is this your number? Red cycle",
        actions: [
          { label: "Sold" },
          { label: "Yes, it is", path: `/api/products/${cycle}/confirm` },
        ],
      },
    ]);
    await bringBack(asha, cycle);
    expect(await isListed(cycle)).toBe(true);
    await contactAndReport(cycle, "wrong-number");
    expect(await isListed(cycle)).toBe(true);
  });
});

describe("what a student said about listings", () => {
  it("R1061 is in their export, and goes with their account and with the seller's", async () => {
    const { db } = market.parts;
    const asha = await student("Asha");
    const cycle = await sell(asha);
    const [buyer] = await buyersSay(cycle, 1);
    const json = await selectExport(db, buyer?.userId ?? "");
    expect(JSON.parse(json ?? "{}").saidSold).toEqual([
      { productId: cycle, says: "sold", saidAt: expect.stringMatching(/Z$/) },
    ]);
    const count = async () =>
      (await db.query(sql`select from listing_doubts where product_id = ${cycle}`)).length;
    const erase = ({ userId }: TestStudent) =>
      db.query(sql`delete from users where id = ${userId}`);
    expect(await count()).toBe(1);
    await erase(buyer as TestStudent);
    expect(await count()).toBe(0);
    await buyersSay(cycle, 1);
    await erase(asha);
    expect(await count()).toBe(0);
  });
});
