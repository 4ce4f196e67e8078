import { type Endpoint, endpoints } from "@market/contract/endpoints";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestClient, TestResponse } from "../../test/client.ts";
import { signedInAgain } from "../../test/people.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";
import { newId } from "../db/ids.ts";

let market: TestMarket;
let mod: TestStudent;
let student: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    MODERATOR_EMAILS: ["mod", "newcomer", "stale", "out", "suspended", "deleted"]
      .map((name) => `${name}@cgu.example`)
      .join(","),
    LIMITS_REQUESTS_PER_MINUTE: "100000",
  });
  mod = await market.student("Mod");
  student = await market.student("Student");
});
afterAll(() => market.close());

const secret = Object.values<Endpoint>(endpoints).filter(({ access }) => access === "moderator");
const withId = (path: string) => path.replace(/\{\w+\}/g, newId());

/** Everything that can distinguish two answers. */
function seen({ status, headers, body, text }: TestResponse) {
  const { "x-request-id": _id, date: _date, "content-length": _length, ...rest } = headers;
  if (body === undefined) return { status, rest, text };
  const { requestId, ...said } = body as { requestId?: string };
  return { status, rest, said, hasId: requestId !== undefined };
}

/** Former moderators: signed out, suspended, deleted. */
async function formerModerators(): Promise<Record<string, TestClient>> {
  const { db } = market.parts;
  const [out, suspended, deleted] = [
    await market.student("Out"),
    await market.student("Suspended"),
    await market.student("Deleted"),
  ];
  for (const each of [out, suspended, deleted])
    await expect.poll(async () => (await each.get("/api/moderation/cases")).status).toBe(200);
  await db.query(sql`
    update sessions set ended_at = now()
    where identity_id = (select identity_id from users where id = ${out.userId})`);
  await db.query(sql`update users set suspended_at = now() where id = ${suspended.userId}`);
  await db.query(sql`update users set deleted_at = now() where id = ${deleted.userId}`);
  return { "who is signed out": out, "who is suspended": suspended, "who is deleted": deleted };
}

const sendings: { what: string; sent: Parameters<TestClient["call"]>[2] }[] = [
  { what: "nothing", sent: {} },
  { what: "JSON", sent: { json: { note: "x", action: "warn" } } },
  { what: "an empty body", sent: { headers: { "content-type": "application/json" } } },
  { what: "a broken body", sent: { headers: { "content-type": "application/json" }, raw: "{" } },
  { what: "another type", sent: { json: {}, headers: { "content-type": "text/xml" } } },
  { what: "another site", sent: { json: {}, headers: { origin: "https://evil.example" } } },
];

/** The pages too. */
const paths = [
  ...new Set(secret.map((endpoint) => withId(endpoint.path))),
  "/api/moderation",
  "/moderation",
  "/operations",
];

/** Compares every address of moderation with one that does not exist. */
async function compareWithNowhere(
  outsiders: Record<string, TestClient>,
  methods: readonly Parameters<TestClient["call"]>[0][],
  sent: typeof sendings,
): Promise<void> {
  for (const [name, who] of Object.entries(outsiders))
    for (const method of methods)
      for (const { what, sent: options } of sent) {
        const nowhere = {
          page: seen(await who.call(method, "/nowhere", options)),
          call: seen(await who.call(method, "/api/nowhere/at/all", options)),
        };
        for (const path of paths) {
          const absent = path.startsWith("/api/") ? nowhere.call : nowhere.page;
          const there = seen(await who.call(method, path, options));
          expect(there, `${name}: ${method} ${path} with ${what}`).toEqual(absent);
        }
      }
}

