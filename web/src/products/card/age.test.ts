import { describe, expect, it } from "vitest";
import { ageOf } from "./age.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();

describe("R111 the age of a product", () => {
  it.each([
    [0, "Today"],
    [0.99, "Today"],
    [1, "1 day ago"],
    [2.5, "2 days ago"],
    [29.9, "29 days ago"],
    [30, "1 month ago"],
    [61, "2 months ago"],
    [364, "12 months ago"],
    [365, "1 year ago"],
    [800, "2 years ago"],
  ])("after %s days is %s", (days, text) => {
    expect(ageOf(daysAgo(days), now)).toBe(text);
  });

  it("is Today for a clock that is ahead of ours", () => {
    expect(ageOf(daysAgo(-0.1), now)).toBe("Today");
  });
});
