import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Listening, listen } from "../../test/listening.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let web: Listening;
let meera: TestStudent;
const lines: string[] = [];
beforeAll(async () => {
  market = await openTestMarket(
    { LOG_LEVEL: "warn" },
    { write: (line: string) => void lines.push(line) },
  );
  web = await listen(market.app);
  meera = await market.student("Meera");
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
      // Cached answers are sent by other code than new ones.
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
    ["OPTIONS", "/api/products/create?x=1", "POST"],
    // No listing of this name is meant, though its route would match.
    ["PUT", "/api/products/filter", "GET, HEAD"],
    ["POST", "/buy", "GET, HEAD"],
    ["PUT", "/photos/none-320.webp", "GET, HEAD"],
    ["POST", "/healthz", "GET, HEAD"],
    ["QUERY", "/api/saved/ids", "GET, HEAD"],
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

describe("R883 a body", () => {
  const head = (path: string, token: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}\r\n`;

  it("is not requested when the token is refused (Expect: 100-continue)", async () => {
    const expecting = "Content-Length: 2\r\nExpect: 100-continue\r\n";
    const answer = await raw(head("/api/reports", "refused", expecting));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it("is requested when the caller is admitted", async () => {
    const { token } = await market.student("Asha");
    const expecting = "Content-Length: 2\r\nExpect: 100-continue\r\nConnection: close\r\n";
    const socket = connect(web.port, "::1");
    socket.write(head("/api/reports", token, expecting));
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write("{}");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 422 /);
  });

  it("that its client does not send to the end is no fault of the database", async () => {
    const { token } = await market.student("Rohan");
    const before = lines.length;
    const refused = new Promise<void>((resolve) => {
      market.app.server.once("request", (_request, response) => response.once("close", resolve));
    });
    const socket = connect(web.port, "::1");
    socket.write(`${head("/api/reports", token, "Content-Length: 100\r\n")}{"product`);
    await once(market.app.server, "request");
    socket.destroy();
    await refused;
    expect(lines.slice(before)).toEqual([]);
  });

  it.each([
    ["/api/products/create", "application/json", "{}"],
    ["/api/products/create", "application/json", "{"],
    ["/api/photos", "application/json", "{}"],
    ["/api/reports", "multipart/form-data; boundary=x", "--x--\r\n"],
  ])("of another kind is refused with 415: %s as %s %j", async (url, type, payload) => {
    const answer = await meera.call("POST", url, {
      raw: payload,
      headers: { "content-type": type },
    });
    expect([answer.status, answer.body.code]).toEqual([415, "unsupported-media-type"]);
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
