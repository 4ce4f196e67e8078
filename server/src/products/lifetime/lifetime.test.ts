import { newId } from "../../db/ids.ts";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changeListing } from "../../moderation/measures.ts";
import { recurringJobs } from "../../operations/recurring.ts";
import { cycle, formOf, list } from "../../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../../test/market.ts";
import { expiryCutoff } from "./lifetime.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
    LIMITS_CONTACTS_PER_MINUTE: "100",
    LISTING_DAYS: "90",
  });
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

const day = 86_400_000;
const listed = async (fields: Record<string, string> = {}) =>
  (await list(asha, fields)).body.product;
const run = (name: string) =>
  recurringJobs(market.parts)
    .find((job) => job.name === name)
    ?.work({} as never);
const edit = async (id: string, fields: Record<string, string | undefined>) =>
  (
    await asha.call("PUT", `/api/products/${id}`, {
      form: await formOf({ ...cycle, ...fields }, []),
    })
  ).body.product;
const inLists = async (id: string, q = "cycle") => {
  const paths = ["/api/products", "/api/products/filter", `/api/products/filter?q=${q}`];
  const found = await Promise.all(paths.map((path) => market.stranger.get(path)));
  return found.map(({ body }) => body.some((product: { _id: string }) => product._id === id));
};
const own = async (id: string) =>
  (await asha.get("/api/products/user")).body.products.find(
    (product: { _id: string }) => product._id === id,
  );
const aged = (id: string, days: number) =>
  market.parts.db.query(sql`
    update listing_clocks set alive_at = now() - make_interval(days => ${days}) where product_id = ${id}`);

const calls = (id: string) =>
  [
    ["POST", `/api/products/${id}/confirm`],
    ["POST", `/api/products/${id}/renew`],
    ["PUT", `/api/products/${id}/reservation`, { until: new Date(Date.now() + day).toISOString() }],
    ["DELETE", `/api/products/${id}/reservation`],
    ["POST", `/api/products/${id}/restore`],
  ] as const;

describe("what a seller does with a listing later", () => {
  it("R775 is refused to signed-out callers, and finds no other student's listing", async () => {
    const { _id: id } = await listed();
    for (const [method, path, json] of calls(id)) {
      expect((await market.stranger.call(method, path, { json })).status, path).toBe(401);
      const sent = json ? { json } : {};
      expect((await rohan.call(method, path, sent)).status, path).toBe(404);
      const absent = path.replace(id, newId());
      expect((await asha.call(method, absent, sent)).status, path).toBe(404);
    }
    expect((await market.stranger.get("/api/products/deleted")).status).toBe(401);
    expect((await rohan.get("/api/products/deleted")).body.products).toEqual([]);
  });
});

describe("more that a listing says", () => {
  it("R776 is whether offers are welcome and from when it can be had, and stays when an edit does not say", async () => {
    const soon = new Date(Date.now() + 20 * day).toISOString().slice(0, 10);
    const product = await listed({ negotiable: "true", availableFrom: soon });
    expect(product).toMatchObject({ negotiable: true, availableFrom: soon });
    expect(await edit(product._id, {})).toMatchObject({ negotiable: true, availableFrom: soon });
    const { body } = await market.stranger.get(`/api/items/${product._id}`);
    expect(body.product).toMatchObject({ negotiable: true, availableFrom: soon });
    const plain = await edit(product._id, { negotiable: "false", availableFrom: "" });
    expect(plain).not.toHaveProperty("negotiable");
    expect(plain).not.toHaveProperty("availableFrom");
  });

  it("R776 refuses a day that is none, or more than 120 days ahead, and takes one of the past for now", async () => {
    const late = new Date(Date.now() + 122 * day).toISOString().slice(0, 10);
    for (const availableFrom of ["tomorrow", "2026-13-01", "2026-11-31", "2027-02-29", late]) {
      const { status, body } = await list(asha, { availableFrom });
      expect([status, body.code, body.errors[0].field]).toEqual([
        422,
        "invalid-date",
        "availableFrom",
      ]);
    }
    expect(await listed({ availableFrom: "2020-01-01" })).not.toHaveProperty("availableFrom");
  });

  it("R777 shows all users when the seller has confirmed it", async () => {
    const { _id: id } = await listed();
    expect((await asha.call("POST", `/api/products/${id}/confirm`)).status).toBe(200);
    const { body } = await market.stranger.get(`/api/items/${id}`);
    expect(Date.now() - Date.parse(body.product.confirmedAt)).toBeLessThan(60_000);
  });
});

