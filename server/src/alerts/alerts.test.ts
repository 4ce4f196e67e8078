import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { changeListing, changeStudent } from "../moderation/measures.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { alertJobs } from "./alerts.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;
let students = 0;
/** The day on which all listings appear: tomorrow, so that no test fails when midnight in India passes meanwhile. */
let dayOfTests: string;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
    LIMITS_ACTIVE_LISTINGS: "100",
    LIMITS_REQUESTS_PER_MINUTE: "10000",
  });
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
  const [row] = await market.parts.db.query<{ tomorrow: string }>(sql`
    select ((now() at time zone 'Asia/Kolkata')::date + 1)::text as tomorrow`);
  dayOfTests = row?.tomorrow ?? "";
});
afterAll(() => market.close());

const add = (student: TestStudent, json: object, headers = {}) =>
  student.call("PUT", "/api/alerts", { json, headers });
/** Runs what a process does every few seconds. */
const match = async (changed: Partial<Pick<Context, "db">> = {}) => {
  await market.parts.db.query(sql`
    update appearances set appeared_at = (${dayOfTests}::date + time '12:00') at time zone 'Asia/Kolkata'
    where appeared_at > now() - interval '1 hour'`);
  await alertJobs({ ...market.parts, ...changed })[0]?.work({} as never);
};
const appear = async (fields: Record<string, string>): Promise<string> => {
  const { _id: productId } = (await list(asha, fields)).body.product;
  await match();
  return productId;
};
const matches = async (student: TestStudent): Promise<string[]> =>
  (await student.get("/api/notices")).body.notices
    .filter(({ kind }: { kind: string }) => kind === "search-match")
    .map(({ text }: { text: string }) => text);
const clear = (student: TestStudent) =>
  market.parts.db.query(sql`
    with gone as (delete from notices where user_id = ${student.userId})
    delete from alerts where user_id = ${student.userId}`);
/** Ends the day of the alerts' earlier notices: they are of the day before the tests began. */
const endDay = (student: TestStudent) =>
  market.parts.db.query(sql`
    with own as (
      select id from alerts where user_id = ${student.userId}
    ), notice as (
      update notices set dedupe_key = id::text where user_id = ${student.userId}
    ), later as (
      update alert_matches set day = day - 2, told_on = told_on - 2 where alert_id in (select id from own)
    )
    update alerts_told set day = day - 2 where alert_id in (select id from own)`);
/** Runs the hourly job. */
const notifyWaiting = async () => {
  await recurringJobs(market.parts)
    .find(({ name }) => name === "tell-waiting-matches")
    ?.work({} as never);
  await market.parts.db.query(sql`
    update alerts_told set day = ${dayOfTests}::date where day = ${dayOfTests}::date - 1`);
};

