import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { pauseUnresponsive } from "./outcomes.sql.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_CONTACTS_PER_MINUTE: "1000",
    MODERATOR_EMAILS: "mod@cgu.example",
  });
});
afterAll(() => market.close());

const sell = async (seller: TestStudent, name: string): Promise<string> =>
  (await list(seller, { name })).body.product._id;
const contact = (buyer: TestStudent, productId: string) => buyer.get(`/api/products/${productId}`);
const letHoursPass = (buyer: TestStudent, hours: number) =>
  market.parts.db.query(sql`
    update outcomes set contacted_at = contacted_at - make_interval(hours => ${hours}),
      asked_at = asked_at - make_interval(hours => ${hours})
    where buyer_id = ${buyer.userId}`);
const open = async (buyer: TestStudent) => (await buyer.get("/api/outcomes/open")).body.outcomes;
const put = (buyer: TestStudent, productId: string, json: unknown) =>
  buyer.call("PUT", `/api/outcomes/${productId}`, { json });
const notices = async (student: TestStudent) => (await student.get("/api/notices")).body.notices;
const textsOf = async (student: TestStudent) =>
  (await notices(student)).map(({ text }: { text: string }) => text);
let made = 0;
const student = (name: string) => market.student(`${name}${++made}`);

describe("a contact and its outcome", () => {
  it("R754 notifies the seller once a day and listing, with the number of students", async () => {
    const seller = await student("Seller");
    const lamp = await sell(seller, "Lamp");
    const buyers = await Promise.all(["B", "C", "D"].map(student));
    await Promise.all(buyers.map((buyer) => contact(buyer, lamp)));
    for (const buyer of buyers) await contact(buyer, lamp);
    await contact(seller, lamp);
    expect(await notices(seller)).toEqual([
      expect.objectContaining({
        kind: "contacted",
        text: "3 students asked for your number: Lamp",
        productId: lamp,
      }),
    ]);
  });

  it("R755 prompts the buyer from four hours on, first about the reply and then about the deal", async () => {
    const asha = await market.student("Asha");
    const rohan = await student("Buyer");
    const cycle = await sell(asha, "Red cycle");
    await contact(rohan, cycle);
    await letHoursPass(rohan, 3);
    expect(await open(rohan)).toEqual([]);
    await letHoursPass(rohan, 1);
    const outcome = {
      productId: cycle,
      name: "Red cycle",
      seller: "Asha",
      contactedAt: expect.stringMatching(/Z$/),
    };
    expect(await open(rohan)).toEqual([{ ...outcome, ask: "replied" }]);
    expect(await open(asha)).toEqual([]);
    expect((await put(rohan, cycle, { replied: true })).body).toEqual({ success: true });
    expect(await open(rohan)).toEqual([{ ...outcome, ask: "bought" }]);
    await put(rohan, cycle, { bought: false });
    expect(await open(rohan)).toEqual([]);
  });

  it("R755 prompts the buyer twice at most, not twice a day, and not after thirty days", async () => {
    const asha = await student("Seller");
    const rohan = await student("Buyer");
    const cycle = await sell(asha, "Red cycle");
    await contact(rohan, cycle);
    await letHoursPass(rohan, 5);
    await put(rohan, cycle, {});
    await put(rohan, cycle, { replied: true });
    await put(rohan, cycle, { bought: "not-yet" });
    expect(await open(rohan)).toEqual([]);
    await letHoursPass(rohan, 21);
    expect(await open(rohan)).toMatchObject([{ ask: "bought" }]);
    await put(rohan, cycle, { bought: "not-yet" });
    await letHoursPass(rohan, 21);
    expect(await open(rohan)).toEqual([]);
    const table = await sell(asha, "Table");
    await contact(rohan, table);
    await letHoursPass(rohan, 31 * 24);
    expect(await open(rohan)).toEqual([]);
  });

  it("R950 takes that there was no reply from four hours on, and all other answers sooner", async () => {
    const asha = await student("Seller");
    const rohan = await student("Buyer");
    const cycle = await sell(asha, "Red cycle");
    await contact(rohan, cycle);
    const early = await put(rohan, cycle, { replied: false });
    expect([early.status, early.body.code]).toEqual([409, "too-early"]);
    const wait = Number(early.headers["retry-after"]);
    expect(wait).toBeGreaterThan(4 * 3600 - 60);
    expect(wait).toBeLessThanOrEqual(4 * 3600);
    expect((await put(rohan, cycle, { replied: false, bought: false })).status).toBe(409);
    expect((await put(rohan, cycle, { replied: true })).status).toBe(200);
    await letHoursPass(rohan, 4);
    expect((await put(rohan, cycle, { replied: false })).status).toBe(200);
    const kettle = await sell(asha, "Kettle");
    await contact(rohan, kettle);
    expect((await put(rohan, kettle, { bought: true })).status).toBe(200);
  });

  it("R993 takes no answer across a block, and notifies the seller of none", async () => {
    const asha = await student("Seller");
    const blocker = await student("Blocker");
    const blocked = await student("Blocked");
    const cycle = await sell(asha, "Red cycle");
    for (const buyer of [blocker, blocked]) {
      await contact(buyer, cycle);
      await letHoursPass(buyer, 5);
    }
    await blocker.call("PUT", `/api/blocks/${asha.userId}`);
    await asha.call("PUT", `/api/blocks/${blocked.userId}`);
    const before = await textsOf(asha);
    for (const buyer of [blocker, blocked])
      for (const json of [{ bought: true }, { replied: false }, { replied: true }]) {
        const { status, body } = await put(buyer, cycle, json);
        expect([status, body.code]).toEqual([404, "product-not-found"]);
      }
    expect(await textsOf(asha)).toEqual(before);
    expect((await asha.get("/api/deals")).body.deals).toEqual([]);
    await blocker.call("DELETE", `/api/blocks/${asha.userId}`);
    expect((await put(blocker, cycle, { bought: true })).status).toBe(200);
  });

  it("R755 accepts answers that exist, from the student who made the contact", async () => {
    const asha = await student("Seller");
    const cycle = await sell(asha, "Red cycle");
    const rohan = await student("Buyer");
    await contact(rohan, cycle);
    const { stranger } = market;
    expect((await stranger.get("/api/outcomes/open")).status).toBe(401);
    expect((await stranger.call("PUT", `/api/outcomes/${cycle}`, { json: {} })).status).toBe(401);
    const other = await student("Other");
    expect((await put(other, cycle, { replied: true })).body.code).toBe("product-not-found");
    expect((await put(rohan, "x", { replied: true })).status).toBe(404);
    for (const json of [{ replied: "yes" }, { bought: "maybe" }, { paid: true }])
      expect((await put(rohan, cycle, json)).status).toBe(422);
  });
});

