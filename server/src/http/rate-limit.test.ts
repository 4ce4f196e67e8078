import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { list } from "../../test/listings.ts";
import { listen } from "../../test/listening.ts";
import { FixedWindow } from "./fixed-window.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";

/** Headers in which a sender may claim an address. */
const claims = fc.dictionary(
  fc.constantFrom(
    ..."x-forwarded-for x-real-ip forwarded x-client-ip client-ip true-client-ip cf-connecting-ip x-cluster-client-ip x-originating-ip x-remote-addr via".split(
      " ",
    ),
  ),
  fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.ipV4()).map((two) => two.join(", ")),
    fc.ipV4().map((ip) => `for=${ip};proto=https`),
    fc.constantFrom(
      "",
      ",",
      "unknown",
      "127.0.0.1",
      "localhost",
      "a, b, c",
      "1.2.3.4:80",
      "[::1]:1",
    ),
  ),
  { minKeys: 1 },
);

describe("limits by address", () => {
  it("counts a signed-out client by its connection's address, whatever two thousand headers claim", async () => {
    const market = await openTestMarket({ LIMITS_REQUESTS_PER_MINUTE: "20" });
    const counts: Record<number, number> = {};
    for (const headers of fc.sample(claims, { seed: 1, numRuns: 2000 })) {
      const { statusCode } = await market.app.inject({ url: "/api/auth/profile", headers });
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
    expect(counts).toEqual({ 401: 100, 429: 1900 });
    await market.close();
  });

  it("counts by what the trusted proxy adds, not by what the client sent", async () => {
    const market = await openTestMarket({
      LIMITS_REQUESTS_PER_MINUTE: "20",
      TRUSTED_PROXIES: "1",
    });
    const ask = async (forged: string, real: string) =>
      (
        await market.app.inject({
          url: "/api/auth/profile",
          headers: { "x-forwarded-for": `${forged}${real}` },
        })
      ).statusCode;
    const statuses: number[] = [];
    for (let time = 0; time < 150; time++)
      statuses.push(await ask(`10.0.0.${time}, `, "203.0.113.9"));
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect(await ask("", "203.0.113.10")).toBe(401);
    await market.close();
  });

  it(
    "lets two hundred students behind one address go about at their usual pace",
    { tags: "sweep" },
    async () => {
      const market = await openTestMarket();
      const view = { page: "/buy", referrer: "", viewport: "phone", language: "en" };
      const refused: number[] = [];
      for (let number = 0; number < 200; number++) {
        const student = await market.student(`Student-${number}`);
        for (let time = 0; time < 3; time++)
          refused.push((await market.stranger.call("POST", "/api/views", { json: view })).status);
        for (const url of ["/api/products?limit=1", "/api/saved/ids"])
          refused.push((await student.get(url)).status);
      }
      expect(refused.filter((status) => status >= 400)).toEqual([]);
      expect(refused).toHaveLength(1000);
      await market.close();
    },
  );
});

const uncached = "/api/products?sort=random&limit=1";
const description = { title: "Cycle", features: [] };
const describeIt = "/api/ai/generate-description";
const group = () => Math.floor(Math.random() * 65_536).toString(16);
const behind = (address: string) => ({ "x-forwarded-for": address });

describe("a fixed window", () => {
  it("keeps a bounded number of keys, whatever is sent, and forgets all when it ends", () => {
    let now = 0;
    const window = new FixedWindow(60_000, () => now);
    for (let n = 0; n < 60_000; n++) expect(window.use(`${n}`, 1)).toBe(0);
    expect(window.size).toBe(10_000);
    // The newest addresses are limited until the window ends.
    expect(window.use("59999", 1)).toBe(60);
    now = 60_000;
    expect(window.use("59999", 1)).toBe(0);
    expect(window.size).toBe(1);
  });
});

describe("limits over real connections", () => {
  const opened: TestMarket[] = [];
  afterEach(async () => {
    for (const market of opened.splice(0)) await market.close();
  });
  async function open(
    environment: Record<string, string> = {},
    logTo?: { write(line: string): void },
  ) {
    const market = await openTestMarket(
      { LIMITS_REQUESTS_PER_MINUTE: "20", TRUSTED_PROXIES: "1", ...environment },
      logTo,
    );
    opened.push(market);
    return { market, web: await listen(market.app) };
  }
  const statuses = async (times: number, once: (time: number) => Promise<{ status: number }>) => {
    const counts: Record<number, number> = {};
    for (let time = 0; time < times; time++) {
      const { status } = await once(time);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it("take all addresses of an IPv6 /64 for one, in every spelling, and another /64 for another", async () => {
    const { web } = await open();
    const write = (address: string) =>
      web.ask(describeIt, { method: "POST", json: description, headers: behind(address) });
    const inside = () => `2001:db8:0:7:${group()}:${group()}:${group()}:${group()}`;
    expect(await statuses(40, () => write(inside()))).toEqual({ 200: 10, 429: 30 });
    expect((await write("2001:0DB8::7:0:0:0:1")).status).toBe(429);
    expect((await write("[2001:db8:0:7::2]:4711")).status).toBe(429);
    expect((await write("2001:db8:0:8::1")).status).toBe(200);
  });

  it("count an IPv4 address that is written as IPv6, or with its port, as itself", async () => {
    const { web } = await open({ LIMITS_AI_PER_HOUR: "1" });
    const write = (address: string) =>
      web.ask(describeIt, { method: "POST", json: description, headers: behind(address) });
    expect((await write("203.0.113.9")).status).toBe(200);
    expect((await write("::ffff:203.0.113.9")).status).toBe(429);
    expect((await write("203.0.113.9:50123")).status).toBe(429);
    expect((await write("203.0.113.10")).status).toBe(200);
  });

  it("D11 count a student by the token on public calls too, so that no neighbour uses them up", async () => {
    const { market, web } = await open();
    const { token } = await market.student("Asha");
    const campus = behind("203.0.113.9");
    const counted = await statuses(120, () => web.ask(uncached, { headers: campus }));
    expect(counted).toEqual({ 200: 100, 429: 20 });
    const own = { ...campus, authorization: `Bearer ${token}` };
    expect(await statuses(20, () => web.ask(uncached, { headers: own }))).toEqual({ 200: 20 });
    expect((await web.ask(uncached, { headers: own })).status).toBe(429);
    const forged = { ...campus, authorization: `Bearer ${token.slice(0, -9)}AAAAAAAAA` };
    expect((await web.ask(uncached, { headers: forged })).status).toBe(429);
  });

  it("D11 answer a public list alike with a good token, a bad one and none", async () => {
    const { market, web } = await open();
    const student = await market.student("Asha");
    await list(student);
    const path = "/api/products?limit=3";
    const { text, headers } = await web.ask(path);
    expect(JSON.parse(text)).toHaveLength(1);
    for (const token of [student.token, "nonsense"]) {
      const answer = await web.ask(path, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.text).toBe(text);
      expect(answer.headers["etag"]).toBe(headers["etag"]);
      expect(answer.headers["vary"]).toBe("Accept-Encoding");
      expect(answer.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    }
  });

  it("D11 do not count what is answered from the cache", async () => {
    const { web } = await open();
    const path = "/api/products?sort=newest&limit=2";
    expect(await statuses(300, () => web.ask(path))).toEqual({ 200: 300 });
    expect((await web.ask(uncached)).status).toBe(200);
  });

  it("D11 leave sign-in and documents to the neighbours of one who uses up the calls", async () => {
    const { web } = await open();
    await statuses(110, () => web.ask(uncached));
    expect((await web.ask(uncached)).status).toBe(429);
    expect(
      (
        await web.ask("/api/auth/token", {
          method: "POST",
          headers: { "x-requested-with": "campus-marketplace" },
        })
      ).status,
    ).toBe(401);
    expect(
      (
        await web.ask("/login", {
          headers: { "cache-control": "no-cache", host: "localhost:3000" },
        })
      ).status,
    ).toBe(200);
  });

  it("D11 hold for /item, preview cards, avatars and /readyz as for calls, not for files and /healthz", async () => {
    const { web } = await open();
    const id = (time: number) => `0199d6a0-0000-7000-8000-${String(time).padStart(12, "0")}`;
    for (const [n, path] of [
      (time: number) => `/item/${id(time)}`,
      (time: number) => `/item/${id(time)}/card.jpg`,
      (time: number) => `/avatars/${id(time)}`,
      () => "/readyz",
    ].entries()) {
      const headers = { ...behind(`203.0.113.${n}`), host: "localhost:3000" };
      const counts = await statuses(110, (time) => web.ask(path(time), { headers }));
      expect([path(0), counts[429]]).toEqual([path(0), 10]);
    }
    const headers = behind("203.0.113.0");
    expect((await web.ask("/healthz", { headers })).status).toBe(200);
    expect((await web.ask("/no-photo.svg", { headers })).status).toBe(200);
    expect((await web.ask("/photos/none-320.webp", { headers })).status).toBe(404);
  });

  it.each([
    ["of the network", { TRUSTED_PROXIES: "0" }, {}],
    ["that nginx names", {}, { "x-connection-id": "17" }],
    ["that Caddy names", {}, { "x-connection-id": "203.0.113.9:50123" }],
    ["that Caddy names over IPv6", {}, { "x-connection-id": "[2001:db8::9]:50123" }],
  ])(
    "D11 leave half of what an address may ask to its other connections: one %s",
    async (_, environment, headers) => {
      const { web } = await open(environment);
      const greedy = web.connect();
      const counts = await statuses(200, () => greedy.ask(uncached, { headers }));
      greedy.close();
      expect(counts[200]).toBeLessThanOrEqual(51);
      expect((await web.ask(uncached, { headers: { "x-connection-id": "18" } })).status).toBe(200);
    },
  );
});
