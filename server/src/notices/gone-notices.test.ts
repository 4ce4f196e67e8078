import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteListing } from "../moderation/moderation.sql.ts";
import { eraseDeletedAccounts } from "../rights/erase-accounts.ts";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let mod: TestStudent;
beforeAll(async () => {
  market = await openTestMarket({ MODERATOR_EMAILS: "mod@cgu.example" });
  // Before the first call, since a process knows its moderators for a second.
  mod = await market.student("Mod");
  asha = await market.student("Asha");
});
afterAll(() => market.close());

let made = 0;
const student = (name: string) => market.student(`${name}${++made}`);
const sell = async (name: string): Promise<string> =>
  (await list(asha, { name, category: "Mobility & Transport" })).body.product._id;
const save = (who: TestStudent, productId: string) => who.call("PUT", `/api/saved/${productId}`);
const ask = async (who: TestStudent, productId: string) =>
  expect((await who.get(`/api/products/${productId}`)).status).toBe(200);
const mark = (productId: string, isSold: boolean) =>
  asha.call("PUT", `/api/products/${productId}/toggle-sold`, { json: { isSold } });
const remove = (productId: string) => asha.call("DELETE", `/api/products/${productId}`);
const goneNotices = async (who: TestStudent) =>
  (await who.get("/api/notices")).body.notices.filter(
    ({ kind }: { kind: string }) => kind === "sold-told",
  );
const texts = async (who: TestStudent) =>
  (await goneNotices(who)).map(({ text }: { text: string }) => text);
const more = {
  name: "more",
  label: "More like this",
  method: "GET",
  path: "/buy?category=Mobility+%26+Transport",
};

describe("a listing that is marked as sold", () => {
  it("R1116 is told once to those who saved it or asked for its number, and to its seller and others not at all", async () => {
    const [saver, asker, both, other] = [
      await student("Saver"),
      await student("Asker"),
      await student("Both"),
      await student("Other"),
    ];
    const cycle = await sell("Red city cycle");
    for (const who of [saver, both]) await save(who, cycle);
    for (const who of [asker, both]) await ask(who, cycle);
    await mark(cycle, true);
    expect(await goneNotices(saver)).toMatchObject([
      { text: "Red city cycle is sold", productId: cycle, actions: [more] },
    ]);
    for (const who of [asker, both])
      expect(await goneNotices(who)).toMatchObject([
        { text: "Red city cycle is sold", actions: [more, { name: "bought" }] },
      ]);
    for (const who of [asha, other]) expect(await goneNotices(who)).toEqual([]);
    await saver.call("POST", "/api/notices/read", { json: {} });
    await mark(cycle, false);
    await mark(cycle, true);
    await remove(cycle);
    const [notice, ...others] = await goneNotices(saver);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ text: "Red city cycle is sold", readAt: expect.any(String) });
  });

  it("R1116 is told to those who asked within 14 days", async () => {
    const [late, early] = [await student("Late"), await student("Early")];
    const cycle = await sell("Old cycle");
    for (const who of [late, early]) await ask(who, cycle);
    const setBack = (who: TestStudent, time: string) =>
      market.parts.db.query(sql`
        update reveals set revealed_at = now() - ${time}::interval where user_id = ${who.userId}`);
    await setBack(late, "13 days 23 hours");
    await setBack(early, "14 days 1 minute");
    await mark(cycle, true);
    expect([await texts(late), await texts(early)]).toEqual([["Old cycle is sold"], []]);
  });

  it("R1117 asks those who asked for the number nothing any more, and lets them say that they bought it", async () => {
    const buyer = await student("Buyer");
    const cycle = await sell("Bought cycle");
    await ask(buyer, cycle);
    await market.parts.db.query(sql`
      update outcomes set contacted_at = now() - interval '5 hours' where buyer_id = ${buyer.userId}`);
    const open = async () => (await buyer.get("/api/outcomes/open")).body.outcomes;
    expect(await open()).toHaveLength(1);
    await mark(cycle, true);
    expect(await open()).toEqual([]);
    const [{ actions }] = await goneNotices(buyer);
    const { label, method, path, body } = actions[1];
    expect(label).toBe("I bought it");
    expect((await buyer.call(method, path, { json: body })).status).toBe(200);
    expect(await goneNotices(buyer)).toMatchObject([{ actions: [], answered: "You bought it." }]);
    expect((await buyer.get("/api/deals")).body.deals).toHaveLength(1);
  });

  it("R1117 is told to others when a deal is confirmed, and not to its buyer", async () => {
    const [buyer, saver] = [await student("Buyer"), await student("Saver")];
    const cycle = await sell("Dealt cycle");
    for (const who of [buyer, saver]) {
      await save(who, cycle);
      await ask(who, cycle);
    }
    await buyer.call("PUT", `/api/outcomes/${cycle}`, { json: { bought: true } });
    const [deal] = (await buyer.get("/api/deals")).body.deals;
    expect(
      (await asha.call("PUT", `/api/deals/${deal.id}`, { json: { confirmed: true } })).status,
    ).toBe(200);
    expect(await goneNotices(buyer)).toEqual([]);
    expect(await goneNotices(saver)).toMatchObject([
      { text: "Dealt cycle is sold", actions: [more] },
    ]);
  });
});