describe("alerts", () => {
  it("R788 are stored once each, and listed and removed by their student alone", async () => {
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

  it("R869 answer a repeated request as the first time", async () => {
    const headers = { "idempotency-key": "0123456789-alert" };
    const [first, again] = [
      await add(rohan, { q: "sarangi" }, headers),
      await add(rohan, { q: "sarangi" }, headers),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await add(rohan, { q: "sarangi" })).status).toBe(200);
    expect((await add(rohan, { q: "veena" }, headers)).body.code).toBe("key-reused");
    await clear(rohan);
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

  it("R789 tell of a listing by its words, misspelt or in other words, and by filters, and of no other", async () => {
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
    expect((await matches(rohan)).toSorted()).toEqual([
      "New for “harmonium”: Harmonium, ₹2,400",
      "New for “harmonum”: Harmonium, ₹2,400",
      "New: Harmonium, ₹2,400",
    ]);
    await clear(rohan);
  });

  it("R789 tell once a day, however often the job runs, and again tomorrow", async () => {
    await add(rohan, { q: "sitar" });
    await list(asha, { name: "Sitar" });
    await Promise.all([match(), match()]);
    await appear({ name: "Sitar strings" });
    expect((await matches(rohan)).length).toBe(1);
    await endDay(rohan);
    await appear({ name: "Sitar case" });
    expect((await matches(rohan)).length).toBe(2);
    await clear(rohan);
  });

  it("R995 tell the next day what has appeared after the notice of a day, with that day's notice", async () => {
    await add(rohan, { q: "swarmandal" });
    const sell = async (id: string) =>
      asha.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold: true } });
    await appear({ name: "Swarmandal" });
    const [, , gone] = [
      await appear({ name: "Swarmandal strings" }),
      await appear({ name: "Swarmandal case" }),
      await appear({ name: "Swarmandal stand" }),
    ];
    await sell(gone);
    await notifyWaiting();
    expect(await matches(rohan)).toEqual(["New for “swarmandal”: Swarmandal, ₹3,200"]);

    await endDay(rohan);
    await Promise.all([notifyWaiting(), notifyWaiting()]);
    await notifyWaiting();
    expect((await matches(rohan))[0]).toBe(
      "New for “swarmandal”: Swarmandal case, ₹3,200, and 1 more",
    );
    expect((await matches(rohan)).length).toBe(2);

    // The first of the next day brings the others along; afterwards nothing waits.
    await appear({ name: "Swarmandal pick" });
    await endDay(rohan);
    await appear({ name: "Swarmandal cover" });
    await endDay(rohan);
    await notifyWaiting();
    expect(await matches(rohan)).toEqual([
      "New for “swarmandal”: Swarmandal cover, ₹3,200, and 1 more",
      "New for “swarmandal”: Swarmandal case, ₹3,200, and 1 more",
      "New for “swarmandal”: Swarmandal, ₹3,200",
    ]);
    await clear(rohan);
  });

  it("R995 tell nothing of yesterday's that is gone, of a student blocked since, or of a deleted alert", async () => {
    const seller = await market.student(`Seller${++students}`);
    const unlucky = await market.student("Unlucky");
    const blocker = await market.student("Blocker");
    const waiting = [unlucky, blocker, await market.student("Patient")];
    for (const student of waiting) await add(student, { q: "nagaswaram" });
    for (const name of ["Nagaswaram", "Nagaswaram reed"]) await list(seller, { name });
    await match();
    expect(await Promise.all(waiting.map(async (who) => (await matches(who)).length))).toEqual([
      1, 1, 1,
    ]);
    for (const student of waiting) await endDay(student);
    await blocker.call("PUT", `/api/blocks/${seller.userId}`);
    const [{ id }] = (await unlucky.get("/api/alerts")).body.alerts;
    await unlucky.call("DELETE", `/api/alerts/${id}`);
    await notifyWaiting();
    expect(await Promise.all(waiting.map(async (who) => (await matches(who)).length))).toEqual([
      1, 1, 2,
    ]);
    for (const student of waiting) await clear(student);
  });

  it("R789 do not announce the student's own listings, a blocked student's, or hidden and sold ones", async () => {
    await add(asha, { q: "santoor" });
    const blocked = await market.student("Blocked");
    await add(blocked, { q: "santoor" });
    await blocked.call("PUT", `/api/blocks/${asha.userId}`);
    await add(rohan, { q: "santoor" });
    const { _id: hidden } = (await list(asha, { name: "Santoor" })).body.product;
    await market.parts.db.query(sql`
      update products set hidden_at = now() where id = ${hidden}`);
    await match();
    expect(await matches(rohan)).toEqual([]);
    await appear({ name: "Santoor" });
    expect([await matches(asha), await matches(blocked)]).toEqual([[], []]);
    expect((await matches(rohan)).length).toBe(1);
    await clear(rohan);
  });

  it("R789 of a thousand, each is notified once, by the job queue and not while a listing is created", async () => {
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
    await list(asha, { name: "Esraj with a bow" });
    expect(await count()).toBe(0);
    for (let times = 0; times < 2; times++) await match();
    expect(await count()).toBe(1000);
  });
});

