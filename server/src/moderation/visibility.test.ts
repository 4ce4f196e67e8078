import { once } from "node:events";
import { Agent, type IncomingMessage, request as ask } from "node:http";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { marketCommand } from "../../test/command.ts";
import { list } from "../../test/listings.ts";
import { recurringJobs } from "../operations/recurring.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { signedInAgain } from "../../test/people.ts";

const agent = new Agent({ keepAlive: true });

const limits = {
  LIMITS_CONTACTS_PER_MINUTE: "10000",
  LIMITS_CONTACTS_PER_DAY: "10000",
  LIMITS_REQUESTS_PER_MINUTE: "1000000",
  MODERATOR_EMAILS: "mira@cgu.example",
};
/** Two processes on one database, called over sockets, as by browsers and proxies. */
let markets: { market: TestMarket; origin: string }[];
let first: TestMarket;
let mira: TestStudent;
let seller: TestStudent;
let buyer: TestStudent;
/** Unsold and sold of one seller, and something like them of another. */
let unsold: string;
let sold: string;
let like: string;

beforeAll(async () => {
  first = await openTestMarket(limits);
  const { DATABASE_URL = "", DATABASE_SESSION_URL = "", DATA_DIR } = first.parts.config;
  const second = await openTestMarket({ ...limits, DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR });
  markets = await Promise.all(
    [first, second].map(async (market) => ({
      market,
      origin: await market.app.listen({ host: "127.0.0.1", port: 0 }),
    })),
  );
  mira = await first.student("Mira");
  seller = await first.student("Seller");
  buyer = await first.student("Buyer");
  unsold = await add(seller, "Zebra cycle");
  sold = await add(seller, "Zebra scooter");
  like = await add(buyer, "Plain cycle");
  await mark(sold, true);
  for (const id of [unsold, sold])
    expect((await buyer.call("PUT", `/api/saved/${id}`)).status).toBe(204);
});
afterAll(async () => {
  agent.destroy();
  for (const { market } of markets.toReversed()) await market.close();
});

async function add(student: TestStudent, name: string): Promise<string> {
  const { _id: id, code } = (await list(student, { name })).body.product;
  codes.set(id, code);
  return id;
}
const mark = (id: string, isSold: boolean) =>
  seller.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold } });

const command = (...args: string[]) => marketCommand(first, ...args);

const lists = [
  "/api/products",
  "/api/products?sort=newest&limit=8",
  "/api/products?sort=random&limit=8",
  ...[
    "",
    "category=Mobility+%26+Transport",
    "condition=Used+-+Good&sort=newest",
    "locationType=On-Campus&sort=price-low",
    "priceRange=2000-5000%2B&sort=price-high",
    "q=zebra",
    "q=zebr&category=Mobility+%26+Transport",
    "q=zebra&sort=price-low",
  ].map((query) => `/api/products/filter?${query}`),
];
const pages = ["/", "/home", "/new", "/sitemap.xml"];
const others = ["/api/new", "/api/digest", "/api/digest?days=7&q=zebra"];
const newCard = "/new/card.jpg";
/** The code of its short address, by which messages name it. */
const codes = new Map<string, string>();

