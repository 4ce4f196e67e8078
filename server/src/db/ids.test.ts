import { afterEach, expect, it, vi } from "vitest";
import { newId } from "./ids.ts";

afterEach(() => {
  vi.useRealTimers();
});

const timeOf = (id: string) => Number.parseInt(id.replace("-", "").slice(0, 12), 16);

it("R974 ids carry the time of the clock after it jumped ahead and was set back", () => {
  vi.useFakeTimers({ now: new Date("2040-01-01T00:00:00Z"), toFake: ["Date"] });
  expect(timeOf(newId())).toBe(Date.parse("2040-01-01T00:00:00Z"));
  vi.setSystemTime(new Date("2026-11-26T09:00:00Z"));
  expect(timeOf(newId())).toBe(Date.parse("2026-11-26T09:00:00Z"));
});

it("R974 ids made in one millisecond are in the order in which they were made", () => {
  vi.useFakeTimers({ now: new Date("2026-11-26T09:00:00Z"), toFake: ["Date"] });
  const ids = Array.from({ length: 1_000 }, () => newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(1_000);
});
