import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

/** Two processes on one database. */
let first: TestMarket;
let second: TestMarket;
let asha: TestStudent;
let ravi: TestStudent;
let cycle: string;
let code: string;

const limits = { PUBLIC_ORIGIN: "http://localhost:3912", LIMITS_REQUESTS_PER_MINUTE: "100000" };
beforeAll(async () => {
  first = await openTestMarket(limits);
  const { DATABASE_URL = "", DATABASE_SESSION_URL = "", DATA_DIR } = first.parts.config;
  second = await openTestMarket({ ...limits, DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR });
  asha = await first.student("Asha");
  ravi = await first.student("Ravi");
  ({ _id: cycle, code } = (await list(asha)).body.product);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const ask = (query = "", market = first) =>
  market.app.inject({ url: `/api/digest?${query}`, headers: { "cache-control": "no-cache" } });
const text = async (query?: string, market?: TestMarket) => (await ask(query, market)).body;
const change = (facts: Sql) =>
  first.parts.db.query(sql`update products set ${facts} where id = ${cycle}`);
const changeSeller = (facts: Sql) =>
  first.parts.db.query(sql`update users set ${facts} where id = ${asha.userId}`);

async function expectOneItem() {
  for (const market of [first, second])
    expect(await text("", market)).toBe(
      `CGU: 1 new item\n• Hero Sprint cycle – ₹3,200 http://localhost:3912/i/${code}`,
    );
}
async function expectNothing(why: string) {
  for (const market of [first, second])
    expect(await text("", market), why).toBe("CGU: no new items");
}

describe("what is new, as a message", () => {
  it("R1088 is plain text for everybody, cached as the lists are", async () => {
    await expectOneItem();
    const { statusCode, headers } = await first.app.inject({ url: "/api/digest" });
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    const again = await first.app.inject({
      url: "/api/digest",
      headers: { "if-none-match": String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it("R1088 R1098 takes the filters of the lists, and refuses values that these refuse", async () => {
    const fitting = [
      "category=Mobility+%26+Transport",
      "condition=Used+-+Good",
      "locationType=On-Campus",
      "priceRange=2000-5000%2B",
      "q=cycle",
      "q=cycle&category=Mobility+%26+Transport&days=7",
      "category=&q=",
      "sort=random&limit=x&cursor=x&utm_source=x",
    ];
    for (const query of fitting) expect(await text(query), query).toContain(`/i/${code}`);
    const others = ["category=Study+Essentials", "priceRange=0-100", "q=harmonium"];
    for (const query of others) expect(await text(query), query).toBe("CGU: no new items");
    for (const query of [
      "days=2",
      "days=",
      "category=Cars",
      "priceRange=1",
      "condition=Old",
      "category[$ne]=x",
      Array.from({ length: 200 }, (_, n) => `x${n}=1`).join("&"),
    ]) {
      const refused = await ask(query);
      expect(refused.statusCode, query).toBe(400);
      expect(refused.json().code).toBe("invalid-filter");
    }
  });

  it("R1088 goes back a day, or seven", async () => {
    await change(sql`created_at = now() - interval '25 hours'`);
    await expectNothing("a day old");
    expect(await text("days=7")).toContain("CGU: 1 new item this week\n• Hero");
    await change(sql`created_at = now() - interval '169 hours'`);
    expect(await text("days=7")).toBe("CGU: no new items");
    await change(sql`created_at = now()`);
  });

  it("R1089 names nothing that is out of the lists, sold or reserved, on either process", async () => {
    for (const [fact, gone] of [
      ["hidden_at", "now()"],
      ["sold_at", "now()"],
      ["reserved_until", "now() + interval '1 day'"],
      ["expired_at", "now()"],
      ["resting_at", "now()"],
    ] as const) {
      const set = (value: string) =>
        first.owner.run(`update products set ${fact} = ${value} where id = '${cycle}'`);
      await set(gone);
      await expectNothing(fact);
      await set("null");
      await expectOneItem();
    }
    await changeSeller(sql`suspended_at = now()`);
    await expectNothing("suspended");
    await changeSeller(sql`suspended_at = null, deleted_at = now()`);
    await expectNothing("account deleted");
    await changeSeller(sql`deleted_at = null`);
    await expectOneItem();
  });

  it("R1089 leaves out what an open case names", async () => {
    const json = { productId: cycle, reason: "prohibited" };
    expect((await ravi.call("POST", "/api/reports", { json })).status).toBe(201);
    await expectNothing("reported");
    await first.parts.db.query(sql`update cases set closed_at = now()`);
    await expectOneItem();
  });

  it("R1089 forgets a deleted listing, and has it again when it is restored", async () => {
    expect((await asha.call("DELETE", `/api/products/${cycle}`)).status).toBe(200);
    await expectNothing("deleted");
    expect((await asha.call("POST", `/api/products/${cycle}/restore`)).status).toBe(200);
    await expectOneItem();
  });

  it("R1089 names three items of a seller, newest first, and counts no more", async () => {
    for (const name of ["One", "Two", "Three", "Four"]) await list(ravi, { name });
    const lines = (await text()).split("\n");
    expect(lines[0]).toBe("CGU: 4 new items");
    expect(lines.slice(1).map((line) => line.split(" – ", 1)[0])).toEqual([
      "• Four",
      "• Three",
      "• Two",
      "• Hero Sprint cycle",
    ]);
  });

  it("R1088 says where the rest is, for the same choice", async () => {
    for (const [n, name] of "Anu Bina Charu Devi Esha Farah Gita Hema Indu".split(" ").entries()) {
      const student = await first.student(name);
      for (let nth = 0; nth < 3; nth += 1)
        expect(
          (await list(student, { name: `Cycle with a fairly long name ${n} ${nth}` })).body,
        ).toMatchObject({ success: true });
    }
    const pages = {
      "": "/new",
      "category=Mobility+%26+Transport": "/new?category=Mobility+%26+Transport",
      "condition=Used+-+Good&q=cycle": "/buy?condition=Used+-+Good&q=cycle",
    };
    for (const [query, page] of Object.entries(pages)) {
      const message = await text(query);
      expect([...message].length).toBeLessThanOrEqual(1500);
      expect(message.split("\n").at(-1)).toMatch(/^… and \d+ more: /);
      expect(message.endsWith(`more: http://localhost:3912${page}`), message).toBe(true);
    }
  });
});
