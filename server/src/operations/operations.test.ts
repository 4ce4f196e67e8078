import { endpoints, type Endpoint } from "@market/contract/endpoints";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket({ METRICS_TOKEN: "let me see", LIMITS_REQUESTS_PER_MINUTE: "20" });
});
afterAll(() => market.close());

describe("health", () => {
  it("says that the process lives", async () => {
    expect((await market.stranger.get("/healthz")).body).toEqual({ status: "ok" });
  });

  it("shows a visitor only that it serves, and operators each check", async () => {
    const { status, body } = await market.stranger.get("/readyz");
    expect([status, body]).toEqual([200, { status: "ready" }]);
    const wrong = await market.stranger.get("/readyz", { authorization: "Bearer let me" });
    expect(wrong.body).toEqual({ status: "ready" });
    const shown = await market.stranger.get("/readyz", { authorization: "Bearer let me see" });
    expect(shown.body).toMatchObject({ checks: { database: "ok", storage: "ok" } });
  });

  it("queries the database at most once a second, however many requests come", async () => {
    const other = await openTestMarket();
    const queried = vi.spyOn(other.parts.db, "query");
    const looked = vi.spyOn(other.parts.storage, "check");
    const started = performance.now();
    const ask = () => other.stranger.get("/readyz");
    const answers = await Promise.all(Array.from({ length: 300 }, ask));
    const seconds = Math.ceil((performance.now() - started) / 1_000);
    expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 200));
    expect(queried.mock.calls.length).toBeLessThanOrEqual(seconds);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(1);
    vi.restoreAllMocks();
    await other.close();
  });

  it("continues to serve when nothing can be stored, and says so", async () => {
    const other = await openTestMarket({ METRICS_TOKEN: "let me see" });
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    vi.spyOn(other.parts.storage, "check").mockRejectedValue(full);
    const { status, body } = await other.stranger.get("/readyz");
    expect([status, body]).toEqual([200, { status: "reads-only" }]);
    const { text } = await other.stranger.get("/metrics", { authorization: "Bearer let me see" });
    expect(text).toContain('market_works{part="storage"} 0');
    expect(text).toContain('market_works{part="database"} 1');
    vi.restoreAllMocks();
    await other.close();
  });

  it("is not ready while the database is down", async () => {
    const other = await openTestMarket();
    vi.spyOn(other.parts.db, "query").mockRejectedValue(new Error("Connection terminated"));
    const { status, body } = await other.stranger.get("/readyz");
    expect([status, body]).toEqual([503, { status: "not-ready" }]);
    vi.restoreAllMocks();
    await other.close();
  });
});

describe("the description of the API", () => {
  it("is OpenAPI 3.1 and names every endpoint of the contract", async () => {
    const { body } = await market.stranger.get("/api/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    for (const { path, method, access } of Object.values<Endpoint>(endpoints)) {
      const described = body.paths[path]?.[method.toLowerCase()] !== undefined;
      expect(described, `${method} ${path}`).toBe(access !== "moderator");
    }
    const category = body.paths["/api/products/filter"].get.parameters.find(
      ({ name }: { name: string }) => name === "category",
    );
    expect(category.schema.enum).toContain("Room & Living");
  });

  it("has a page for people, without script", async () => {
    const { status, text } = await market.stranger.get("/api/docs");
    expect(status).toBe(200);
    expect(text).toContain("/api/products/{productId}/toggle-sold");
    expect(text).not.toMatch(/<script|style=/);
  });
});

describe("security.txt", () => {
  it("names the support address, for less than a year (RFC 9116)", async () => {
    const { status, headers, text } = await market.stranger.get("/.well-known/security.txt");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const fields = Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(/: (.*)/)),
    ) as Record<string, string>;
    expect(fields).toMatchObject({
      Contact: "mailto:help@cgu.example",
      "Preferred-Languages": "en, hi",
      Canonical: "http://localhost:3000/.well-known/security.txt",
    });
    const days = (Date.parse(fields["Expires"] ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });
});

describe("robots.txt", () => {
  it("lets search engines look at everything but the API, for a day (RFC 9309)", async () => {
    const { status, headers, text } = await market.stranger.get("/robots.txt");
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "text/plain; charset=utf-8",
      "public, max-age=86400",
    ]);
    expect(text).toBe(
      "User-agent: *\nDisallow: /api/\n\nSitemap: http://localhost:3000/sitemap.xml\n",
    );
  });
});

describe("metrics", () => {
  it("open with their token only, and hold no ids", async () => {
    await market.stranger.get("/api/products/filter?category=Room+%26+Living");
    expect((await market.stranger.get("/metrics")).status).toBe(401);
    const { status, text } = await market.stranger.get("/metrics", {
      authorization: "Bearer let me see",
    });
    expect(status).toBe(200);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/products\/filter",status="200"\} 1/,
    );
    expect(text).not.toMatch(/Living/);
  });
});