describe("a listing whose buyers get no reply", () => {
  it("R756 R753 prompts the seller after three in a row, and is paused after three days without an answer", async () => {
    const seller = await student("Silent");
    const kettle = await sell(seller, "Kettle");
    const answers = [false, true, false, false, false];
    const counts = [];
    for (const replied of answers) {
      const buyer = await student("Buyer");
      await contact(buyer, kettle);
      await letHoursPass(buyer, 4);
      await put(buyer, kettle, { replied });
      counts.push((await textsOf(seller)).length);
    }
    expect(counts).toEqual([1, 1, 1, 1, 2]);
    const [question] = await notices(seller);
    expect(question).toMatchObject({
      kind: "still-available",
      text: "Three students in a row got no reply. Still available? Kettle",
      actions: [
        { label: "Still available", method: "POST", path: `/api/products/${kettle}/confirm` },
        { label: "Sold", method: "PUT", body: { isSold: true } },
      ],
    });
    const own = async () =>
      (await seller.get("/api/products/user")).body.products.find(
        ({ _id }: { _id: string }) => _id === kettle,
      );
    expect((await own()).unanswered).toBe(true);
    expect(await pauseUnresponsive(market.parts.db)).toBe(0);
    await market.parts.db.query(sql`
      update unanswered_listings set asked_at = asked_at - interval '73 hours'`);
    expect(await pauseUnresponsive(market.parts.db)).toBe(1);
    const isListed = async () =>
      (await market.stranger.get("/api/products", { "cache-control": "no-cache" })).text.includes(
        kettle,
      );
    expect([(await own()).resting, await isListed()]).toEqual([true, false]);
    await seller.call("POST", `/api/products/${kettle}/confirm`);
    expect([(await own()).resting, await isListed()]).toEqual([undefined, true]);
    expect((await notices(seller))[0].actions).toEqual([]);
  });
});

