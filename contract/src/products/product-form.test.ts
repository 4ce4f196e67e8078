import { describe, expect, it } from "vitest";
import { checkProduct } from "./product-form.ts";

const cycle = {
  name: "Hero Sprint cycle",
  description: "Two years old, new tyres.",
  address: "Hostel 5",
  locationType: "On-Campus",
  category: "Mobility & Transport",
  condition: "Used - Good",
};
const check = (form: "sell" | "edit", price: string) => {
  const { value, faults } = checkProduct(form, { ...cycle, price }, 1);
  return value?.price ?? faults?.[0].message;
};

describe("the price of a form", () => {
  it.each([
    ["1200", 1200],
    ["1,200", 1200],
    ["1,00,000", 100_000],
    ["100,000", 100_000],
    ["₹500", 500],
    ["₹ 1,200.50", 1200.5],
    ["12.50 ", 12.5],
    ["\u00a012.5", 12.5],
    ["0.01", 0.01],
  ])("Q04 reads %j as people write it, in both forms", (text, rupees) => {
    expect(check("sell", text)).toBe(rupees);
    expect(check("edit", text)).toBe(rupees);
  });

  it.each(["12.555", "₹12.500", "0.001", "1,200.999"])(
    "Q04 says of %s that there are too many decimals",
    (text) => {
      for (const form of ["sell", "edit"] as const)
        expect(check(form, text)).toBe(
          "Please use at most two decimals in the price, such as 12.50.",
        );
    },
  );

  it.each([
    "12,50",
    "1,2,3",
    ",100",
    "1,200,",
    "₹",
    "₹₹5",
    "5₹",
    "1e3",
    "0x10",
    "१००",
    "1 2",
    "NaN",
  ])("R377 R402 does not guess what %s is", (text) => {
    expect(check("sell", text)).toBe("Price must be greater than zero.");
    expect(check("edit", text)).toBe("Price must be a number");
  });

  it.each(["0", "0.00", "-1", "-1,200.50", "₹0"])("R378 Q52 refuses %s in one sentence", (text) => {
    for (const form of ["sell", "edit"] as const)
      expect(check(form, text)).toBe("Price must be greater than zero.");
  });
});