describe("a reservation", () => {
  const reserve = (id: string, until: unknown) =>
    asha.call("PUT", `/api/products/${id}/reservation`, { json: { until } });
  const shown = async (id: string) =>
    (await market.stranger.get(`/api/items/${id}`)).body.product.reservedUntil;

  it("R778 is shown to all, and taken back", async () => {
    const { _id: id } = await listed();
    const until = new Date(Date.now() + 3 * day).toISOString();
    expect((await reserve(id, until)).body.reservedUntil).toBe(until);
    expect(await shown(id)).toBe(until);
    await asha.call("DELETE", `/api/products/${id}/reservation`);
    expect(await shown(id)).toBeUndefined();
  });

  it("R778 lasts a week at most, and is refused for a sold listing", async () => {
    const { _id: id } = await listed();
    for (const until of [Date.now() - 1000, Date.now() + 8 * day])
      expect((await reserve(id, new Date(until).toISOString())).status).toBe(422);
    for (const until of ["Friday", 5, undefined])
      expect((await reserve(id, until)).status).toBe(422);
    await asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
    const { status, body } = await reserve(id, new Date(Date.now() + day).toISOString());
    expect([status, body.code]).toEqual([422, "already-sold"]);
  });

  it("R778 ends by the clock immediately, before the job runs", async () => {
    const { _id: id } = await listed();
    await reserve(id, new Date(Date.now() + day).toISOString());
    await market.parts.db.query(sql`
      update products set reserved_until = now() - interval '1 second' where id = ${id}`);
    expect(await shown(id)).toBeUndefined();
    await run("end-by-the-clock");
    const [row] = await market.parts.db.query<{ left: number }>(sql`
      select count(reserved_until)::int as left from listing_clocks where product_id = ${id}`);
    expect(row?.left).toBe(0);
    await run("end-by-the-clock");
    const notices = (await asha.get("/api/notices")).body.notices.filter(
      (notice: { productId?: string }) => notice.productId === id,
    );
    expect(notices).toMatchObject([
      { kind: "reservation-over", actions: [{ name: "sold", method: "PUT" }] },
    ]);
  });
});

describe("a price that drops", () => {
  it("R779 by 5 % or more is shown beside the one before for 14 days", async () => {
    const { _id: id } = await listed({ price: "4200" });
    expect(await edit(id, { price: "4100" })).not.toHaveProperty("previousPrice");
    expect(await edit(id, { price: "3990" })).not.toHaveProperty("previousPrice");
    expect(await edit(id, { price: "3790" })).toMatchObject({ price: 3790, previousPrice: 3990 });
    expect(await edit(id, { price: "3780" })).toMatchObject({ price: 3780, previousPrice: 3990 });
    const [list] = (await market.stranger.get("/api/products?limit=1")).body;
    expect(list).toMatchObject({ _id: id, previousPrice: 3990 });
    await market.parts.db.query(sql`
      update products set price_dropped_at = now() - interval '14 days 1 second' where id = ${id}`);
    const { body } = await market.stranger.get(`/api/items/${id}`);
    expect(body.product).not.toHaveProperty("previousPrice");
  });

  it("R779 notifies students who have saved it, once", async () => {
    const { _id: id } = await listed({ name: "Veena", price: "4200" });
    await rohan.call("PUT", `/api/saved/${id}`);
    for (const price of ["3500", "3500", "3490"]) await edit(id, { name: "Veena", price });
    const { notices } = (await rohan.get("/api/notices")).body;
    expect(notices).toMatchObject([
      { kind: "price-drop", productId: id, text: "“Veena” now costs ₹3,500, was ₹4,200." },
    ]);
  });

  it("R779 D46 does not notify who has blocked the seller, or is blocked", async () => {
    const seller = await market.student("Vina");
    const blocker = await market.student("Blocker");
    const blocked = await market.student("Blocked");
    const saver = await market.student("Saver");
    const { _id: id } = (await list(seller, { name: "Rabab", price: "4200" })).body.product;
    const savers = [blocker, blocked, saver];
    for (const who of savers) await who.call("PUT", `/api/saved/${id}`);
    await blocked.get(`/api/products/${id}`);
    await blocker.call("PUT", `/api/blocks/${seller.userId}`);
    expect((await seller.call("PUT", `/api/blocks/${blocked.userId}`)).status).toBe(204);
    const form = await formOf({ ...cycle, name: "Rabab", price: "3500" }, []);
    expect((await seller.call("PUT", `/api/products/${id}`, { form })).status).toBe(200);
    const notified = savers.map(async (who) => (await who.get("/api/notices")).body.notices.length);
    expect(await Promise.all(notified)).toEqual([0, 0, 1]);
  });

  it("R888 notifies no student of a sold listing, and no suspended or deleted student", async () => {
    const { _id: id } = await listed({ name: "Sarangi", price: "4200" });
    const names = ["Active", "Suspended", "Deleted"];
    const savers = await Promise.all(names.map((name) => market.student(name)));
    for (const saver of savers) await saver.call("PUT", `/api/saved/${id}`);
    const [active, suspended, deleted] = savers;
    const { db } = market.parts;
    await db.query(sql`update users set suspended_at = now() where id = ${suspended?.userId}`);
    await db.query(sql`update users set deleted_at = now() where id = ${deleted?.userId}`);
    const notified = () =>
      db.query<{ id: string; text: string }>(sql`
        select user_id as id, text from notices where product_id = ${id} and kind = 'price-drop'`);
    await asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
    await edit(id, { name: "Sarangi", price: "3500" });
    expect(await notified()).toEqual([]);
    await asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: false } });
    await edit(id, { name: "Sarangi", price: "3000" });
    expect(await notified()).toEqual([
      { id: active?.userId, text: "“Sarangi” now costs ₹3,000, was ₹3,500." },
    ]);
  });

  it("R779 is none when the price had only been raised, and all earlier prices are stored", async () => {
    const { _id: id } = await listed({ price: "1000" });
    await edit(id, { price: "5000" });
    expect(await edit(id, { price: "1000" })).not.toHaveProperty("previousPrice");
    const rows = await market.parts.db.query<{ price: number }>(sql`
      select price_paise / 100 as price from price_changes where product_id = ${id} order by changed_at`);
    expect(rows.map(({ price }) => price)).toEqual([1000, 5000]);
  });

  it("R951 is none either when the listing was deleted and restored while it was dearer", async () => {
    const { _id: id } = await listed({ price: "1000" });
    await edit(id, { price: "2000" });
    await asha.call("DELETE", `/api/products/${id}`);
    expect((await asha.call("POST", `/api/products/${id}/restore`)).status).toBe(200);
    expect(await edit(id, { price: "1000" })).not.toHaveProperty("previousPrice");
    expect(await edit(id, { price: "900" })).toMatchObject({ previousPrice: 1000 });
  });
});

