import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { createClient } from "../../test/client.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { deleteOldViews } from "./views.sql.ts";

let database: TestDatabase;
let market: TestMarket;
beforeAll(async () => {
  database = await createTestDatabase();
  market = await openTestMarket({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await market.close();
  await database.drop();
});

const view = { page: "/buy", referrer: "", viewport: "phone", language: "en" };
const report = (json: unknown, headers?: Record<string, string>) =>
  market.stranger.call("POST", "/api/views", { json, ...(headers && { headers }) });
const counts = (page: string) =>
  market.parts.db.query<{
    referrer: string;
    viewport: string;
    language: string;
    views: number;
  }>(sql`
    select referrer, viewport, language, views from view_counts where page = ${page} order by referrer, viewport, language`);

describe("a page view", () => {
  it("Q08 is counted by page, referrer, screen and language, and by nothing else", async () => {
    for (let n = 0; n < 3; n++) expect(await report(view)).toMatchObject({ status: 204, text: "" });
    await report({ ...view, referrer: "www.instagram.com", viewport: "desktop", language: "hi" });
    await expect
      .poll(() => counts("/buy"))
      .toEqual([
        { referrer: "", viewport: "phone", language: "en", views: 3 },
        { referrer: "www.instagram.com", viewport: "desktop", language: "hi", views: 1 },
      ]);
    await report(view);
    await expect.poll(async () => (await counts("/buy"))[0]?.views).toBe(4);
    const columns = await market.parts.db.query<{ name: string }>(sql`
      select column_name as name from information_schema.columns where table_name = 'view_counts' order by 1`);
    expect(columns.map(({ name }) => name)).toEqual([
      "day",
      "language",
      "page",
      "referrer",
      "viewport",
      "views",
    ]);
  });

  it("leaves no cookie", async () => {
    expect((await report(view)).headers["set-cookie"]).toBeUndefined();
  });

  it("Q08 knows every page, those with an id by their template", async () => {
    const pages = [
      "/",
      "/home",
      "/login",
      "/sell",
      "/cart",
      "/edit-product/{productId}",
      "/item/{productId}",
      "404",
    ];
    for (const page of pages)
      expect([page, (await report({ ...view, page })).status]).toEqual([page, 204]);
  });

  it.each([
    ["an id", { ...view, page: "/item/0199d6a0-0000-7000-8000-000000000000" }],
    ["a query", { ...view, page: "/buy?category=x" }],
    ["an unknown page", { ...view, page: "/admin" }],
    ["a whole address as referrer", { ...view, referrer: "https://example.com/a?token=b" }],
    ["an e-mail address as referrer", { ...view, referrer: "asha@cgu.example" }],
    ["a referrer without end", { ...view, referrer: `${"a".repeat(101)}.example` }],
    ["a window size", { ...view, viewport: "1920x1080" }],
    ["a region", { ...view, language: "en-IN" }],
    ["a further field", { ...view, userId: "0199d6a0-0000-7000-8000-000000000000" }],
    ["a missing field", { page: "/buy" }],
    ["a list", [view]],
    ["nothing", undefined],
  ])("Q08 with %s is refused", async (_what, json) => {
    expect(await report(json)).toMatchObject({ status: 400, body: { code: "invalid-request" } });
  });

  it("is not counted for those who ask not to be tracked, nor for another site", async () => {
    const terms = { ...view, page: "/terms" };
    expect((await report(terms, { dnt: "1" })).status).toBe(204);
    expect((await report(terms, { "sec-gpc": "1" })).status).toBe(204);
    expect((await report(terms, { origin: "https://evil.example" })).body.code).toBe(
      "foreign-origin",
    );
    await report({ ...view, page: "/privacy" });
    await expect.poll(() => counts("/privacy")).toHaveLength(1);
    expect(await counts("/terms")).toEqual([]);
  });

  it("is not lost when the process stops, and invented referrers cannot fill the table", async () => {
    const app = await buildApp(market.parts);
    const client = createClient(app);
    const views = 5200;
    // From many addresses, because one may not send that often.
    for (let n = 0; n < views; n++) {
      const json = { ...view, page: "/about", referrer: `r${n}.example` };
      const payload = JSON.stringify(json);
      const headers = { "content-type": "application/json" };
      await app.inject({
        method: "POST",
        url: "/api/views",
        payload,
        headers,
        remoteAddress: `10.0.${n % 200}.1`,
      });
    }
    expect((await client.get("/healthz")).status).toBe(200);
    await app.close();
    const rows = await counts("/about");
    expect(rows.reduce((sum, row) => sum + row.views, 0)).toBe(views);
    expect(rows).toHaveLength(5001);
    expect(rows.find(({ referrer }) => referrer === "other")).toMatchObject({
      language: "other",
      views: 200,
    });
  });
});

describe("npm run market -- views", () => {
  const run = promisify(execFile);
  const program = fileURLToPath(new URL("../market/market.ts", import.meta.url));
  const runCli = (...args: string[]) =>
    run(process.execPath, [program, ...args], {
      env: { PATH: "/usr/bin:/bin", DATABASE_URL: database.url },
    });

  it("prints the sums of the last days to the operator", async () => {
    const { db } = market.parts;
    await db.query(sql`delete from view_counts`);
    await db.query(sql`
      insert into view_counts (day, page, referrer, viewport, language, views)
      select (now() at time zone 'Asia/Kolkata')::date - ago, page, referrer, 'phone', 'en', views
      from (values (0, '/', '', 7), (0, '/buy', 'www.instagram.com', 5), (2, '/', '', 1), (40, '/old', '', 9))
        as given (ago, page, referrer, views)`);
    const { stdout } = await runCli("views");
    expect(stdout).toContain("13 page views in the last 7 days");
    expect(stdout).toMatch(/Page +Views\n\/ +8\n\/buy +5\n/);
    expect(stdout).toMatch(/Came from +Views\n\(here\) +8\nwww\.instagram\.com +5\n/);
    expect(stdout).toMatch(/Screen +Views\nphone +13\n/);
    expect((await runCli("views", "--days", "1")).stdout).toContain("12 page views today");
    await expect(runCli("views", "--days", "x")).rejects.toMatchObject({ code: 1 });
  });

  it("deletes counts that are older than two years and a bit", async () => {
    const { db } = market.parts;
    await db.query(sql`
      insert into view_counts (day, page, referrer, viewport, language, views)
      values (current_date - 900, '/ancient', '', 'phone', 'en', 1)`);
    await deleteOldViews(db);
    expect(await counts("/ancient")).toEqual([]);
    expect(await counts("/old")).toHaveLength(1);
  });
});

describe("an outside analytics service", () => {
  it("Q08 is sent to the browser and allowed by the documents only when its setting is set", async () => {
    const login = await market.stranger.get("/login");
    expect(login.headers["content-security-policy"]).toContain("connect-src 'self';");
    const elsewhere = await openTestMarket({ ANALYTICS_URL: "https://stats.example/api/event" });
    const { headers, text } = await elsewhere.stranger.get("/login");
    expect(headers["content-security-policy"]).toContain(
      "connect-src 'self' https://stats.example;",
    );
    expect(text).toContain('"analyticsUrl":"https://stats.example/api/event"');
    await elsewhere.close();
  });
});
