import { readFile } from "node:fs/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { execute } from "../../test/postgres.ts";
import { notifyOfShownFeedback } from "../notices/deal-notices.ts";

let market: TestMarket;
let mod: TestStudent;
beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: "mod@cgu.example",
    LIMITS_CONTACTS_PER_MINUTE: "1000",
  });
  mod = await market.student("Mod");
});
afterAll(() => market.close());

let made = 0;
const student = (name: string) => market.student(`${name}${++made}`);
const notices = async (student: TestStudent) => (await student.get("/api/notices")).body.notices;
const textsOf = async (student: TestStudent) =>
  (await notices(student)).map(({ text }: { text: string }) => text);
const deals = async (student: TestStudent) => (await student.get("/api/deals")).body.deals;
const lineOf = async (productId: string) =>
  (await market.stranger.get(`/api/items/${productId}`)).body.seller;

async function sayBought(buyer: TestStudent, productId: string): Promise<void> {
  await buyer.get(`/api/products/${productId}`);
  await buyer.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } });
}

/** Lets time pass since the contacts and deals of a student. */
async function letHoursPass(buyer: TestStudent, hours: number): Promise<void> {
  await market.parts.db.query(sql`
    with contact as (
      update outcomes set contacted_at = contacted_at - make_interval(hours => ${hours})
      where buyer_id = ${buyer.userId}
    )
    update deals set created_at = created_at - make_interval(hours => ${hours})
    where buyer_id = ${buyer.userId}`);
}

/** Does what the button of the newest notice with one does. */
async function tap(student: TestStudent, name: string) {
  for (const { actions } of await notices(student)) {
    const found = actions.find((one: { name: string }) => one.name === name);
    if (found) return student.call(found.method, found.path, { json: found.body });
  }
  throw new Error(`No notice has the button ${name}`);
}

/** @param before changes the listing first */
async function confirmedDeal(name = "Red cycle", before?: (productId: string) => Promise<unknown>) {
  const [seller, buyer] = [await student("Asha"), await student("Rohan")];
  const productId: string = (await list(seller, { name })).body.product._id;
  await before?.(productId);
  await sayBought(buyer, productId);
  await letHoursPass(buyer, 1);
  const { id } = (await tap(seller, "sold")).body.deal;
  const give = (who: TestStudent, json: unknown) =>
    who.call("PUT", `/api/deals/${id}/feedback`, { json });
  return { seller, buyer, productId, id: id as string, give };
}