describe("a hidden listing whose buyers get no reply", () => {
  it("R1214 asks its seller nothing", async () => {
    const seller = await student("Silent");
    const kettle = await sell(seller, "Kettle");
    const buyers = [await student("Buyer"), await student("Buyer"), await student("Buyer")];
    for (const buyer of buyers) {
      await contact(buyer, kettle);
      await letHoursPass(buyer, 4);
    }
    await market.parts.db.query(sql`update products set hidden_at = now() where id = ${kettle}`);
    const before = await textsOf(seller);
    for (const buyer of buyers)
      expect((await put(buyer, kettle, { replied: false })).status).toBe(200);
    expect(await textsOf(seller)).toEqual(before);
  });
});

describe("the seller's line", () => {
  const repliesOf = async (seller: TestStudent, productId: string) => {
    const { body } = await (await student("Viewer")).get(`/api/sellers/${seller.userId}`);
    const item = (await market.stranger.get(`/api/items/${productId}`)).body.seller;
    expect(item.replies).toBe(body.seller.replies);
    return body.seller.replies;
  };

  it("R757 says how a seller replies: usually from three buyers on, often not from five", async () => {
    const asha = await student("Seller");
    const cycle = await sell(asha, "Red cycle");
    const repliesAfter = async (replied: boolean) => {
      const buyer = await student("Buyer");
      await contact(buyer, cycle);
      await letHoursPass(buyer, 4);
      await put(buyer, cycle, { replied });
      return repliesOf(asha, cycle);
    };
    const words = [];
    for (const replied of [true, true, false, false, false])
      words.push(await repliesAfter(replied));
    expect(words).toEqual([undefined, undefined, "usually", undefined, "often-not"]);
    await market.parts.db.query(sql`
      update outcomes set replied_at = now() - interval '91 days' where seller_id = ${asha.userId}`);
    expect(await repliesAfter(true)).toBeUndefined();
  });

  it("R949 counts the latest answer of each buyer, not every answer", async () => {
    const asha = await student("Seller");
    const items = [];
    for (let n = 0; n < 6; n++) items.push(await sell(asha, `Item ${n}`));
    const [first = ""] = items;
    const buyers = await Promise.all(["B", "C"].map(student));
    const say = async (buyer: TestStudent, productId: string, replied: boolean) => {
      await contact(buyer, productId);
      await letHoursPass(buyer, 4);
      expect((await put(buyer, productId, { replied })).status).toBe(200);
    };
    for (const buyer of buyers) for (const id of items) await say(buyer, id, false);
    expect(await repliesOf(asha, first)).toBeUndefined();
    for (const buyer of [...buyers, await student("D")]) await say(buyer, first, true);
    expect(await repliesOf(asha, first)).toBe("usually");
  });

  it("R758 shows students the seller's other listings, and visitors none", async () => {
    const asha = await student("Seller");
    const [one, two, hidden, sold] = [
      await sell(asha, "One"),
      await sell(asha, "Two"),
      await sell(asha, "Hidden"),
      await sell(asha, "Gone"),
    ];
    await market.parts.db.query(sql`
      update products set hidden_at = now() where id = ${hidden}`);
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    const rohan = await student("Viewer");
    const path = `/api/products?seller=${asha.userId}`;
    const { body, text } = await rohan.get(path);
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([two, one]);
    expect(text).not.toMatch(/"phone":"|"address":"/);
    expect((await market.stranger.get(path)).status).toBe(401);
    expect((await rohan.get("/api/products?seller=x")).status).toBe(400);
    await rohan.call("PUT", `/api/blocks/${asha.userId}`);
    expect((await rohan.get(path)).body).toEqual([]);
  });
});
