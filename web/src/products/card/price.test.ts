import { formatPrice } from "@market/contract/price";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("R011 R511 Q04 prices in Indian number format", () => {
  it.each([
    [40, "₹40"],
    [999, "₹999"],
    [1200, "₹1,200"],
    [99999.5, "₹99,999.50"],
    [100000, "₹1,00,000"],
    [1000000, "₹10,00,000"],
  ])("%s rupees are %s", (price, text) => {
    expect(formatPrice(price)).toBe(text);
  });

  it("are those of the platform for every price that there can be", () => {
    const platform = new Intl.NumberFormat("en-IN", {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      trailingZeroDisplay: "stripIfInteger",
    });
    const paise = fc.integer({ min: 0, max: 100_000_000_00 });
    const isThePlatforms = (price: number) => {
      expect(formatPrice(price / 100)).toBe(`₹${platform.format(price / 100)}`);
    };
    fc.assert(fc.property(paise, isThePlatforms), { seed: 1, numRuns: 2000 });
  });
});