describe("a listing without a sign of life", () => {
  it("R780 expires after 90 days: out of every list, but with its owner and at its page, until it is renewed", async () => {
    const { _id: id } = await listed({ name: "Zither stand" });
    await aged(id, 89);
    await run("end-by-the-clock");
    expect(await inLists(id, "zither")).toEqual([true, true, true]);
    await aged(id, 91);
    await run("end-by-the-clock");
    expect(await inLists(id, "zither")).toEqual([false, false, false]);
    expect(await own(id)).toMatchObject({ expired: true });
    expect((await market.stranger.get(`/api/items/${id}`)).body.product.expired).toBe(true);
    expect((await asha.call("POST", `/api/products/${id}/renew`)).status).toBe(200);
    expect(await inLists(id, "zither")).toEqual([true, true, true]);
    expect(await own(id)).not.toHaveProperty("expired");
    await run("end-by-the-clock");
    expect(await inLists(id, "zither")).toEqual([true, true, true]);
  });

  it("R922 is ended by the database's clock, not by that of a process 100 days ahead", async () => {
    const { _id: id } = await listed({ name: "Sarod" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 100 * day });
    try {
      for (const name of ["end-by-the-clock", "tell-expiring"]) await run(name);
    } finally {
      vi.useRealTimers();
    }
    expect(await inLists(id, "sarod")).toEqual([true, true, true]);
    const { notices } = (await asha.get("/api/notices")).body;
    expect(notices.filter((each: { productId?: string }) => each.productId === id)).toEqual([]);
  });

  it("R784 is announced to its seller five days ahead, once, with a tap that renews it", async () => {
    const { _id: id } = await listed({ name: "Tabla" });
    const noticesOf = async () =>
      (await asha.get("/api/notices")).body.notices.filter(
        ({ productId, kind }: { productId?: string; kind: string }) =>
          productId === id && kind === "expires-soon",
      );
    await aged(id, 84);
    await run("tell-expiring");
    expect(await noticesOf()).toEqual([]);
    await aged(id, 86);
    for (let times = 0; times < 2; times++) await run("tell-expiring");
    const [notice, ...more] = await noticesOf();
    expect(more).toEqual([]);
    const [renew] = notice.actions;
    expect((await asha.call(renew.method, renew.path)).status).toBe(200);
    await run("tell-expiring");
    expect((await noticesOf()).length).toBe(1);
  });

  it("R793 is requested after 14 days, once, and a tap confirms that it is still available", async () => {
    const { _id: id } = await listed({ name: "Mridangam" });
    const noticesOf = async () =>
      (await asha.get("/api/notices")).body.notices.filter(
        (notice: { productId?: string }) => notice.productId === id,
      );
    await aged(id, 13);
    await run("tell-expiring");
    expect(await noticesOf()).toEqual([]);
    await aged(id, 15);
    for (let times = 0; times < 2; times++) await run("tell-expiring");
    expect(await noticesOf()).toMatchObject([
      { kind: "still-available", text: "Is “Mridangam” still available?" },
    ]);
    const [{ actions }] = await noticesOf();
    expect(actions.map(({ label }: { label: string }) => label)).toEqual(["Yes", "Sold", "Remove"]);
    expect((await asha.call(actions[0].method, actions[0].path)).status).toBe(200);
    await run("tell-expiring");
    expect((await noticesOf()).length).toBe(1);
    expect((await market.stranger.get(`/api/items/${id}`)).body.product).toHaveProperty(
      "confirmedAt",
    );
  });

  it("R1213 is asked about once in a run: of one that expires soon, only that is said", async () => {
    const { _id: id } = await listed({ name: "Ghatam" });
    const kindsOf = async () =>
      (await asha.get("/api/notices")).body.notices
        .filter((notice: { productId?: string }) => notice.productId === id)
        .map(({ kind }: { kind: string }) => kind);
    await aged(id, 86);
    for (let times = 0; times < 2; times++) await run("tell-expiring");
    expect(await kindsOf()).toEqual(["expires-soon"]);
  });

  it("R1214 offers its seller no button that is refused while it is hidden", async () => {
    const { _id: id } = await listed({ name: "Sitar" });
    const buttons = async () =>
      (await asha.get("/api/notices")).body.notices
        .find((notice: { productId?: string }) => notice.productId === id)
        .actions.map(({ label }: { label: string }) => label);
    await aged(id, 86);
    await run("tell-expiring");
    const moderation = { transaction: market.parts.db, jobs: market.parts.jobs };
    await changeListing(moderation, "hide", id);
    expect(await buttons()).toEqual(["Sold", "Remove"]);
    await changeListing(moderation, "restore", id);
    expect(await buttons()).toEqual(["Renew", "Sold", "Remove"]);
  });

  it.each([
    ["renew", "expires-soon", "Renewed."],
    ["confirm", "expires-soon", "Renewed."],
    ["edit", "expires-soon", "You edited the item."],
    ["sell", "still-available", "Marked as sold."],
    ["reserve", "still-available", "Reserved."],
  ] as const)(
    "R956 an answer by %s takes the buttons of every question, and the notice says it",
    async (how, kind, answered) => {
      const { _id: id } = await listed({ name: "Esraj" });
      const questions = async (): Promise<
        { kind: string; actions: unknown[]; answered?: string }[]
      > =>
        (await asha.get("/api/notices")).body.notices.filter(
          (notice: { productId?: string }) => notice.productId === id,
        );
      for (const days of [20, 86]) {
        await aged(id, days);
        await run("tell-expiring");
      }
      expect((await questions()).map(({ actions }) => actions.length)).toEqual([3, 3]);
      const json = { until: new Date(Date.now() + day).toISOString() };
      const answers = {
        renew: () => asha.call("POST", `/api/products/${id}/renew`),
        confirm: () => asha.call("POST", `/api/products/${id}/confirm`),
        edit: () => edit(id, { name: "Esraj" }),
        sell: () => asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } }),
        reserve: () => asha.call("PUT", `/api/products/${id}/reservation`, { json }),
      };
      await answers[how]();
      const after = await questions();
      expect(after.map(({ actions }) => actions)).toEqual([[], []]);
      expect(after.find((notice) => notice.kind === kind)?.answered).toBe(answered);
    },
  );

  it("R956 the end of a reservation asks, and answers no other question", async () => {
    const { _id: id } = await listed({ name: "Dilruba" });
    const json = { until: new Date(Date.now() + day).toISOString() };
    await asha.call("PUT", `/api/products/${id}/reservation`, { json });
    await aged(id, 86);
    await run("tell-expiring");
    await market.parts.db.query(sql`
      update products set reserved_until = now() - interval '1 second' where id = ${id}`);
    await run("end-by-the-clock");
    const { notices } = (await asha.get("/api/notices")).body;
    const own = notices.filter((notice: { productId?: string }) => notice.productId === id);
    expect(own.map(({ actions }: { actions: unknown[] }) => actions.length)).toEqual([1, 3]);
  });

  it("R780 comes back by an edit too, but not when it is hidden", async () => {
    const { _id: id } = await listed();
    await aged(id, 91);
    await run("end-by-the-clock");
    await edit(id, {});
    expect(await inLists(id)).toEqual([true, true, true]);
    await market.parts.db.query(sql`
      update products set hidden_at = now() where id = ${id}`);
    await aged(id, 91);
    await run("end-by-the-clock");
    await edit(id, {});
    expect(await inLists(id)).toEqual([false, false, false]);
  });

  it("R954 is not renewed, confirmed or reserved when it is sold or hidden", async () => {
    const [{ _id: sold }, { _id: hidden }] = [await listed(), await listed()];
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    await market.parts.db.query(sql`
      update products set hidden_at = now(), expired_at = now() where id = ${hidden}`);
    for (const [id, code] of [
      [sold, "already-sold"],
      [hidden, "hidden-product"],
    ])
      for (const [method, path, json] of calls(id).slice(0, 3)) {
        const answer = await asha.call(method, path, json ? { json } : {});
        expect([answer.status, answer.body.code], path).toEqual([422, code]);
      }
    expect(await own(sold)).not.toHaveProperty("confirmedAt");
    expect(await own(hidden)).toMatchObject({ hidden: true, expired: true });
    expect(await own(hidden)).not.toHaveProperty("reservedUntil");
  });

  it("R780 stays out when its seller is reinstated, and sold listings never expire", async () => {
    const { _id: sold } = await listed();
    await asha.call("PUT", `/api/products/${sold}/toggle-sold`, { json: { isSold: true } });
    await aged(sold, 91);
    await run("end-by-the-clock");
    expect(await own(sold)).not.toHaveProperty("expired");
    expect((await inLists(sold))[0]).toBe(true);
  });

  it("R780 R781 ends by days, by the end of a term and a week, or never", async () => {
    const now = sql`'2027-05-25T12:00:00Z'::timestamptz`;
    const cutoff = async (LISTING_DAYS: number, TERM_ENDS: string[]) => {
      const activity = expiryCutoff({ LISTING_DAYS, TERM_ENDS }, now);
      if (activity === undefined) return undefined;
      const [row] = await market.parts.db.query<{ at: Date }>(sql`select ${activity} as at`);
      return row?.at.toISOString();
    };
    expect(await cutoff(90, [])).toBe("2027-02-24T12:00:00.000Z");
    expect(await cutoff(90, ["2027-05-12"])).toBe("2027-05-14T18:29:59.000Z");
    expect(await cutoff(90, ["2027-05-20", "2026-12-10"])).toBe("2027-02-24T12:00:00.000Z");
    expect(await cutoff(0, ["2027-05-12"])).toBeUndefined();
  });
});

