import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type TestResponse } from "../../test/client.ts";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

const perMinute = 4;
let market: TestMarket;
let id: string;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_REQUESTS_PER_MINUTE: String(perMinute),
    LIMITS_AI_PER_HOUR: "100",
  });
  id = (await list(await market.student("Seller"))).body.product._id;
});
afterAll(() => market.close());

type Caller = Pick<TestStudent, "call" | "get">;
const wish = { title: "Hero Sprint cycle", features: [] };
const answers = {
  phone: "+919812345670",
  course: "B.Tech",
  semester: "3rd Semester",
  country: "India",
};
const calls: [string, (caller: Caller) => Promise<TestResponse>][] = [
  ["registering", (caller) => caller.call("POST", "/api/auth/google-register", { json: answers })],
  [
    "listing",
    async (caller) => caller.call("POST", "/api/products/create", { form: await formOf(cycle) }),
  ],
  ["a contact", (caller) => caller.get(`/api/products/${id}`)],
  [
    "a description",
    (caller) => caller.call("POST", "/api/ai/generate-description", { json: wish }),
  ],
  ["a click", (caller) => caller.call("POST", `/api/products/${id}/click`)],
];
const expectRefused = ({ status, body, headers }: TestResponse) => {
  expect([status, body.code]).toEqual([429, "rate-limited"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
};

describe("more calls in a minute than a student may make", () => {
  it.each(calls)("D11 refuse %s, and not to another student", async (what, call) => {
    const asha = await market.student(`Asha-${what.replaceAll(" ", "-")}`);
    for (let n = 0; n < perMinute; n++) expect((await call(asha)).status).not.toBe(429);
    expectRefused(await call(asha));
    expect(
      (await call(await market.student(`Rohan-${what.replaceAll(" ", "-")}`))).status,
    ).not.toBe(429);
  });
});

describe("more calls in a minute than an address may make", () => {
  it.each<[string, (caller: Caller) => Promise<TestResponse>]>([
    ["signing in", (caller) => caller.get("/api/auth/start")],
    ...calls.slice(-2),
  ])("D11 refuse %s", async (_, call) => {
    const own = await openTestMarket({
      LIMITS_REQUESTS_PER_MINUTE: String(perMinute),
      LIMITS_AI_PER_HOUR: "1000",
    });
    try {
      const stranger = createClient(own.app);
      let last = await call(stranger);
      expect(last.status).not.toBe(429);
      for (let n = 0; n < 20 * perMinute && last.status !== 429; n++) last = await call(stranger);
      expect(last.status).toBe(429);
      expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
    } finally {
      await own.close();
    }
  });
});
