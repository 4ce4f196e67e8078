import { describe, expect, it } from "vitest";
import { formatPrice } from "@market/contract/price";

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
});
