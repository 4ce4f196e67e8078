import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { hideProduct, restoreProduct } from "../moderation/moderation.sql.ts";
import { addNotice, addNotices, closeNotices } from "./notices.sql.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;
beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const tell = (student: TestStudent, dedupeKey: string, text = `About ${dedupeKey}`) =>
  addNotice(market.parts.db, { userId: student.userId, kind: "price-drop", text, dedupeKey });
const noticesOf = async (student: TestStudent) => (await student.get("/api/notices")).body;
const textsOf = async (student: TestStudent) =>
  (await noticesOf(student)).notices.map(({ text }: { text: string }) => text);
const read = (student: TestStudent, ids?: unknown) =>
  student.call("POST", "/api/notices/read", ids === undefined ? {} : { json: { ids } });

describe("notices", () => {
  it("R750 are listed newest first, with their buttons, and page by page", async () => {
    const neha = await market.student("Neha");
    await tell(neha, "one");
    await addNotice(market.parts.db, {
      userId: neha.userId,
      kind: "still-available",
      text: "Is the lamp still there?",
      dedupeKey: "two",
      actions: [
        { name: "yes", label: "Yes", method: "POST", path: "/api/products/1/confirm", body: {} },
      ],
    });
    await tell(neha, "three");
    const first = await neha.get("/api/notices?limit=2");
    expect(first.body).toEqual({
      success: true,
      unread: 3,
      notices: [
        {
          id: expect.any(String),
          kind: "price-drop",
          text: "About three",
          createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
          actions: [],
        },
        expect.objectContaining({
          kind: "still-available",
          actions: [
            {
              name: "yes",
              label: "Yes",
              method: "POST",
              path: "/api/products/1/confirm",
              body: {},
            },
          ],
        }),
      ],
    });
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers["link"]))?.[1] ?? "";
    const second = await neha.get(next);
    expect(second.body.notices.map(({ text }: { text: string }) => text)).toEqual(["About one"]);
    expect(second.headers["link"]).toBeUndefined();
  });

  it("R750 are read one by one or all together, and only by their recipient", async () => {
    const meera = await market.student("Meera");
    for (const key of ["a", "b", "c"]) await tell(meera, key);
    const [{ id }] = (await noticesOf(meera)).notices;
    const foreign = await read(rohan, [id]);
    expect([foreign.status, foreign.body.code]).toEqual([404, "notice-not-found"]);
    expect((await noticesOf(meera)).unread).toBe(3);
    expect((await read(meera, [id, id])).body).toEqual({ success: true, unread: 2 });
    expect((await noticesOf(meera)).notices[0].readAt).toMatch(/Z$/);
    expect((await read(meera)).body).toEqual({ success: true, unread: 0 });
  });

  it("R750 are for the signed in, and bad input is refused", async () => {
    const { stranger } = market;
    for (const [method, path] of [
      ["GET", "/api/notices"],
      ["POST", "/api/notices/read"],
      ["GET", "/api/notices/settings"],
      ["PUT", "/api/notices/settings"],
    ] as const)
      expect((await stranger.call(method, path)).status).toBe(401);
    expect((await asha.get("/api/notices?limit=x")).status).toBe(400);
    expect((await asha.get("/api/notices?cursor=x")).status).toBe(400);
    expect((await read(asha, "all")).status).toBe(422);
    expect((await read(asha, ["1"])).status).toBe(422);
    for (const json of [{ gossip: true }, { contacted: "no" }, []])
      expect((await asha.call("PUT", "/api/notices/settings", { json })).status).toBe(422);
  });

  it("R751 are announced once for each key, and again in other words", async () => {
    const dev = await market.student("Dev");
    await Promise.all(Array.from({ length: 8 }, () => tell(dev, "same")));
    expect(await textsOf(dev)).toEqual(["About same"]);
    await read(dev);
    await tell(dev, "same");
    expect((await noticesOf(dev)).unread).toBe(0);
    await tell(dev, "same", "Now cheaper still");
    expect([(await noticesOf(dev)).unread, await textsOf(dev)]).toEqual([1, ["Now cheaper still"]]);
  });

  it("R752 leave out kinds that are turned off", async () => {
    const isha = await market.student("Isha");
    const before = (await isha.get("/api/notices/settings")).body;
    expect(before).toEqual({
      success: true,
      settings: {
        "by-key": true,
        handover: true,
        "contact-request": true,
        contacted: true,
        "asked-outcome": true,
        "still-available": true,
        "expires-soon": true,
        "price-drop": true,
        "search-match": true,
        feedback: true,
        moderation: true,
        "reservation-over": true,
        "sold-said": true,
        "sold-told": true,
        farewell: true,
      },
    });
    const json = { "price-drop": false, feedback: true };
    const { body } = await isha.call("PUT", "/api/notices/settings", { json });
    expect(body.settings).toEqual({ ...before.settings, "price-drop": false });
    await addNotices(market.parts.db, [
      { userId: isha.userId, kind: "price-drop", text: "Cheaper", dedupeKey: "1" },
      { userId: isha.userId, kind: "feedback", text: "Thanks", dedupeKey: "2" },
      { userId: asha.userId, kind: "price-drop", text: "Cheaper too", dedupeKey: "1" },
    ]);
    expect([await textsOf(isha), await textsOf(asha)]).toEqual([["Thanks"], ["Cheaper too"]]);
    await isha.call("PUT", "/api/notices/settings", { json: { "price-drop": true } });
    expect((await isha.get("/api/notices/settings")).body).toEqual(before);
  });

  it("R750 lose their buttons when the question is answered, and go with the listing", async () => {
    const zoya = await market.student("Zoya");
    const { db } = market.parts;
    const { _id: productId } = (await list(zoya)).body.product;
    const action = { name: "yes", label: "Yes", method: "POST", path: "/" } as const;
    await addNotice(db, {
      userId: zoya.userId,
      kind: "still-available",
      text: "Still there?",
      productId,
      dedupeKey: "q",
      actions: [action],
    });
    await closeNotices(db, { kind: "still-available", productId, answer: "confirmed" });
    const { unread, notices } = await noticesOf(zoya);
    expect([unread, notices[0].actions, notices[0].productId]).toEqual([0, [], productId]);
    expect(notices[0].answered).toBe("You said: Still available.");
    await zoya.call("DELETE", `/api/products/${productId}`);
    expect(await textsOf(zoya)).toEqual([]);
  });
});

describe("a listing that rests", () => {
  it("R753 is out of lists until its seller confirms it, also when a moderator has shown it again", async () => {
    const { db } = market.parts;
    const { _id: id } = (await list(asha, { name: "Resting kettle" })).body.product;
    await db.query(sql`update products set resting_at = now() where id = ${id}`);
    const isListed = async () => (await market.stranger.get("/api/products")).text.includes(id);
    const isFound = async () =>
      (await market.stranger.get("/api/products/filter?q=resting+kettle")).text.includes(id);
    market.parts.changes.announce();
    expect([await isListed(), await isFound()]).toEqual([false, false]);
    await db.transaction((transaction) => hideProduct(transaction, id));
    await db.transaction((transaction) => restoreProduct(transaction, id));
    expect(await isListed()).toBe(false);
    expect((await rohan.call("POST", `/api/products/${id}/confirm`)).status).toBe(404);
    await asha.call("POST", `/api/products/${id}/confirm`);
    expect([await isListed(), await isFound()]).toEqual([true, true]);
  });
});