/** A GET under the name that students use, whatever port the process listens on. */
async function get(url: string, headers: Record<string, string>) {
  const { host } = new URL(first.parts.config.PUBLIC_ORIGIN);
  const request = ask(url, { headers: { host, ...headers }, agent }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const etag = response.headers.etag ?? "";
  return { status: response.statusCode ?? 0, text: await text(response), etag };
}

let looks = 0;
/** Each from another network, because unknown codes are counted. */
async function statusOfCode({ app }: TestMarket, id: string): Promise<number> {
  looks += 1;
  const remoteAddress = `10.${looks >> 8}.${looks & 255}.1`;
  return (await app.inject({ url: `/i/${codes.get(id)}`, remoteAddress })).statusCode;
}

type Seen = { places: string[]; statuses: Record<string, number> };

/**
 * Finds where a process shows a listing to others: texts with its id or code, each fetched cached, revalidated and
 * uncached; and the statuses of the listing's own addresses.
 */
async function look({ market, origin }: (typeof markets)[number], id: string): Promise<Seen> {
  const ask = (path: string, headers = {}) => get(origin + path, headers);
  const authorization = { authorization: `Bearer ${buyer.token}` };
  const places: string[] = [];
  const shows = (text: string) => text.includes(id) || text.includes(codes.get(id) ?? "?");
  for (const path of [...lists, ...pages, ...others, `/api/items/${like}`, `/item/${like}`]) {
    const cached = (await ask(path)).text;
    const again = (await ask(path)).text;
    const made = (await ask(path, { "cache-control": "no-cache" })).text;
    if (shows(cached)) places.push(path);
    if (shows(again)) places.push(`${path} again`);
    if (shows(made)) places.push(`${path} made`);
  }
  // Its version names what the picture shows.
  if (shows((await ask(newCard)).etag)) places.push(newCard);
  for (const path of ["/api/saved", "/api/saved/ids"])
    if ((await ask(path, authorization)).text.includes(id)) places.push(path);
  const contact = await ask(`/api/products/${id}`, authorization);
  const statuses: Seen["statuses"] = {
    contact: contact.status,
    "/i/{code}": await statusOfCode(market, id),
  };
  for (const path of ["/item/{id}", "/item/{id}/card.jpg", "/api/items/{id}"])
    statuses[path] = (await ask(path.replace("{id}", id))).status;
  return { places, statuses };
}

const gone = {
  "/item/{id}": 404,
  "/item/{id}/card.jpg": 404,
  "/api/items/{id}": 404,
  "/i/{code}": 404,
  contact: 404,
};
const there = {
  "/item/{id}": 200,
  "/item/{id}/card.jpg": 200,
  "/api/items/{id}": 200,
  "/i/{code}": 308,
  contact: 200,
};

/** Runs the command and waits until both processes are notified; otherwise only time would end their cached responses. */
async function announced(...args: string[]): Promise<string> {
  const notified = markets.map(() => 0);
  const ends = markets.map(({ market }, nth) =>
    market.parts.changes.subscribe(() => (notified[nth] = (notified[nth] ?? 0) + 1)),
  );
  const output = await command(...args);
  await expect.poll(() => notified).toEqual([1, 1]);
  for (const end of ends) end();
  return output;
}
async function lookEverywhere(id: string): Promise<Seen[]> {
  return Promise.all(markets.map((each) => look(each, id)));
}
/** No response a second after the change shows it; earlier ones may. */
async function expectGone(...ids: string[]): Promise<void> {
  const done = performance.now();
  for (const id of ids) {
    let began: number;
    let places: string[][];
    do {
      began = performance.now();
      places = (await lookEverywhere(id)).map((seen) => seen.places);
    } while (places.flat().length > 0 && began - done <= 1_000);
    expect(places).toEqual([[], []]);
    for (const { statuses } of await lookEverywhere(id)) expect(statuses).toEqual(gone);
  }
}

describe("D19 a suspended or hidden listing", () => {
  let before: Record<string, Seen[]>;
  beforeAll(async () => {
    before = { [unsold]: await lookEverywhere(unsold), [sold]: await lookEverywhere(sold) };
  });

  it("D19 is shown in every list, page and card until then", async () => {
    for (const seen of before[unsold] ?? []) {
      for (const path of [...lists, ...pages, ...others, `/api/items/${like}`, `/item/${like}`])
        expect(seen.places).toEqual(expect.arrayContaining([path, `${path} made`]));
      for (const path of ["/api/saved", newCard]) expect(seen.places).toContain(path);
      expect(seen.statuses).toEqual(there);
    }
    for (const { places, statuses } of before[sold] ?? []) {
      expect(places).toContain("/api/products");
      expect(places).toContain("/new");
      for (const path of ["/sitemap.xml", newCard, ...others.slice(1)])
        expect(places).not.toContain(path);
      expect(statuses).toEqual(there);
    }
  });

  it(
    "D19 leaves every list, page, card and cache of both processes with its seller, and comes back as it was",
    { tags: "sweep" },
    async () => {
      expect(
        await announced(
          "suspend",
          "--email",
          "Seller@cgu.example",
          "--reason",
          "Sells stolen cycles",
        ),
      ).toContain("until reinstated");
      await expectGone(unsold, sold);
      await announced("reinstate", "--email", "seller@cgu.example");
      await expect.poll(() => lookEverywhere(unsold)).toEqual(before[unsold]);
      await expect.poll(() => lookEverywhere(sold)).toEqual(before[sold]);
    },
  );

  it("D19 leaves them when it is hidden, stays with its owner, and comes back as it was", async () => {
    seller = await signInAgain();
    for (const id of [unsold, sold])
      await announced(
        "hide",
        "--item",
        `http://localhost:3000/item/${id}?from=share`,
        "--note",
        "Stolen",
      );
    await expectGone(unsold, sold);
    const own = (await seller.get("/api/products/user")).body.products;
    expect(
      own.map(({ hidden, isSold }: { hidden?: true; isSold: boolean }) => [hidden, isSold]),
    ).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await buyer.call("PUT", `/api/saved/${unsold}`)).status).toBe(404);
    for (const isSold of [true, false]) expect((await mark(unsold, isSold)).status).toBe(200);
    await expectGone(unsold);
    for (const id of [unsold, sold]) await announced("show", "--item", id);
    await expect.poll(() => lookEverywhere(unsold)).toEqual(before[unsold]);
    await expect.poll(() => lookEverywhere(sold)).toEqual(before[sold]);
    expect((await seller.get("/api/products/user")).text).not.toContain("hidden");
  });

  it(
    "D19 stays away when its seller is reinstated while it is hidden, and the other way round",
    { tags: "sweep" },
    async () => {
      await command("hide", "--item", unsold, "--note", "Stolen");
      await command(
        "suspend",
        "--email",
        "seller@cgu.example",
        "--reason",
        "Sells stolen cycles",
        "--days",
        "7",
      );
      await command("reinstate", "--email", "seller@cgu.example");
      await expectGone(unsold);
      await command("suspend", "--email", "seller@cgu.example", "--reason", "Again");
      await command("show", "--item", unsold);
      await expectGone(unsold);
      await command("reinstate", "--email", "seller@cgu.example");
      await expect.poll(() => lookEverywhere(unsold)).toEqual(before[unsold]);
    },
  );
});

