import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestMarket } from "../test/market.ts";

/** What a sender may write about where he comes from. */
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

describe("the fence", () => {
  it("P30 counts a stranger by where the connection comes from, whatever two thousand headers claim", async () => {
    const market = await openTestMarket({ LIMITS_REQUESTS_PER_MINUTE: "20" });
    const counts: Record<number, number> = {};
    for (const headers of fc.sample(claims, { seed: 1, numRuns: 2000 })) {
      const { statusCode } = await market.app.inject({ url: "/api/auth/profile", headers });
      counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    }
    expect(counts).toEqual({ 401: 100, 429: 1900 });
    await market.close();
  }, 300_000);

  it("P30 counts by what the trusted proxy adds, not by what was there before", async () => {
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
  }, 300_000);

  it("P30 lets two hundred students behind one address go about at their usual pace", async () => {
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
  }, 300_000);
});