describe("the words of an alert", () => {
  const waitFor = async (...searches: string[]): Promise<TestStudent> => {
    const student = await market.student(`Waiting${++students}`);
    for (const q of searches) await add(student, { q });
    return student;
  };

  it("R861 do not announce a listing that only looks similar, but still the right one on the same day", async () => {
    const waiting = await waitFor(
      "drone",
      "table",
      "monitor",
      "pen",
      "cot",
      "ring",
      "sitar stand",
      "fx-991",
    );
    const alike: Record<string, string>[] = [
      { name: "Blue cotton dress", price: "650", category: "Fashion & Lifestyle" },
      { name: "USB cable", description: "Service done last month." },
      { name: "Portable speaker", description: "Open box, no scratch on the screen." },
      { name: "String lights" },
      { name: "Steel stand", description: "For books." },
      { name: "Calculator fx-911" },
    ];
    for (const fields of alike) await appear(fields);
    expect(await matches(waiting)).toEqual([]);
    await appear({ name: "Drone with camera", price: "9000" });
    expect(await matches(waiting)).toEqual(["New for “drone”: Drone with camera, ₹9,000"]);
  });

  it.each([
    ["Wooden chairs", "chair", "kursi", "CHAIR wood", "chairr", "wodden chair", "kursi chahiye"],
    ["Headphone", "phone", "head phone", "headp", "headset", "haedphone", "headphon"],
    ["Note pad, ruled", "notepad", "note", "ruled pad"],
    ["Powerbank 20000mAh", "power bank", "powerbanks", "portable charger", "20000 mah powerbank"],
    ["Saikil", "cycle", "bicycle", "cycel", "saikal"],
    ["Study lamp", "studylamp", "study lamp", "lamps", "laltain", "lamp study"],
    ["Calculator fx-991", "fx991", "FX 991 calculator", "calcolator", "calci"],
  ])(
    "R861 are met by “%s”: exactly, in part, by synonym, in Hinglish, with one mistake",
    async (name, ...searches) => {
      const waiting = await waitFor(...searches);
      await appear({ name });
      const found = (await matches(waiting)).map((text) => /“(.*)”/.exec(text)?.[1] ?? "");
      expect(found.toSorted()).toEqual(searches.toSorted());
    },
  );

  it("R864 cost one listing the same number of queries, for 10 alerts and for 2,000", async () => {
    const { db } = market.parts;
    const student = await market.student("Isha");
    const queries = async (alerts: number): Promise<number> => {
      // Longer than a request may take, for a busy machine.
      await db.query(
        sql`
        insert into alerts (id, user_id, q)
        select gen_random_uuid(), ${student.userId}, 'shamisen ' || i from generate_series(1, ${alerts}) i`,
        300_000,
      );
      await list(asha, { name: "Shamisen 7" });
      let count = 0;
      const counting: Queries["query"] = (statement, timeoutMs) => {
        count++;
        return db.query(statement, timeoutMs);
      };
      const transaction: Context["db"]["transaction"] = (work) =>
        db.transaction((inside) =>
          work({
            ...inside,
            query: (statement, timeoutMs) => {
              count++;
              return inside.query(statement, timeoutMs);
            },
          }),
        );
      await match({ db: { ...db, query: counting, transaction } });
      expect(await matches(student)).toEqual(["New for “shamisen 7”: Shamisen 7, ₹3,200"]);
      await clear(student);
      return count;
    };
    expect(await queries(2_000)).toBe(await queries(10));
  });
});

