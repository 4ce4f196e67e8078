import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createLog } from "../config/log.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { watchClock } from "./clock.ts";

let market: TestMarket;
beforeAll(async () => {
  market = await openTestMarket();
});
afterAll(() => market.close());

it.each([
  [0, []],
  [300, [[300, expect.stringContaining("300 s ahead of")]]],
  [-300, [[-300, expect.stringContaining("300 s behind")]]],
])("a clock that is %d seconds off the database's is reported", async (away, expected) => {
  const lines: { seconds: number; msg: string }[] = [];
  const log = createLog("warn", { write: (line: string) => void lines.push(JSON.parse(line)) });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + away * 1_000 });
  try {
    (await watchClock(market.parts.db, log))();
  } finally {
    vi.useRealTimers();
  }
  expect(lines.map(({ seconds, msg }) => [seconds, msg])).toEqual(expected);
});

it.each([
  [50, 200],
  [-50, 200],
  [75, 401],
])("a token of a process whose clock is %d s ahead is answered %d", async (away, status) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + away * 1_000 });
  const asha = await market.student(`Asha${away + 100}`);
  vi.useRealTimers();
  expect((await asha.get("/api/auth/profile")).status).toBe(status);
});