describe("R912 on the process that takes it, the page of a listing is gone with the answer", () => {
  const hides = async (id: string) => {
    return () =>
      mira.call("POST", `/api/moderation/products/${id}/hide`, { json: { note: "Fake" } });
  };
  const reports = async (id: string) => {
    const json = { productId: id, reason: "scam", details: "" };
    const names = ["Ira", "Isha", "Ina"];
    const [last, ...others] = await Promise.all(names.map((name) => first.student(name)));
    // Words of new accounts do not count.
    await first.parts.db.query(sql`update users set created_at = created_at - interval '2 days'`);
    for (const other of others) await other.call("POST", "/api/reports", { json });
    return () => (last as TestStudent).call("POST", "/api/reports", { json });
  };
  const deletes = async (id: string) => () => buyer.call("DELETE", `/api/products/${id}`);

  it.each([
    ["a moderator hides it", hides],
    ["a report is enough to hide it", reports],
    ["its seller deletes it", deletes],
  ])("when %s", async (_, prepare) => {
    const id = (await list(buyer, { name: "Short stay" })).body.product._id;
    const act = await prepare(id);
    const page = async () => (await first.app.inject(`/item/${id}`)).statusCode;
    expect(await page()).toBe(200);
    expect((await act()).status).toBeLessThan(300);
    expect(await page()).toBe(404);
  });
});

describe("D20 a deleted or removed listing", () => {
  it(
    "D20 leaves every list, page, card and cache of both processes with its account, and comes back",
    { tags: "sweep" },
    async () => {
      seller = await signInAgain();
      const before = [await lookEverywhere(unsold), await lookEverywhere(sold)];
      const removed = await seller.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } });
      expect(removed.status).toBe(200);
      await expectGone(unsold, sold);
      seller = await signInAgain();
      expect((await seller.call("POST", "/api/users/me/restore")).status).toBe(200);
      await expect.poll(() => lookEverywhere(unsold)).toEqual(before[0]);
      await expect.poll(() => lookEverywhere(sold)).toEqual(before[1]);
    },
  );

  it("D41 leaves them for good when it is removed", async () => {
    for (const id of [unsold, sold]) await command("remove", "--item", id, "--note", "Stolen");
    await expectGone(unsold, sold);
  });
});

