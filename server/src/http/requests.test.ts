import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Listening, listen } from "../../test/listening.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

let market: TestMarket;
let web: Listening;
const lines: string[] = [];
beforeAll(async () => {
  market = await openTestMarket(
    { LOG_LEVEL: "warn" },
    { write: (line: string) => void lines.push(line) },
  );
  web = await listen(market.app);
});
afterAll(() => market.close());

const raw = (request: string) => {
  const socket = connect(web.port, "::1");
  socket.write(request);
  return text(socket);
};

describe("a request with two Host headers", () => {
  it.each(["/", "/api/products?limit=1", "/healthz", "/nothing"])(
    "is refused with 400 (RFC 9112 section 3.2): %s",
    async (path) => {
      // Ready answers are written another way than made ones.
      expect((await web.ask(path, { headers: { host: "localhost:3000" } })).status).toBeLessThan(
        405,
      );
      const answer = await raw(
        `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nhost: evil.example\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"invalid-request"');
    },
  );
});

describe("a method that an address does not take", () => {
  it.each([
    ["DELETE", "/api/products", "GET, HEAD"],
    ["GET", "/api/photos", "POST"],
    ["PATCH", "/api/auth/profile", "GET, HEAD, PUT"],
    ["OPTIONS", "/api/products/create?x=1", "DELETE, GET, HEAD, POST, PUT"],
    ["POST", "/buy", "GET, HEAD"],
    ["PUT", "/photos/none-320.webp", "GET, HEAD"],
    ["POST", "/healthz", "GET, HEAD"],
  ])("is refused with 405 and those that it takes: %s %s", async (method, path, allowed) => {
    const { status, headers, text: body } = await web.ask(path, { method });
    expect([status, headers["allow"], JSON.parse(body).code]).toEqual([
      405,
      allowed,
      "method-not-allowed",
    ]);
  });

  it("is 404 where no method is taken", async () => {
    expect((await web.ask("/api/nothing", { method: "POST" })).status).toBe(404);
    expect((await web.ask("/nothing", { method: "POST" })).status).toBe(404);
    expect((await web.ask("/api/nothing")).status).toBe(404);
  });
});

describe("X-Forwarded-For without a trusted proxy", () => {
  it("is warned of once, not with every request", async () => {
    const before = lines.length;
    for (let time = 0; time < 3; time++)
      await web.ask("/api/products?sort=random&limit=1", {
        headers: { "x-forwarded-for": "203.0.113.9" },
      });
    const warnings = lines.slice(before).filter((line) => line.includes("TRUSTED_PROXIES"));
    expect(warnings).toHaveLength(1);
    expect(JSON.parse(warnings[0] ?? "")).toMatchObject({ level: 40 });
    expect(warnings[0]).not.toContain("203.0.113.9");
  });
});