describe("a listing that appears", () => {
  const day = 86_400_000;
  const run = (name: string) =>
    recurringJobs(market.parts)
      .find((job) => job.name === name)
      ?.work({} as never);
  let seller: TestStudent;
  beforeEach(async () => {
    seller = await market.student(`Seller${++students}`);
  });
  const edit = async (id: string, fields: Record<string, string>) =>
    seller.call("PUT", `/api/products/${id}`, { form: await formOf({ ...cycle, ...fields }, []) });
  const moderation = () => ({ transaction: market.parts.db, jobs: market.parts.jobs });
  const listed = async (name: string): Promise<string> =>
    (await list(seller, { name })).body.product._id;

  type Trigger = [
    trigger: string,
    begin: (name: string) => Promise<string>,
    appear: (id: string, name: string) => Promise<unknown>,
  ];
  const triggers: Trigger[] = [
    ["an edit of its name", () => listed("Thing"), (id, name) => edit(id, { name })],
    [
      "a lower price",
      async (name) => (await list(seller, { name, price: "1500" })).body.product._id,
      (id, name) => edit(id, { name, price: "900" }),
    ],
    [
      "being unsold again",
      listed,
      async (id) => {
        for (const isSold of [true, false])
          await seller.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold } });
      },
    ],
    [
      "the end of its reservation",
      async (name) => {
        const id = await listed(name);
        const until = new Date(Date.now() + day).toISOString();
        await seller.call("PUT", `/api/products/${id}/reservation`, { json: { until } });
        return id;
      },
      (id) => seller.call("DELETE", `/api/products/${id}/reservation`),
    ],
    [
      "its restoring by a moderator",
      async (name) => {
        const id = await listed(name);
        await changeListing(moderation(), "hide", id);
        return id;
      },
      (id) => changeListing(moderation(), "restore", id),
    ],
    [
      "being brought back by its seller",
      async (name) => {
        const id = await listed(name);
        await seller.call("DELETE", `/api/products/${id}`);
        return id;
      },
      (id) => seller.call("POST", `/api/products/${id}/restore`),
    ],
    [
      "its renewal",
      async (name) => {
        const id = await listed(name);
        await market.parts.db.query(sql`
        update listing_clocks set alive_at = now() - interval '91 days' where product_id = ${id}`);
        await run("end-by-the-clock");
        return id;
      },
      (id) => seller.call("POST", `/api/products/${id}/renew`),
    ],
    [
      "its seller's reinstatement",
      async (name) => {
        const id = await listed(name);
        await changeStudent(moderation(), "suspend", { userId: seller.userId });
        return id;
      },
      () => changeStudent(moderation(), "reinstate", { userId: seller.userId }),
    ],
  ];

  it.each(triggers)(
    "R862 by %s is announced, and not again when it is edited or hidden and restored",
    async (trigger, begin, appear) => {
      const name = `Sarod ${triggers.findIndex(([other]) => other === trigger)}`;
      const id = await begin(name);
      await match();
      await add(rohan, { q: name, priceRange: "500-1000" });
      await add(rohan, { q: name, priceRange: "2000-5000+" });
      await appear(id, name);
      await match();
      expect((await matches(rohan)).length).toBe(1);
      await endDay(rohan);
      await edit(id, { name, description: "Hardly played." });
      await changeListing(moderation(), "hide", id);
      await changeListing(moderation(), "restore", id);
      await match();
      expect(new Set(await matches(rohan)).size).toBe((await matches(rohan)).length);
      await clear(rohan);
    },
  );

  it("R862 is not new to an alert that is younger, when it is edited", async () => {
    const id = await listed("Sarinda");
    await match();
    await add(rohan, { q: "sarinda" });
    await edit(id, { name: "Sarinda", description: "Hardly played." });
    await match();
    expect(await matches(rohan)).toEqual([]);
    await clear(rohan);
  });

  it("R863 is not lost with a process, and one that fails holds up no other", async () => {
    const { db } = market.parts;
    await add(rohan, { q: "ravanahatha" });
    await add(rohan, { q: "surbahar" });
    await listed("Ravanahatha");
    await listed("Surbahar");
    let isFirst = true;
    const killed: Context["db"]["transaction"] = (work) =>
      db.transaction(async (transaction) => {
        const done = await work(transaction);
        if (!isFirst) return done;
        isFirst = false;
        throw new Error("killed");
      });
    await expect(match({ db: { ...db, transaction: killed } })).rejects.toThrow("killed");
    expect(await matches(rohan)).toEqual([]);
    await match({ db: { ...db, transaction: killed } });
    expect((await matches(rohan)).length).toBe(2);
    await clear(rohan);
  });

  it(
    "R863 is announced on every day of a month if it is listed when it is matched, whatever happens to it later",
    { tags: "sweep" },
    async () => {
      const waiting = await market.student("Zoya");
      const kinds = ["Room & Living", "Tech & Accessories", "Study Essentials"];
      const alerts = await Promise.all(
        kinds.map(async (category) => ({
          category,
          id: (await add(waiting, { category })).body.alert.id as string,
          things: new Set<string>(),
        })),
      );
      type Thing = { id: string; category: string; isSold: boolean; isHidden: boolean };
      const things: Thing[] = [];
      let pending: { thing: Thing; day: string; untilThen: string | undefined }[] = [];
      const expected = new Set<string>();
      let state = 27;
      const random = (below: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * below);
      };
      /** @returns whether the thing appears by it, and the category that it had if it was there already */
      const change = async (): Promise<Omit<(typeof pending)[number], "day"> | undefined> => {
        const thing = things[random(things.length)];
        const kind = thing === undefined ? 0 : random(6);
        const category = kinds[random(kinds.length)] ?? "";
        if (thing === undefined || kind < 2) {
          const id = (await list(seller, { name: "Thing", category })).body.product._id;
          things.push({ id, category, isSold: false, isHidden: false });
          return { thing: things.at(-1) as Thing, untilThen: undefined };
        }
        if (kind === 2) {
          thing.isSold = !thing.isSold;
          const json = { isSold: thing.isSold };
          await seller.call("PUT", `/api/products/${thing.id}/toggle-sold`, { json });
          return { thing, untilThen: undefined };
        }
        if (kind === 3) {
          thing.isHidden = !thing.isHidden;
          await changeListing(moderation(), thing.isHidden ? "hide" : "restore", thing.id);
          return { thing, untilThen: undefined };
        }
        if (thing.isSold || thing.isHidden) return undefined;
        if (kind === 4) {
          const path = `/api/products/${thing.id}/reservation`;
          const until = new Date(Date.now() + day).toISOString();
          await seller.call("PUT", path, { json: { until } });
          await seller.call("DELETE", path);
          return { thing, untilThen: undefined };
        }
        const untilThen = thing.category;
        thing.category = category;
        await edit(thing.id, { name: "Thing", category });
        return { thing, untilThen };
      };
      /** The model: which alerts announce which listings. */
      const look = async () => {
        await match();
        for (const { thing, day, untilThen } of pending)
          for (const { category, things, id } of alerts) {
            const fits = thing.category === category && untilThen !== category;
            if (!fits || thing.isSold || thing.isHidden || things.has(thing.id)) continue;
            // Listings that appear after the day's notice wait for the next one.
            expected.add(`search-match ${id} ${day}`);
            things.add(thing.id);
          }
        pending = [];
      };
      for (let now = Date.parse("2020-01-01T00:00:00+05:30"), n = 0; n < 120; n++) {
        now += random(12 * 60) * 60_000;
        const appeared = await change();
        await market.parts.db.query(sql`
        update appearances set appeared_at = ${new Date(now)} where appeared_at > '2021-01-01'`);
        const day = new Date(now + 5.5 * 3_600_000).toISOString().slice(0, 10);
        const { isSold, isHidden } = appeared?.thing ?? {};
        if (appeared && !isSold && !isHidden) pending.push({ ...appeared, day });
        if (random(3) > 0) await look();
      }
      await look();
      const found = await market.parts.db.query<{ key: string }>(sql`
      select dedupe_key as key from notices where user_id = ${waiting.userId}`);
      expect(expected.size).toBeGreaterThan(30);
      expect(found.map(({ key }) => key).toSorted()).toEqual([...expected].toSorted());
    },
  );
});