describe("a listing whose time is over", () => {
  const ending = ["end-by-the-clock", "pause-unresponsive-listings", "pause-doubted-listings"];
  const jobs = () => markets.map(({ market }) => recurringJobs(market.parts));
  /** Runs the jobs that every process runs every few seconds, concurrently. */
  const tick = () =>
    Promise.all(
      jobs()
        .flat()
        .filter(({ name }) => ending.includes(name))
        .map(({ work }) => work({} as never)),
    );
  /** The cached lists of either process that show it, and those that show it as reserved. */
  const shown = (id: string) =>
    Promise.all(
      markets.map(async ({ origin }) => {
        const texts = await Promise.all(
          lists.map(async (path) => (await get(origin + path, {})).text),
        );
        const listed = texts.flatMap(
          (text) => JSON.parse(text) as { _id: string; reservedUntil?: string }[],
        );
        const those = listed.filter(({ _id }) => _id === id);
        return [those.length, those.filter(({ reservedUntil }) => reservedUntil).length];
      }),
    );
  const all = lists.length;

  it("R820 is checked on every process more often than twice a minute", () => {
    for (const those of jobs())
      expect(
        those.filter(({ name }) => ending.includes(name)).map(({ everySeconds }) => everySeconds),
      ).toEqual([20, 20, 20]);
  });

  it("R820 leaves the lists of both processes within a second of the look, and stays with its seller, who brings it back", async () => {
    const { db } = first.parts;
    const { _id: id } = (await list(buyer, { name: "Zebra wagon" })).body.product;
    const become = async (pairs: number[][]) => {
      const done = performance.now();
      let began: number;
      let seen: number[][];
      do {
        began = performance.now();
        seen = await shown(id);
      } while (!isDeepStrictEqual(seen, pairs) && began - done <= 1_000);
      expect(seen).toEqual(pairs);
    };
    const [free, promised, none] = [
      [all, 0],
      [all, all],
      [0, 0],
    ];
    await become([free, free]);

    const until = new Date(Date.now() + 3_600_000).toISOString();
    await buyer.call("PUT", `/api/products/${id}/reservation`, { json: { until } });
    await become([promised, promised]);
    await db.query(
      sql`update products set reserved_until = now() - interval '1 second' where id = ${id}`,
    );
    await tick();
    await become([free, free]);

    const doubt = async () => {
      await db.query(
        sql`insert into listing_doubts (buyer_id, product_id, kind, seller_id, counted)
          values (${seller.userId}, ${id}, 'sold', ${buyer.userId}, true)`,
      );
      await db.query(
        sql`insert into doubted_listings (product_id, asked_at) values (${id}, now() - interval '48 hours 1 minute')`,
      );
    };
    const ways: [back: string, age: () => Promise<unknown>][] = [
      [
        "renew",
        () =>
          db.query(
            sql`update listing_clocks set alive_at = now() - interval '90 days 1 minute' where product_id = ${id}`,
          ),
      ],
      [
        "confirm",
        () =>
          db.query(
            sql`insert into unanswered_listings (product_id, asked_at) values (${id}, now() - interval '3 days 1 minute')`,
          ),
      ],
      ["confirm", doubt],
    ];
    for (const [back, age] of ways) {
      await age();
      await tick();
      await become([none, none]);
      const own = (await buyer.get("/api/products/user")).body.products;
      expect(own.map(({ _id }: { _id: string }) => _id)).toContain(id);
      expect((await buyer.call("POST", `/api/products/${id}/${back}`)).status).toBe(200);
      await become([free, free]);
    }
  });
});