describe("a deal", () => {
  it("R759 is what the buyer says and the seller confirms in one tap, which marks it sold", async () => {
    const [asha, rohan] = [await market.student("Asha"), await market.student("Rohan")];
    const productId = (await list(asha, { name: "Red cycle" })).body.product._id;
    await sayBought(rohan, productId);
    await rohan.call("PUT", `/api/outcomes/${productId}`, { json: { bought: true } });
    expect((await textsOf(asha))[0]).toBe("Sold to Rohan? Red cycle");
    expect(await deals(rohan)).toEqual([
      {
        id: expect.any(String),
        productId,
        name: "Red cycle",
        role: "buyer",
        with: "Asha",
        createdAt: expect.stringMatching(/Z$/),
        feedback: {},
      },
    ]);
    const { status, body } = await tap(asha, "sold");
    expect(status).toBe(200);
    expect(body.deal).toMatchObject({ role: "seller", with: "Rohan", feedback: {} });
    expect(body.deal.confirmedAt).toMatch(/Z$/);
    const item = (await market.stranger.get(`/api/items/${productId}`)).body;
    expect(item.product.isSold).toBe(true);
    expect(item.seller).toMatchObject({ deals: 1, good: 0 });
    expect(await textsOf(rohan)).toEqual([
      "Asha confirmed the deal: Red cycle. Did everything go well? Your answer is final.",
    ]);
    expect(
      (await notices(asha)).filter((one: { kind: string }) => one.kind === "asked-outcome"),
    ).toMatchObject([{ actions: [], readAt: expect.any(String) }]);
  });

  it("R759 has one buyer, though two say that they bought", async () => {
    const seller = await student("Seller");
    const productId = (await list(seller, { name: "Desk" })).body.product._id;
    const [first, second, third] = [await student("A"), await student("B"), await student("C")];
    await sayBought(first, productId);
    await sayBought(second, productId);
    const [{ id: secondDeal }, { id: firstDeal }] = await deals(seller);
    const decide = (id: string, confirmed: boolean) =>
      seller.call("PUT", `/api/deals/${id}`, { json: { confirmed } });
    const both = await Promise.all([decide(firstDeal, true), decide(secondDeal, true)]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    const [confirmed, refused] =
      both[0].status === 200 ? [firstDeal, secondDeal] : [secondDeal, firstDeal];
    expect((await decide(confirmed, true)).status).toBe(200);
    expect((await decide(confirmed, false)).body.code).toBe("deal-decided");
    expect((await decide(refused, false)).status).toBe(200);
    expect((await deals(seller)).map(({ id }: { id: string }) => id)).toEqual([confirmed]);
    await sayBought(third, productId);
    expect(await deals(third)).toEqual([]);
  });

  it("R759 is decided by the seller alone, and refused without a trace for others", async () => {
    const seller = await student("Seller");
    const productId = (await list(seller)).body.product._id;
    const buyer = await student("Buyer");
    await sayBought(buyer, productId);
    const [{ id }] = await deals(buyer);
    const call = (who: Pick<TestStudent, "call">, json: unknown = { confirmed: true }) =>
      who.call("PUT", `/api/deals/${id}`, { json });
    expect((await call(market.stranger)).status).toBe(401);
    expect((await market.stranger.get("/api/deals")).status).toBe(401);
    for (const who of [buyer, await student("Other")])
      expect((await call(who)).body.code).toBe("deal-not-found");
    for (const json of [{}, { confirmed: "yes" }])
      expect((await call(seller, json)).status).toBe(422);
    await tap(seller, "not-sold");
    expect(await deals(buyer)).toEqual([]);
    expect((await market.stranger.get(`/api/items/${productId}`)).body.product.isSold).toBe(false);
  });
});

describe("a deal that the seller refused by mistake", () => {
  const refused = async () => {
    const [seller, buyer] = [await student("Asha"), await student("Rohan")];
    const productId: string = (await list(seller, { name: "Desk" })).body.product._id;
    await sayBought(buyer, productId);
    const [{ id }] = await deals(seller);
    const decide = (confirmed: boolean) =>
      seller.call("PUT", `/api/deals/${id}`, { json: { confirmed } });
    expect((await decide(false)).status).toBe(200);
    return { seller, buyer, productId, id: id as string, decide };
  };

  it("R957 is confirmed within 24 hours after all, of which the buyer is notified", async () => {
    const { seller, buyer, id, decide, productId } = await refused();
    expect(await deals(buyer)).toEqual([]);
    expect(await deals(seller)).toMatchObject([
      { id, refusedAt: expect.stringMatching(/Z$/), role: "seller" },
    ]);
    expect(await notices(seller)).toMatchObject([
      { actions: [], answered: "You said no." },
      { kind: "contacted" },
    ]);
    const { status, body } = await decide(true);
    expect([status, body.deal.refusedAt]).toEqual([200, undefined]);
    expect(body.deal.confirmedAt).toMatch(/Z$/);
    expect((await textsOf(buyer))[0]).toMatch(/^Asha\d+ confirmed the deal: Desk\./);
    expect(await deals(buyer)).toMatchObject([{ id, confirmedAt: expect.any(String) }]);
    expect((await market.stranger.get(`/api/items/${productId}`)).body.product.isSold).toBe(true);
    const answers = (await notices(seller)).map(({ answered }: { answered?: string }) => answered);
    expect(answers).toContain("You confirmed the deal.");
  });

  it("R957 stays refused after 24 hours, and when another buyer has it", async () => {
    const late = await refused();
    await market.parts.db.query(sql`
      update deals set refused_at = now() - interval '24 hours 1 second' where id = ${late.id}`);
    const { status, body } = await late.decide(true);
    expect([status, body.code]).toEqual([409, "deal-decided"]);
    expect(await deals(late.seller)).toEqual([]);

    const taken = await refused();
    const other = await student("Other");
    await sayBought(other, taken.productId);
    await tap(taken.seller, "sold");
    expect((await taken.decide(true)).body.code).toBe("deal-decided");
    expect((await deals(taken.seller)).map(({ id }: { id: string }) => id)).not.toContain(taken.id);
  });

  it("R957 a buyer who says bought learns whether the seller was prompted, or sold it to another", async () => {
    const third = await student("Third");
    const { productId, seller } = await confirmedDeal("Mixer", (id) =>
      third.get(`/api/products/${id}`),
    );
    const say = async (buyer: TestStudent, bought: unknown) =>
      (await buyer.call("PUT", `/api/outcomes/${productId}`, { json: { bought } })).body;
    const first = (await seller.get("/api/auth/profile")).body.user.name;
    expect(await say(third, true)).toEqual({
      success: true,
      message: `${first} has confirmed this deal with another student, so we have not asked again.`,
    });
    expect(await say(third, false)).toEqual({ success: true });
    const open = (await list(seller, { name: "Oven" })).body.product._id;
    await third.get(`/api/products/${open}`);
    const claimed = await third.call("PUT", `/api/outcomes/${open}`, { json: { bought: true } });
    expect(claimed.body.message).toBe(`Thank you. We have asked ${first} to confirm.`);
  });
});

describe("deals of a listing that its seller deletes", () => {
  const reported = async () => {
    const seller = await student("Asha");
    const buyers = [await student("A"), await student("B")] as const;
    const productId: string = (await list(seller, { name: "Desk" })).body.product._id;
    for (const buyer of buyers) await sayBought(buyer, productId);
    const ids = (await deals(seller)).map(({ id }: { id: string }) => id) as [string, string];
    const decide = (id: string) =>
      seller.call("PUT", `/api/deals/${id}`, { json: { confirmed: true } });
    const remove = () => seller.call("DELETE", `/api/products/${productId}`);
    const restore = () => seller.call("POST", `/api/products/${productId}/restore`);
    return { seller, buyers, productId, ids, decide, remove, restore };
  };

  it("R992 have one buyer, too, and are the listing's again when it is restored", async () => {
    const { seller, buyers, productId, ids, decide, remove, restore } = await reported();
    const [first, second] = ids;
    expect((await decide(first)).status).toBe(200);
    await remove();
    expect((await restore()).status).toBe(200);
    expect((await deals(seller))[0]).toMatchObject({ id: first, productId });
    expect((await decide(second)).body.code).toBe("deal-decided");
    const third = await student("C");
    await sayBought(third, productId);
    expect(await deals(third)).toEqual([]);
    const again = await buyers[0].call("PUT", `/api/outcomes/${productId}`, {
      json: { bought: true },
    });
    expect(again.body.message).toMatch(/with another student, so we have not asked again\.$/);
  });

  it("R992 have one buyer while it is deleted, and it comes back sold", async () => {
    const { seller, productId, ids, decide, remove, restore } = await reported();
    await remove();
    const both = await Promise.all(ids.map(decide));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    expect(await deals(seller)).toHaveLength(1);
    expect((await restore()).status).toBe(200);
    const { product } = (await market.stranger.get(`/api/items/${productId}`)).body;
    expect(product.isSold).toBe(true);
  });

  it("R992 have one buyer, too, when it was deleted before deals kept its id", async () => {
    const { seller, buyers, productId, ids, decide, remove, restore } = await reported();
    const twin: string = (await list(seller, { name: "Desk" })).body.product._id;
    await sayBought(buyers[0], twin);
    const [{ id: ofTwin }] = await deals(buyers[0]);
    expect((await decide(ids[0])).status).toBe(200);
    const buyerOf = async (id: string) =>
      (
        await market.parts.db.query<{ buyer: string }>(sql`
        select buyer_id as buyer from deals where id = ${id}`)
      )[0]?.buyer;
    expect(await buyerOf(ids[0])).toBe(buyers[1].userId);
    await remove();
    await seller.call("DELETE", `/api/products/${twin}`);
    await market.parts.db.query(sql`
      update deals set listing_id = null where seller_id = ${seller.userId}`);
    await execute(
      market.parts.config.DATABASE_OWNER_URL ?? "",
      await readFile(
        new URL("../../migrations/069.do.deals-of-deleted-listings.sql", import.meta.url),
        "utf8",
      ),
    );
    expect((await restore()).status).toBe(200);
    expect((await decide(ids[1])).body.code).toBe("deal-decided");
    const third = await student("C");
    await sayBought(third, productId);
    expect(await deals(third)).toEqual([]);
    // The other listing of this name still waits for its own buyer.
    expect((await seller.call("POST", `/api/products/${twin}/restore`)).status).toBe(200);
    expect((await deals(buyers[0]))[0]).toMatchObject({ id: ofTwin, productId: twin });
    expect((await decide(ofTwin)).status).toBe(200);
  });

  it("R992 are the listing's again, one for each buyer, when the previous release has restored it meanwhile", async () => {
    const { seller, buyers, productId, remove, restore } = await reported();
    await remove();
    expect((await restore()).status).toBe(200);
    // The previous release leaves them without their listing.
    await market.parts.db.query(sql`
      update deals set product_id = null where seller_id = ${seller.userId}`);
    for (const buyer of buyers) await sayBought(buyer, productId);
    const [{ id: newest }] = await deals(buyers[0]);
    expect(await deals(seller)).toHaveLength(4);
    for (let times = 0; times < 2; times++) {
      await remove();
      expect((await restore()).status).toBe(200);
      expect((await deals(buyers[0]))[0]).toMatchObject({ id: newest, productId });
      expect((await deals(buyers[0]))[1]).not.toHaveProperty("productId");
    }
  });
});

describe("feedback", () => {
  it("R760 is shown to the other side and all others when both have given theirs", async () => {
    const { seller, buyer, productId, give } = await confirmedDeal();
    const first = await give(buyer, {
      good: true,
      tags: ["friendly", "on-time"],
      text: " Quick. ",
    });
    expect(first.body.deal.feedback).toEqual({
      mine: {
        good: true,
        tags: ["friendly", "on-time"],
        text: "Quick.",
        createdAt: expect.stringMatching(/Z$/),
      },
    });
    expect((await deals(seller))[0].feedback).toEqual({});
    expect(await lineOf(productId)).toMatchObject({ deals: 1, good: 0 });
    expect((await mod.get(`/api/sellers/${seller.userId}`)).body.seller.feedback).toEqual([]);
    const how = (await notices(seller)).find(({ text }: { text: string }) =>
      text.startsWith("Deal with"),
    );
    expect(how.text).toMatch(/ Did everything go well\? Your answer is final\.$/);
    expect(how.actions.map(({ label }: { label: string }) => label)).toEqual([
      "All went well",
      "Not so well",
    ]);
    await tap(seller, "good");
    const answered = (await notices(seller)).find(({ id }: { id: string }) => id === how.id);
    expect([answered.actions, answered.answered]).toEqual([[], "You said: All went well."]);
    expect((await deals(seller))[0].feedback.theirs.text).toBe("Quick.");
    expect((await buyer.get(`/api/sellers/${seller.userId}`)).body.seller).toMatchObject({
      deals: 1,
      good: 1,
      feedback: [{ good: true, tags: ["friendly", "on-time"], text: "Quick." }],
    });
    expect((await deals(buyer))[0].feedback.theirs).toMatchObject({ good: true, text: "" });
    expect(await lineOf(productId)).toMatchObject({ deals: 1, good: 1 });
    expect((await textsOf(seller))[0]).toMatch(/^Rohan\d+ gave you feedback: Red cycle$/);
    expect((await textsOf(buyer))[0]).toMatch(/^Asha\d+ gave you feedback: Red cycle$/);
  });

  it("R760 of one side is shown after seven days", async () => {
    const { seller, buyer, productId, give } = await confirmedDeal("Old fan");
    await give(buyer, { good: true });
    await market.parts.db.query(sql`
      update feedback set shown_at = shown_at - interval '6 days 23 hours'
      where about_id = ${seller.userId}`);
    expect([await lineOf(productId), (await deals(seller))[0].feedback]).toMatchObject([
      { good: 0 },
      {},
    ]);
    await market.parts.db.query(sql`
      update feedback set shown_at = shown_at - interval '1 hour' where about_id = ${seller.userId}`);
    expect([await lineOf(productId), (await deals(seller))[0].feedback]).toMatchObject([
      { good: 1 },
      { theirs: { good: true } },
    ]);
    await notifyOfShownFeedback(market.parts.db);
    await notifyOfShownFeedback(market.parts.db);
    expect(
      (await textsOf(seller)).filter((text: string) => text.includes("gave you feedback")),
    ).toHaveLength(1);
  });

  it("R998 of one side waits for seven days also when it comes late, so that nobody answers it knowing it", async () => {
    const { seller, buyer, productId, id, give } = await confirmedDeal("Late fan");
    await market.parts.db.query(sql`
      update deals set created_at = created_at - interval '20 days', confirmed_at = confirmed_at - interval '20 days'
      where id = ${id}`);
    expect((await give(buyer, { good: false })).status).toBe(200);
    const letDaysPass = (interval: string) =>
      market.parts.db.query(sql`
        update feedback set shown_at = shown_at - ${interval}::interval where deal_id = ${id}`);
    await letDaysPass("6 days 23 hours");
    expect([await lineOf(productId), (await deals(seller))[0].feedback]).toMatchObject([
      { deals: 1, good: 0 },
      {},
    ]);
    expect((await deals(seller))[0].feedback).toEqual({});
    await letDaysPass("1 hour");
    expect((await deals(seller))[0].feedback).toMatchObject({ theirs: { good: false } });
  });

  it("R761 is for confirmed deals, once, for thirty days, and refused to all others", async () => {
    const { seller, buyer, id, give } = await confirmedDeal();
    for (const json of [{}, { good: 1 }, { good: true, tags: ["cheap"] }, { good: true, stars: 5 }])
      expect((await give(buyer, json)).status).toBe(422);
    expect((await give(buyer, { good: true, text: "x".repeat(301) })).status).toBe(422);
    expect((await give(await student("Other"), { good: true })).body.code).toBe("deal-not-found");
    const path = `/api/deals/${id}/feedback`;
    expect((await market.stranger.call("PUT", path, { json: { good: true } })).status).toBe(401);
    const twice = await Promise.all([give(buyer, { good: true }), give(buyer, { good: false })]);
    expect(twice.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    expect((await give(buyer, { good: false })).body.code).toBe("feedback-given");
    await market.parts.db.query(sql`
      update deals set confirmed_at = now() - interval '31 days' where id = ${id}`);
    expect((await give(seller, { good: true })).body.code).toBe("feedback-closed");

    const productId = (await list(seller)).body.product._id;
    await sayBought(buyer, productId);
    const [{ id: open }] = await deals(buyer);
    const early = await buyer.call("PUT", `/api/deals/${open}/feedback`, { json: { good: true } });
    expect(early.body.code).toBe("deal-not-confirmed");
  });

  it("R762 may be replied to once by whom it is about, when it is shown", async () => {
    const { seller, buyer, id, give } = await confirmedDeal();
    const reply = (who: Pick<TestStudent, "call">, text: unknown) =>
      who.call("POST", `/api/deals/${id}/reply`, { json: { text } });
    await give(buyer, { good: false, text: "It was late." });
    expect((await reply(seller, "Sorry")).body.code).toBe("deal-not-found");
    await give(seller, { good: true });
    expect((await reply(market.stranger, "Sorry")).status).toBe(401);
    expect((await reply(await student("Other"), "Sorry")).status).toBe(404);
    expect((await reply(seller, " ")).status).toBe(422);
    expect((await reply(seller, "Sorry for that.")).body.deal.feedback.theirs.reply).toBe(
      "Sorry for that.",
    );
    expect((await reply(seller, "Once more")).body.code).toBe("feedback-given");
    expect((await deals(buyer))[0].feedback.mine.reply).toBe("Sorry for that.");
    expect((await textsOf(buyer))[0]).toMatch(/replied to your feedback/);
  });

  it.each(["seller", "buyer"] as const)(
    "R993 R762 is not told across a block by the %s, and neither is a reply",
    async (blocker) => {
      const { seller, buyer, id, give } = await confirmedDeal();
      const [one, other] = blocker === "seller" ? [seller, buyer] : [buyer, seller];
      await one.call("PUT", `/api/blocks/${other.userId}`);
      const before = [await textsOf(seller), await textsOf(buyer)];
      await give(buyer, { good: false, text: "It was late." });
      await give(seller, { good: true });
      await seller.call("POST", `/api/deals/${id}/reply`, { json: { text: "Sorry for that." } });
      expect((await deals(buyer))[0].feedback).toMatchObject({
        mine: { reply: "Sorry for that." },
      });
      expect([await textsOf(seller), await textsOf(buyer)]).toEqual(before);
    },
  );

  it("R993 R760 of one side is not told across a block when its time comes", async () => {
    const { seller, buyer, give } = await confirmedDeal("Blocked fan");
    await give(buyer, { good: true });
    await seller.call("PUT", `/api/blocks/${buyer.userId}`);
    await market.parts.db.query(sql`
      update feedback set shown_at = shown_at - interval '7 days' where about_id = ${seller.userId}`);
    const before = await textsOf(seller);
    await notifyOfShownFeedback(market.parts.db);
    expect(await textsOf(seller)).toEqual(before);
  });

  it("R763 R928 is reported by whom it is about and removed by a decision, which its author may appeal", async () => {
    const { seller, buyer, id, productId, give } = await confirmedDeal();
    const report = (who: TestStudent) =>
      who.call("POST", "/api/reports", {
        json: { dealId: id, reason: "offensive", details: "Rude" },
      });
    await give(buyer, { good: false, text: "A rude word" });
    expect((await report(seller)).body.code).toBe("deal-not-found");
    await give(seller, { good: true });
    expect((await report(seller)).status).toBe(201);
    expect((await report(await student("Other"))).status).toBe(404);
    const { cases } = (await mod.get("/api/moderation/cases")).body;
    const found = cases.find((one: { dealId?: string }) => one.dealId === id);
    expect(found.feedback).toEqual({
      role: "buyer",
      good: false,
      text: "A rude word",
      removed: false,
    });
    expect(found.snapshot).toMatchObject({
      name: expect.stringMatching(/^Rohan/),
      description: "A rude word",
    });
    const path = `/api/moderation/cases/${found.id}/decision`;
    const json = { action: "remove", note: "Rude words" };
    expect((await seller.call("POST", path, { json })).body.code).toBe("not-found");
    const hiding = { json: { action: "hide", note: "Rude words" } };
    expect((await mod.call("POST", path, hiding)).status).toBe(422);
    const decided = await mod.call("POST", path, { json });
    expect([decided.status, decided.body.case.decision.action]).toEqual([200, "remove-feedback"]);
    expect((await seller.get("/api/reports")).body.reports[0]).toMatchObject({
      dealId: id,
      state: "upheld",
    });
    expect((await deals(seller))[0].feedback.theirs).toBeUndefined();
    expect((await deals(buyer))[0].feedback.mine).toBeUndefined();
    expect((await give(buyer, { good: true })).body.code).toBe("feedback-given");
    expect(await lineOf(productId)).toMatchObject({ deals: 1, good: 0 });
    const { log } = (await mod.get("/api/moderation/log")).body;
    expect(log[0]).toMatchObject({ action: "remove-feedback", note: "Rude words" });
    expect((await textsOf(buyer))[0]).toBe("Your feedback was removed: “Red cycle”. Rude words");
    const [decision] = (await buyer.get("/api/decisions")).body.decisions;
    expect(decision).toMatchObject({ action: "remove-feedback", productName: "Red cycle" });
    const appeal = { decisionId: decision.id, text: "It was meant well." };
    expect((await buyer.call("POST", "/api/appeals", { json: appeal })).status).toBe(201);
    const open = (await mod.get("/api/moderation/cases")).body.cases.find(
      (one: { appeal?: { against: { id: string } } }) => one.appeal?.against.id === decision.id,
    );
    expect(open).toMatchObject({ dealId: id, feedback: { removed: true, text: "A rude word" } });
    const lift = { json: { action: "dismiss", note: "You were right." } };
    await mod.call("POST", `/api/moderation/cases/${open.id}/decision`, lift);
    expect((await deals(seller))[0].feedback.theirs.text).toBe("A rude word");
  });

  it("R928 is removed without a report by a decision, once", async () => {
    const { seller, buyer, id, give } = await confirmedDeal();
    await give(buyer, { good: false, text: "A rude word" });
    await give(seller, { good: true });
    const path = `/api/moderation/deals/${id}/feedback`;
    const json = { role: "buyer", note: "Rude words" };
    expect((await seller.call("POST", path, { json })).body.code).toBe("not-found");
    const removed = await mod.call("POST", path, { json });
    expect([removed.status, removed.body.decision.action]).toEqual([200, "remove-feedback"]);
    expect((await deals(seller))[0].feedback.theirs).toBeUndefined();
    expect((await mod.call("POST", path, { json })).body.code).toBe("already-decided");
    const absent = path.replace(id, "01994e50-0000-7000-8000-000000000000");
    expect((await mod.call("POST", absent, { json })).body.code).toBe("deal-not-found");
    const [decision] = (await buyer.get("/api/decisions")).body.decisions;
    expect(decision).toMatchObject({ action: "remove-feedback", note: "Rude words" });
  });

  it("R929 is reported apart from its author", async () => {
    const { seller, buyer, id, give } = await confirmedDeal();
    await give(buyer, { good: false, text: "A rude word" });
    await give(seller, { good: true });
    const report = async (subject: object) => {
      const { body, status } = await seller.call("POST", "/api/reports", {
        json: { ...subject, reason: "offensive" },
      });
      return { status, ...body.report };
    };
    const person = await report({ userId: buyer.userId });
    const feedback = await report({ dealId: id });
    expect([person.status, feedback.status]).toEqual([201, 201]);
    expect(feedback.receipt).not.toBe(person.receipt);
    expect([person.userId, person.dealId]).toEqual([buyer.userId, undefined]);
    expect([feedback.userId, feedback.dealId]).toEqual([undefined, id]);
    expect(await report({ dealId: id })).toMatchObject({ status: 200, receipt: feedback.receipt });
    const open = (await mod.get("/api/moderation/cases?limit=60")).body.cases;
    const about = open.filter(
      (one: { dealId?: string; userId?: string }) =>
        one.dealId === id || one.userId === buyer.userId,
    );
    expect(about.length).toBe(2);
    for (const { reports } of about) expect(reports.length).toBe(1);
  });
});

describe("the reputation of a student", () => {
  it("R949 counts partners: twelve deals between two students show as one, with the latest text", async () => {
    const [seller, buyer] = [await student("Seller"), await student("Buyer")];
    const deal = async (from: TestStudent, to: TestStudent, good: boolean, text: string) => {
      const productId: string = (await list(from, { price: "1" })).body.product._id;
      await sayBought(to, productId);
      await letHoursPass(to, 1);
      const [{ id }] = await deals(from);
      for (const who of [from, to]) {
        await from.call("PUT", `/api/deals/${id}`, { json: { confirmed: true } });
        const json = { good, text };
        const given = await who.call("PUT", `/api/deals/${id}/feedback`, { json });
        expect(given.status).toBe(200);
      }
      return productId;
    };
    let item = "";
    for (let n = 1; n <= 12; n++) item = await deal(seller, buyer, true, `Text ${n}`);
    const shown = async () => (await mod.get(`/api/sellers/${seller.userId}`)).body.seller;
    expect(await shown()).toMatchObject({ deals: 1, good: 1, feedback: [{ text: "Text 12" }] });
    expect(await lineOf(item)).toMatchObject({ deals: 1, good: 1 });
    // With the sides swapped it is the same partner, who counts as content only if every feedback is good.
    await deal(buyer, seller, false, "Broken");
    expect(await shown()).toMatchObject({ deals: 1, good: 0, feedback: [{ text: "Broken" }] });
    await deal(seller, await student("Other"), true, "Fine");
    expect(await shown()).toMatchObject({
      deals: 2,
      good: 1,
      feedback: [{ text: "Fine" }, { text: "Broken" }],
    });
    // It is not shown even when the other account is erased.
    await market.parts.db.query(sql`
      delete from identities where id = (select identity_id from users where id = ${buyer.userId})`);
    expect((await shown()).deals).toBe(2);
  });

  it("R949 is the same when two deals of one pair are confirmed concurrently", async () => {
    const [one, two] = [await student("One"), await student("Two")];
    const ids: [TestStudent, string][] = [];
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      await sayBought(to, (await list(from)).body.product._id);
      ids.push([from, (await deals(from))[0].id]);
    }
    await Promise.all(
      ids.map(([from, id]) => from.call("PUT", `/api/deals/${id}`, { json: { confirmed: true } })),
    );
    expect((await mod.get(`/api/sellers/${one.userId}`)).body.seller.deals).toBe(1);
  });

  it("R950 takes feedback from one hour after the contact on", async () => {
    const { buyer, seller, productId, id, give } = await confirmedDeal();
    await market.parts.db.query(sql`
      update outcomes set contacted_at = now() - interval '10 minutes' where product_id = ${productId}`);
    for (const who of [buyer, seller]) {
      const { status, body, headers } = await give(who, { good: true });
      expect([status, body.code]).toEqual([409, "too-early"]);
      expect(Math.ceil(Number(headers["retry-after"]) / 60)).toBe(50);
    }
    // Deleting the listing does not shorten it.
    await market.parts.db.query(sql`
      update deals set created_at = now() - interval '10 minutes' where id = ${id}`);
    await seller.call("DELETE", `/api/products/${productId}`);
    expect((await give(buyer, { good: true })).body.code).toBe("too-early");
    await letHoursPass(buyer, 1);
    expect((await give(buyer, { good: true })).status).toBe(200);
  });
});

describe("decisions of moderators", () => {
  it("R764 are announced to the students concerned", async () => {
    const seller = await student("Seller");
    const productId = (await list(seller)).body.product._id;
    const path = `/api/moderation/products/${productId}/hide`;
    await mod.call("POST", path, { json: { note: "A counterfeit" } });
    expect(await notices(seller)).toMatchObject([
      { kind: "moderation", text: "Your item was hidden: “Hero Sprint cycle”. A counterfeit" },
    ]);
  });
});