describe("the end of a term", () => {
  let term: TestMarket;
  let seller: TestStudent;
  /** A term whose listings expire in three days, and one that ended long ago. */
  const ended = new Date(Date.now() - 4 * day).toISOString().slice(0, 10);

  beforeAll(async () => {
    term = await openTestMarket({
      LIMITS_NEW_LISTINGS_PER_DAY: "100",
      LISTING_DAYS: "90",
      TERM_ENDS: `2020-05-12,${ended}`,
    });
    seller = await term.student("Meera");
  });
  afterAll(() => term.close());

  const listedSince = async (name: string, days: number): Promise<string> => {
    const { _id: id } = (await list(seller, { name })).body.product;
    await term.parts.db.query(sql`
      update listing_clocks set alive_at = now() - make_interval(days => ${days}) where product_id = ${id}`);
    return id;
  };
  const work = (name: string, parts = term.parts) =>
    recurringJobs(parts)
      .find((job) => job.name === name)
      ?.work({} as never);
  const noticesOf = async (id: string): Promise<{ text: string; actions: unknown[] }[]> =>
    (await seller.get("/api/notices")).body.notices.filter(
      ({ productId, kind }: { productId?: string; kind: string }) =>
        productId === id && kind === "expires-soon",
    );
  /** Runs the jobs as if so many days had passed: moves times and ends of terms back. */
  const passDays = async (days: number, since = 0) => {
    await term.parts.db.query(sql`
      update listing_clocks set alive_at = alive_at - make_interval(days => ${days - since}),
        told_at = told_at - make_interval(days => ${days - since})`);
    const TERM_ENDS = term.parts.config.TERM_ENDS.map((date) =>
      new Date(Date.parse(date) - days * day).toISOString().slice(0, 10),
    );
    const parts = { ...term.parts, config: { ...term.parts.config, TERM_ENDS } };
    for (const name of ["tell-expiring", "end-by-the-clock"]) await work(name, parts);
  };
  const isListed = async (id: string) => {
    const { body } = await term.stranger.get("/api/products");
    return body.some((product: { _id: string }) => product._id === id);
  };

  it("R860 is announced once, and a renewal in the last five days keeps the listing for a full term", async () => {
    const renewed = await listedSince("Renewed veena", 30);
    const silent = await listedSince("Forgotten veena", 30);
    const { _id: young } = (await list(seller, { name: "Young veena" })).body.product;
    for (let times = 0; times < 3; times++)
      await Promise.all([work("tell-expiring"), work("tell-expiring")]);
    const [notice, ...more] = await noticesOf(renewed);
    expect([more, await noticesOf(young)]).toEqual([[], []]);
    expect(notice?.text).toMatch(/^“Renewed veena” expires in [34] days\./);
    expect(notice?.actions).toMatchObject([
      { name: "renew" },
      { name: "sold" },
      { name: "remove" },
    ]);
    expect((await seller.call("POST", `/api/products/${renewed}/renew`)).status).toBe(200);
    for (let times = 0; times < 2; times++) await work("tell-expiring");
    expect([(await noticesOf(renewed)).length, (await noticesOf(silent)).length]).toEqual([1, 1]);
    await passDays(4);
    const ids = [renewed, young, silent];
    expect(await Promise.all(ids.map(isListed))).toEqual([true, true, false]);
    expect((await noticesOf(renewed)).length).toBe(1);
    await passDays(86, 4);
    expect((await noticesOf(renewed)).length).toBe(2);
    await passDays(91, 86);
    expect(await isListed(renewed)).toBe(false);
  });

  it("R860 a reservation in the last five days is a sign of life, too, also when it is over", async () => {
    const id = await listedSince("Promised veena", 30);
    await work("tell-expiring");
    const until = new Date(Date.now() + day).toISOString();
    await seller.call("PUT", `/api/products/${id}/reservation`, { json: { until } });
    await term.parts.db.query(sql`
      update products set reserved_until = now() - interval '1 second' where id = ${id}`);
    await work("end-by-the-clock");
    await work("tell-expiring");
    expect((await noticesOf(id)).length).toBe(1);
    await passDays(4);
    expect(await isListed(id)).toBe(true);
  });

  it("R953 never ends under its reservation, neither by days nor by the end of a term", async () => {
    const id = await listedSince("Reserved veena", 30);
    const until = new Date(Date.now() + 7 * day).toISOString();
    await seller.call("PUT", `/api/products/${id}/reservation`, { json: { until } });
    const parts = {
      ...term.parts,
      config: { ...term.parts.config, LISTING_DAYS: 3, TERM_ENDS: [] },
    };
    // Six days later.
    await term.parts.db.query(sql`
      update listing_clocks set alive_at = alive_at - interval '6 days' where product_id = ${id}`);
    await work("end-by-the-clock", parts);
    expect(await isListed(id)).toBe(true);
    const { body } = await term.stranger.get(`/api/items/${id}`);
    expect(body.product.reservedUntil).toBe(until);
  });

  it("R860 is announced half of a short LISTING_DAYS ahead, with the days that are left", async () => {
    const parts = (LISTING_DAYS: number) => ({
      ...term.parts,
      config: { ...term.parts.config, LISTING_DAYS, TERM_ENDS: [] },
    });
    const id = await listedSince("Short veena", 1);
    await work("tell-expiring", parts(4));
    expect(await noticesOf(id)).toEqual([]);
    const old = await listedSince("Older veena", 3);
    await work("tell-expiring", parts(4));
    expect((await noticesOf(old)).map(({ text }) => text)).toEqual([
      "“Older veena” expires in 1 day. Is it still available?",
    ]);
    await seller.call("POST", `/api/products/${old}/renew`);
    await work("tell-expiring", parts(4));
    expect((await noticesOf(old)).length).toBe(1);
  });
});