describe("a listing that is gone otherwise", () => {
  it("R1118 is told as no longer offered when its seller removes it, once, also when it is restored and removed again", async () => {
    const saver = await student("Saver");
    const cycle = await sell("Removed cycle");
    await save(saver, cycle);
    await remove(cycle);
    const [notice] = await goneNotices(saver);
    expect(notice).toMatchObject({ text: "Removed cycle is no longer offered", actions: [more] });
    await asha.call("POST", `/api/products/${cycle}/restore`);
    await remove(cycle);
    expect(await goneNotices(saver)).toHaveLength(1);
  });

  it("R1118 is told to nobody when a moderator or enough reports hide it, when it expires or is paused", async () => {
    const { db } = market.parts;
    const saver = await student("Saver");
    const [hidden, expired, paused] = [await sell("H"), await sell("E"), await sell("P")];
    for (const id of [hidden, expired, paused]) await save(saver, id);
    const note = "It is against the rules.";
    const hiding = await mod.call("POST", `/api/moderation/products/${hidden}/hide`, {
      json: { note },
    });
    expect(hiding.status).toBe(200);
    await db.query(sql`update products set expired_at = now() where id = ${expired}`);
    await db.query(sql`update products set resting_at = now() where id = ${paused}`);
    expect(await goneNotices(saver)).toEqual([]);
    await mark(hidden, true);
    await remove(hidden);
    expect(await goneNotices(saver)).toEqual([]);
    await mark(expired, true);
    expect(await texts(saver)).toEqual(["E is sold"]);
  });

  it("R1118 keeps its name in no notice when a moderator removes it, or its seller is erased", async () => {
    const saver = await student("Saver");
    const seller = await student("Leaving");
    const made = (await list(seller, { name: "Cycle of 98765" })).body.product._id as string;
    const other = await sell("Cycle of Asha");
    for (const id of [made, other]) await save(saver, id);
    await seller.call("PUT", `/api/products/${made}/toggle-sold`, { json: { isSold: true } });
    await mark(other, true);
    expect(await goneNotices(saver)).toHaveLength(2);
    await market.parts.db.transaction((transaction) => deleteListing(transaction, other));
    expect(await texts(saver)).toEqual(["Cycle of 98765 is sold"]);
    await seller.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } });
    await market.parts.db.query(sql`
      update users set deleted_at = now() - interval '8 days' where id = ${seller.userId}`);
    await eraseDeletedAccounts(market.parts);
    expect(await texts(saver)).toEqual([]);
  });

  it("R1118 is not told across a block, to suspended students, or to those who have turned it off", async () => {
    const { db } = market.parts;
    const [blocked, suspended, quiet] = [
      await student("Blocked"),
      await student("Suspended"),
      await student("Quiet"),
    ];
    const cycle = await sell("Private cycle");
    for (const who of [blocked, suspended, quiet]) await save(who, cycle);
    expect((await blocked.call("PUT", `/api/blocks/${asha.userId}`)).status).toBe(204);
    await db.query(sql`update users set suspended_at = now() where id = ${suspended.userId}`);
    await quiet.call("PUT", "/api/notices/settings", { json: { "sold-told": false } });
    await mark(cycle, true);
    const rows = await db.query(sql`
      select from notices where kind = 'sold-told'
        and user_id in (${blocked.userId}, ${suspended.userId}, ${quiet.userId})`);
    expect(rows).toEqual([]);
  });
});