describe("moderation", () => {
  it("D40 is as if it did not exist, to a stranger and a student", async () => {
    expect(secret.length).toBeGreaterThan(10);
    const outsiders = { "a stranger": market.stranger, "a student": student };
    await compareWithNowhere(outsiders, ["GET", "POST"], sendings.slice(0, 1));
  });

  it(
    "D40 is as if it did not exist, by every method and content, to former moderators too",
    { tags: "sweep" },
    async () => {
      const former = await formerModerators();
      expect(Object.keys(former).length).toBeGreaterThan(1);
      const outsiders = { "a stranger": market.stranger, "a student": student, ...former };
      await compareWithNowhere(outsiders, ["GET", "POST", "PUT", "DELETE"], sendings);
    },
  );

  it("D40 costs the queries of an unknown address, by every call", async () => {
    const query = vi.spyOn(market.parts.db, "query");
    const cost = async (who: TestClient, method: Endpoint["method"], path: string) => {
      query.mockClear();
      await who.call(method, path, method === "GET" ? {} : { json: {} });
      // The moderators' addresses are read once a second, whoever sends a request.
      return query.mock.calls
        .map(([{ text }]) => text)
        .filter((text) => !text.includes("email = any"));
    };
    for (const who of [market.stranger, student])
      for (const { method, path } of secret)
        expect(await cost(who, method, withId(path)), `${method} ${path}`).toEqual(
          await cost(who, method, "/api/nowhere/at/all"),
        );
    query.mockRestore();
  });

  it("D40 asks a moderator whose session is stale to sign in again, by every call", async () => {
    const stale = await market.student("Stale");
    await expect.poll(async () => (await stale.get("/api/moderation/cases")).status).toBe(200);
    await market.parts.db.query(sql`
      update sessions set created_at = now() - interval '13 hours'
      where identity_id = (select identity_id from users where id = ${stale.userId})`);
    for (const { method, path } of secret) {
      const { status, body } = await stale.call(method, withId(path), { json: {} });
      expect([status, body.code], `${method} ${path}`).toEqual([401, "sign-in-again"]);
    }
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const)
      expect((await stale.call(method, "/api/moderation/nothing", {})).status).toBe(404);
  });

  it("D40 is named neither in the public description of the API nor among its refusals", async () => {
    for (const path of ["/api/openapi.json", "/api/docs", "/robots.txt", "/sitemap.xml"])
      expect((await market.stranger.get(path)).text).not.toMatch(
        /moderat(?:ion|or)\/|\/moderation|already-decided|other-moderator|own-case|case-claimed/,
      );
  });

  it("D40 opens to a moderator, registered or not, for twelve hours after the sign-in", async () => {
    const newcomer = await market.student("Newcomer", { registered: false });
    await expect.poll(async () => (await newcomer.get("/api/moderation/cases")).status).toBe(200);
    const age = (hours: number) =>
      market.parts.db.query(sql`
        update sessions set created_at = now() - make_interval(hours => ${hours})
        where identity_id = (select identity_id from users where id = ${mod.userId})`);
    await age(11);
    expect((await mod.get("/api/moderation/cases")).status).toBe(200);
    await age(13);
    const { status, body } = await mod.get("/api/moderation/cases");
    expect([status, body.code]).toEqual([401, "sign-in-again"]);
    await age(0);
  });

  it("D40 refuses a page of another site that has a moderator's token", async () => {
    const { status, body } = await mod.call("POST", `/api/moderation/products/${newId()}/hide`, {
      json: { note: "x" },
      headers: { origin: "https://evil.example" },
    });
    expect([status, body.code]).toEqual([403, "foreign-origin"]);
  });
});

describe("moderators' pages", () => {
  const perMinute = 4;
  const perAddress = 5 * perMinute;
  const pages = ["/moderation", "/operations"];
  let limited: TestMarket;
  let cookies: Record<"stranger" | "student" | "moderator", string>;
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => limited.close());
  beforeAll(async () => {
    limited = await openTestMarket({
      MODERATOR_EMAILS: "mod@cgu.example",
      LIMITS_REQUESTS_PER_MINUTE: String(perMinute),
      TRUSTED_PROXIES: "1",
    });
    cookies = {
      stranger: "",
      student: await cookieOf("Student"),
      moderator: await cookieOf("Mod"),
    };
  });

  async function cookieOf(name: string): Promise<string> {
    const { secret: session } = await signedInAgain(limited, await limited.student(name));
    return `session-${new URL(limited.parts.config.PUBLIC_ORIGIN).port}=${session}`;
  }
  let addresses = 0;
  const newAddress = () => `10.1.0.${++addresses}`;
  const get = (url: string, who: keyof typeof cookies, address = newAddress()) =>
    limited.stranger.get(url, { "x-forwarded-for": address, cookie: cookies[who] });

  it("R892 are documents for moderators", async () => {
    for (const page of pages) {
      const { status, headers, text } = await get(page, "moderator");
      expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(text).toContain(`${page} `);
    }
    expect((await get("/moderation?view=log", "moderator")).status).toBe(200);
    expect((await get("/moderation/", "moderator")).status).toBe(404);
  });

  it.each(["stranger", "student"] as const)(
    "R892 are unknown addresses for a %s, however many requests were sent",
    async (who) => {
      for (const page of pages) {
        const [there, nowhere] = [newAddress(), newAddress()];
        for (let sent = 0; sent < 2 * perAddress; sent++) {
          const known = seen(await get(page, who, there));
          expect(known).toEqual(seen(await get("/nowhere", who, nowhere)));
          expect(known.status).toBe(404);
        }
        expect((await get("/about", who, there)).status).toBe(
          (await get("/about", who, nowhere)).status,
        );
      }
    },
  );

  it("R892 cost the queries of an unknown address", async () => {
    const query = vi.spyOn(limited.parts.db, "query");
    const cost = async (url: string, who: keyof typeof cookies) => {
      query.mockClear();
      await get(url, who);
      return query.mock.calls.map(([{ text }]) => text);
    };
    for (const who of ["stranger", "student"] as const) {
      await get("/nowhere", who);
      for (const page of pages)
        expect((await cost(page, who)).filter((text) => !text.includes("email = any"))).toEqual(
          (await cost("/nowhere", who)).filter((text) => !text.includes("email = any")),
        );
    }
  });

  it("R892 are unknown addresses while the database is down", async () => {
    vi.spyOn(limited.parts.db, "query").mockRejectedValue(new Error("down"));
    for (const who of ["stranger", "student", "moderator"] as const)
      for (const page of pages)
        expect(seen(await get(page, who))).toEqual(seen(await get("/nowhere", who)));
  });
});