describe("a deleted listing", () => {
  const statusOf = async (url: string) => (await market.stranger.get(url)).status;

  it("R782 can be brought back for 7 days, with its photos", async () => {
    const { _id: id, images } = (
      await list(asha, { name: "Rocking chair" }, ["#112233", "#445566"])
    ).body.product;
    expect((await asha.call("DELETE", `/api/products/${id}`)).status).toBe(200);
    expect(await statusOf(`/api/items/${id}`)).toBe(404);
    expect((await asha.get("/api/products/deleted")).body.products).toEqual([
      { _id: id, name: "Rocking chair", price: 3200, deletedAt: expect.any(String) },
    ]);
    expect((await rohan.call("POST", `/api/products/${id}/restore`)).status).toBe(404);
    const { status, body } = await asha.call("POST", `/api/products/${id}/restore`);
    expect([status, body.product.images]).toEqual([200, images]);
    expect(await inLists(id, "rocking")).toEqual([true, true, true]);
    for (const { url } of images) expect(await statusOf(url)).toBe(200);
    expect((await asha.call("POST", `/api/products/${id}/restore`)).status).toBe(404);
  });

  it("R955 comes back with the saves of other students and its place in bundles", async () => {
    const names = ["Sarod", "Shehnai", "Santoor"];
    const ids: string[] = [];
    for (const name of names) ids.push((await listed({ name }))._id);
    const [, id = ""] = ids;
    const leavingOn = new Date(Date.now() + 20 * day).toISOString().slice(0, 10);
    const json = { productIds: ids, place: "Gate 2", leavingOn };
    const { bundle } = (await asha.call("POST", "/api/bundles", { json })).body;
    const erased = await market.student("Erased-saver");
    for (const saver of [rohan, erased]) await saver.call("PUT", `/api/saved/${id}`);
    const saved = async () =>
      (await rohan.get("/api/saved")).body.products.map(({ _id }: { _id: string }) => _id);
    const inBundle = async () =>
      (await market.stranger.get(`/api/bundles/${bundle.id}`)).body.bundle.products.map(
        ({ name }: { name: string }) => name,
      );
    await asha.call("DELETE", `/api/products/${id}`);
    expect(await saved()).not.toContain(id);
    expect(await inBundle()).toEqual(["Sarod", "Santoor"]);
    await market.parts.db.query(sql`
      delete from identities where id = (select identity_id from users where id = ${erased.userId})`);
    expect((await asha.call("POST", `/api/products/${id}/restore`)).status).toBe(200);
    expect(await saved()).toContain(id);
    expect(await inBundle()).toEqual(names);
  });

  it("R782 is gone after 7 days, with its files", async () => {
    const { _id: id } = await listed();
    await asha.call("DELETE", `/api/products/${id}`);
    await market.parts.db.query(sql`
      update deleted_listings set deleted_at = now() - interval '7 days 1 second' where product_id = ${id}`);
    expect((await asha.call("POST", `/api/products/${id}/restore`)).status).toBe(404);
    await run("remove-deleted-listings");
    const left = await market.parts.db.query(sql`
      select from deleted_listings where product_id = ${id}`);
    expect(left).toEqual([]);
  });

  it("R782 does not come back when a moderator has removed it since, and comes back hidden when it was hidden", async () => {
    const [removed, hidden] = [await listed(), await listed()];
    for (const { _id } of [removed, hidden]) await asha.call("DELETE", `/api/products/${_id}`);
    const moderation = { transaction: market.parts.db, jobs: market.parts.jobs };
    await changeListing(moderation, "remove", removed._id);
    await changeListing(moderation, "hide", hidden._id);
    expect((await asha.call("POST", `/api/products/${removed._id}/restore`)).status).toBe(404);
    expect((await asha.call("POST", `/api/products/${hidden._id}/restore`)).status).toBe(200);
    expect(await inLists(hidden._id)).toEqual([false, false, false]);
  });

  it("R782 comes back hidden when it was hidden", async () => {
    const { _id: id } = await listed();
    await market.parts.db.query(sql`
      update products set hidden_at = now() where id = ${id}`);
    await asha.call("DELETE", `/api/products/${id}`);
    await asha.call("POST", `/api/products/${id}/restore`);
    expect(await own(id)).toMatchObject({ hidden: true });
    expect(await inLists(id)).toEqual([false, false, false]);
  });
});