describe("metrics for alerts", () => {
  const ask = async (one: TestMarket) =>
    (await one.stranger.get("/metrics", { authorization: "Bearer let me see" })).text;

  it("R746 have all that the alerts of deploy/alerts.yml ask for", async () => {
    const BACKUP_TO = await mkdtemp(join(tmpdir(), "market-backups-"));
    const one = await openTestMarket({ METRICS_TOKEN: "let me see", BACKUP_TO });
    const rules = readFileSync(new URL("../../../deploy/alerts.yml", import.meta.url), "utf8");
    const found = rules.matchAll(/\b((?:market|http|nodejs|process)_\w+)[\s{)[]/g);
    const names = new Set([...found].map(([, name = ""]) => name.replace(/_bucket$/, "")));
    expect(names.size).toBeGreaterThan(10);
    const metrics = await ask(one);
    for (const name of names) expect(metrics).toContain(`# TYPE ${name} `);
    // There has been no backup, which must not look like one that is fresh.
    expect(metrics).toMatch(/^market_backup_age_seconds \+Inf$/m);
    await one.close();
    await rm(BACKUP_TO, { recursive: true });
  });

  it("R746 report the market's state, and leave it out while the database is down", async () => {
    const one = await openTestMarket({ METRICS_TOKEN: "let me see" });
    const seller = await one.student("Seller");
    const buyer = await one.student("Buyer");
    const { _id: productId } = (await list(seller)).body.product;
    await buyer.get(`/api/products/${productId}`);
    await one.stranger.get("/api/products/filter?q=zeppelin");
    const metrics = await ask(one);
    await one.close();
    for (const line of [
      'market_today{what="listings"} 1',
      'market_today{what="contacts"} 1',
      'market_cases{state="overdue"} 0',
      "market_empty_searches_total 1",
      "market_photo_seconds_count 1",
      'market_sign_ins_total{outcome="done"} 0',
      'market_works{part="database"} 1',
      'market_jobs_waiting{queue="photo-avif"} 1',
    ])
      expect(metrics.split("\n")).toContain(line);
    // Its own queries are none that wait.
    expect(metrics).toContain('market_database_connections{state="awaited"} 0\n');
    expect(metrics).toMatch(/^market_disk_bytes\{state="free"\} [1-9]/m);
    expect(metrics).toMatch(/^market_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    // No BACKUP_TO.
    expect(metrics).not.toMatch(/^market_backup_age_seconds /m);
    const other = await openTestMarket({ METRICS_TOKEN: "let me see" });
    vi.spyOn(other.parts.db, "query").mockRejectedValue(new Error("Connection terminated"));
    const away = await ask(other);
    expect(away).toContain('market_works{part="database"} 0');
    expect(away).not.toMatch(/^market_(cases|mails|jobs)\w*(\{|\s\d)/m);
    vi.restoreAllMocks();
    await other.close();
  });
});

describe("the rate limit", () => {
  it("D11 D16 refuses a student who asks too often, and not the others", async () => {
    const asha = await market.student("Asha");
    const rohan = await market.student("Rohan");
    const answers = [];
    for (let n = 0; n < 21; n++) answers.push(await asha.get("/api/auth/profile"));
    expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true);
    expect(answers[20]).toMatchObject({ status: 429, body: { code: "rate-limited" } });
    expect(Number(answers[20]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(answers[20]?.headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect((await rohan.get("/api/auth/profile")).status).toBe(200);
  });
});

describe("strange requests", () => {
  it.each([
    ["text/plain", "hello", 415, "unsupported-media-type"],
    ["application/json", "{", 400, "invalid-json"],
    ["application/json", '{"__proto__":{"x":1}}', 400, "invalid-json"],
    ["application/json", `"${"x".repeat(70_000)}"`, 413, "body-too-large"],
  ])("D16 answers a body of type %s %s", async (type, payload, status, code) => {
    const { token } = await market.student(`Student-${status}-${payload.length}`);
    const response = await market.app.inject({
      method: "POST",
      url: "/api/auth/google-register",
      headers: { "content-type": type, authorization: `Bearer ${token}` },
      payload,
    });
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.headers["content-type"]).toMatch(/^application\/problem\+json/);
  });

  it("D16 answers unknown addresses of the API in the one shape of errors", async () => {
    const { status, body, headers } = await market.stranger.get("/api/nothing");
    expect([status, body.code, body.success]).toEqual([404, "not-found", false]);
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
  });
});
