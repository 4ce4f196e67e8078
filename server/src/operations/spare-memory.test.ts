import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { giveBackSpareMemory } from "./spare-memory.ts";

const megabyte = 1024 * 1024;
const now = { work: 0, resident: 180 * megabyte };
const given = vi.fn<() => void>(() => {
  now.resident = 150 * megabyte;
});
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("gc", given);
  given.mockClear();
  Object.assign(now, { work: 0, resident: 180 * megabyte });
  end = giveBackSpareMemory({ work: () => now.work, resident: () => now.resident });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("memory that only busy times need", () => {
  it("is given back after a quarter of a minute of quiet, all that can be", () => {
    vi.advanceTimersByTime(14_000);
    expect(given).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(given).toHaveBeenCalledWith(expect.objectContaining({ flavor: "last-resort" }));
  });

  it("stays while there is work, however little of the time between", () => {
    for (let turn = 0; turn < 10; turn++) {
      now.work = 0;
      vi.advanceTimersByTime(10_000);
      now.work = 0.1;
      vi.advanceTimersByTime(5_000);
    }
    expect(given).not.toHaveBeenCalled();
  });

  it("is not asked for again until the process has grown", () => {
    vi.advanceTimersByTime(600_000);
    expect(given).toHaveBeenCalledTimes(1);
    now.resident = 170 * megabyte;
    vi.advanceTimersByTime(15_000);
    expect(given).toHaveBeenCalledTimes(2);
  });
});