describe("the price hint", () => {
  const hint = async (query: Record<string, string>) => {
    await run("count-sold-prices");
    return rohan.get(`/api/products/price-hint?${new URLSearchParams(query)}`);
  };

  it("R783 gives the range of prices of at least five similar sold items, and otherwise nothing", async () => {
    const category = "Tech & Accessories";
    const sellers: TestStudent[] = [];
    for (let n = 0; n < 6; n++) sellers.push(await market.student(`Lampseller${n}`));
    const sell = async (name: string, price: string) => {
      const seller = sellers.pop() ?? asha;
      const { _id: id } = (await list(seller, { name, price, category })).body.product;
      await seller.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
      return { id: id as string, seller };
    };
    const prices = ["300", "350", "400", "500"];
    for (const price of prices) await sell("Desk lamp", price);
    expect((await hint({ category, q: "lamp" })).body).toEqual({ success: true });
    const last = await sell("Study lamp", "900");
    await sell("Lamp shade", "90");
    const { body } = await hint({ category, q: "Bright desk lamp", condition: "Used - Good" });
    expect(body.hint).toEqual({ low: 300, high: 500, count: 6 });
    expect((await hint({ category, q: "guitar" })).body).toEqual({ success: true });
    expect((await hint({ category: "Room & Living", q: "lamp" })).body).toEqual({ success: true });
    const again = { json: { isSold: false } };
    await last.seller.call("PUT", `/api/products/${last.id}/toggle-sold`, again);
    expect((await hint({ category, q: "lamp" })).body.hint.count).toBe(5);
  });

  it("R951 needs five different sellers, however much each has sold", async () => {
    const category = "Study Essentials";
    const sell = async (seller: TestStudent, price: string) => {
      const { _id: id } = (await list(seller, { name: "Thermodynamics", price, category })).body
        .product;
      await seller.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
    };
    const query = { category, q: "thermodynamics" };
    for (let n = 0; n < 6; n++) await sell(asha, "5000");
    for (let n = 0; n < 3; n++) await sell(await market.student(`Bookseller${n}`), "200");
    expect((await hint(query)).body).toEqual({ success: true });
    await sell(await market.student("Bookseller"), "200");
    expect((await hint(query)).body.hint).toEqual({ low: 200, high: 200, count: 5 });
  });

  it("R783 wants a sign-in, a category and a name", async () => {
    const path = "/api/products/price-hint?category=Tech+%26+Accessories&q=lamp";
    expect((await market.stranger.get(path)).status).toBe(401);
    for (const query of [
      { q: "lamp" },
      { category: "Tech & Accessories" },
      { category: "x", q: "y" },
    ])
      expect((await hint(query as Record<string, string>)).status).toBe(400);
  });
});