describe("R1097 what is new, past all caches", () => {
  let fresh: TestStudent;
  let id: string;
  beforeAll(async () => {
    fresh = await first.student("Fresh");
    id = await add(fresh, "Zebra kettle");
  });

  const fresher = { "cache-control": "no-cache" };
  const all = { "/new": true, "/api/new": true, "/api/digest": true, "/new/card.jpg": true };
  const none = { "/new": false, "/api/new": false, "/api/digest": false, "/new/card.jpg": false };
  /** Sold and reserved ones stay on the page with a tag. */
  const onPage = { ...none, "/new": true, "/api/new": true };

  async function lookAtNews() {
    return Promise.all(
      markets.map(async ({ market, origin }) => {
        const seen: Record<string, boolean | number> = { code: await statusOfCode(market, id) };
        for (const path of Object.keys(all)) {
          const { text, etag } = await get(origin + path, fresher);
          seen[path] = (path === newCard ? etag : text).includes(codes.get(id) ?? "?");
        }
        return seen;
      }),
    );
  }
  async function expectSeen(seen: Record<string, boolean | number>, why: string) {
    const done = performance.now();
    let began: number;
    let found: Awaited<ReturnType<typeof lookAtNews>>;
    do {
      began = performance.now();
      found = await lookAtNews();
    } while (!isDeepStrictEqual(found, [seen, seen]) && began - done <= 1_000);
    expect(found, why).toEqual([seen, seen]);
  }
  const there = { ...all, code: 308 };
  const run = (job: string) =>
    recurringJobs(first.parts)
      .find(({ name }) => name === job)
      ?.work({} as never);
  const post = async (student: TestStudent, path: string, json?: object) => {
    const { status, body } = await student.call("POST", path, json && { json });
    expect(status, path).toBeLessThan(300);
    return body;
  };

  it("R1097 leaves out what is sold, reserved, expired or paused, and has it again", async () => {
    await expectSeen(there, "listed");
    const { db } = first.parts;
    const toggle = (isSold: boolean) =>
      fresh.call("PUT", `/api/products/${id}/toggle-sold`, { json: { isSold } });
    await toggle(true);
    await expectSeen({ ...onPage, code: 308 }, "sold");
    await toggle(false);
    await expectSeen(there, "unsold");
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await fresh.call("PUT", `/api/products/${id}/reservation`, { json: { until } });
    await expectSeen({ ...onPage, code: 308 }, "reserved");
    await fresh.call("DELETE", `/api/products/${id}/reservation`);
    await expectSeen(there, "released");
    await db.query(
      sql`update listing_clocks set alive_at = now() - interval '91 days' where product_id = ${id}`,
    );
    await run("end-by-the-clock");
    await expectSeen({ ...none, code: 308 }, "expired");
    await post(fresh, `/api/products/${id}/renew`);
    await expectSeen(there, "renewed");
    await db.query(
      sql`insert into unanswered_listings (product_id, asked_at) values (${id}, now() - interval '4 days')`,
    );
    await run("pause-unresponsive-listings");
    await expectSeen({ ...none, code: 308 }, "paused");
    await post(fresh, `/api/products/${id}/confirm`);
    await expectSeen(there, "confirmed");
  });

  it("R1097 leaves out what a case is open about, what is hidden, and what is of a suspended student", async () => {
    await post(buyer, "/api/reports", { productId: id, reason: "prohibited" });
    await expectSeen({ ...none, code: 308 }, "an open case");
    const { cases } = (await mira.get("/api/moderation/cases")).body;
    const about = cases.find(({ productId }: { productId?: string }) => productId === id);
    await post(mira, `/api/moderation/cases/${about.id}/decision`, {
      action: "dismiss",
      note: "Allowed",
    });
    await expectSeen(there, "dismissed");
    const note = { note: "Stolen" };
    await post(mira, `/api/moderation/products/${id}/hide`, note);
    await expectSeen({ ...none, code: 404 }, "hidden");
    await post(mira, `/api/moderation/products/${id}/restore`, note);
    await expectSeen(there, "shown");
    const reason = { reason: "Sells stolen cycles" };
    await post(mira, `/api/moderation/users/${fresh.userId}/suspend`, reason);
    await expectSeen({ ...none, code: 404 }, "suspended");
    await post(mira, `/api/moderation/users/${fresh.userId}/reinstate`, note);
    await expectSeen(there, "reinstated");
  });

  it("R1097 leaves out what is deleted, and what is of a deleted or erased student", async () => {
    const { db } = first.parts;
    fresh = await signedInAgain(first, fresh);
    await fresh.call("DELETE", `/api/products/${id}`);
    await expectSeen({ ...none, code: 404 }, "deleted");
    await post(fresh, `/api/products/${id}/restore`);
    await expectSeen(there, "restored");
    const removed = await fresh.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } });
    expect(removed.status).toBe(200);
    await expectSeen({ ...none, code: 404 }, "a deleted account");
    fresh = await signedInAgain(first, fresh);
    await post(fresh, "/api/users/me/restore");
    await expectSeen(there, "a restored account");
    await fresh.call("DELETE", "/api/users/me", { json: { confirm: "DELETE" } });
    await db.query(
      sql`update users set deleted_at = now() - interval '8 days' where id = ${fresh.userId}`,
    );
    await run("erase-deleted-accounts");
    expect(await db.query(sql`select from products where id = ${id}`)).toEqual([]);
    await expectSeen({ ...none, code: 404 }, "erased");
  });
});

/** A session of the seller's after the last one was ended. */
async function signInAgain(): Promise<TestStudent> {
  const { db } = first.parts;
  await db.query(sql`update sessions set ended_at = null where identity_id =
    (select identity_id from users where id = ${seller.userId})`);
  return seller;
}