describe("a listing without activity for 30 days", () => {
  // The seller has not reached the limit of listings.
  beforeAll(async () => {
    asha = await market.student("Asha-again");
  });
  const since = async (id: string) => {
    const { product } = (await market.stranger.get(`/api/items/${id}`)).body;
    const all = await market.stranger.get("/api/products", { "cache-control": "no-cache" });
    const [card] = all.body.filter(({ _id }: { _id: string }) => _id === id);
    expect(card?.unconfirmedSince).toBe(product.unconfirmedSince);
    return product.unconfirmedSince;
  };
  const setActive = (id: string, time: string) =>
    market.parts.db.query(sql`
      update listing_clocks set alive_at = ${time}::timestamptz where product_id = ${id}`);
  const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
  const dayInIndia = (time: string) =>
    new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().slice(0, 10);

  it("R1059 is shown as not confirmed since then once a student asks for the number", async () => {
    const { _id: id } = await listed({ name: "Silent kettle" });
    const last = daysAgo(31);
    await setActive(id, last);
    await run("mark-unconfirmed");
    expect(await since(id)).toBeUndefined();
    await asha.get(`/api/products/${id}`);
    expect(await since(id)).toBeUndefined();
    await rohan.get(`/api/products/${id}`);
    expect(await since(id)).toBe(dayInIndia(last));
  });

  it("R1059 is so, too, when a student asked before these days were over, but after the last activity", async () => {
    const [asked, before] = [await listed({ name: "Asked" }), await listed({ name: "Before" })];
    for (const { _id: id } of [asked, before]) await rohan.get(`/api/products/${id}`);
    await setActive(asked._id, daysAgo(29));
    await setActive(before._id, daysAgo(29));
    await market.parts.db.query(sql`
      update reveals set revealed_at = now() - interval '29 days 1 hour' where product_id = ${before._id}`);
    await run("mark-unconfirmed");
    expect(await since(asked._id)).toBeUndefined();
    for (const { _id: id } of [asked, before])
      await market.parts.db.query(sql`
        update listing_clocks set alive_at = alive_at - interval '2 days' where product_id = ${id}`);
    await market.parts.db.query(sql`
      update reveals set revealed_at = revealed_at - interval '2 days' where product_id = ${before._id}`);
    await run("mark-unconfirmed");
    expect(await since(asked._id)).toBe(dayInIndia(daysAgo(31)));
    expect(await since(before._id)).toBeUndefined();
  });

  it.each([
    ["confirms it", (id: string) => asha.call("POST", `/api/products/${id}/confirm`)],
    ["edits it", (id: string) => edit(id, { price: "3100" })],
    [
      "reserves it",
      (id: string) =>
        asha.call("PUT", `/api/products/${id}/reservation`, {
          json: { until: new Date(Date.now() + day).toISOString() },
        }),
    ],
    [
      "marks it sold",
      (id: string) =>
        asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } }),
    ],
  ])("R1059 is so until its seller %s", async (_what, change) => {
    const { _id: id } = await listed({ name: "Quiet lamp" });
    await setActive(id, daysAgo(40));
    await rohan.get(`/api/products/${id}`);
    expect(await since(id)).toBe(dayInIndia(daysAgo(40)));
    await change(id);
    expect((await own(id)).unconfirmedSince).toBeUndefined();
    await run("mark-unconfirmed");
    expect((await own(id)).unconfirmedSince).toBeUndefined();
  });
});
