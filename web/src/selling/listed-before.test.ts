import type { OwnProduct } from "@market/contract/products/schemas";
import { expect, it } from "vitest";
import { listedBefore } from "./listed-before.ts";

const listing = (name: string, changes: Partial<OwnProduct> = {}) =>
  ({ name, category: "Mobility & Transport", isSold: false, ...changes }) as OwnProduct;
const names = (name: string, category: string, own: OwnProduct[]) =>
  listedBefore({ name, category }, own).map((found) => found.name);

it("R1115 two words in common make a new listing look like one's own of the same category", () => {
  const own = [
    listing("Red Hero cycle"),
    listing("Blue cycle", { category: "Room & Living" }),
    listing("Hero helmet"),
  ];
  expect(names("Hero cycle, red", "Mobility & Transport", own)).toEqual(["Red Hero cycle"]);
  expect(names("Hero scooter", "Mobility & Transport", own)).toEqual([]);
  expect(names("hero CYCLE", "Room & Living", own)).toEqual([]);
  expect(names("cycle", "Mobility & Transport", own)).toEqual(["Red Hero cycle"]);
  expect(names("cycle cycle", "Mobility & Transport", own)).toEqual(["Red Hero cycle"]);
  expect(names("", "Mobility & Transport", own)).toEqual([]);
  expect(names("साइकिल लाल", "Mobility & Transport", [listing("लाल साइकिल")])).toEqual([
    "लाल साइकिल",
  ]);
});

it("R1115 until a category is chosen, the one that the name suggests counts", () => {
  const own = [listing("Red Hero cycle")];
  expect(names("Red cycle", "", own)).toEqual(["Red Hero cycle"]);
  expect(names("Red Hero", "", own)).toEqual([]);
});

it("R1115 paused and expired listings are offered, sold and hidden ones are not, and at most two", () => {
  const alike = (changes: Partial<OwnProduct>) =>
    names("Red cycle", "", [listing("Red cycle", changes)]);
  expect(alike({ resting: true })).toEqual(["Red cycle"]);
  expect(alike({ expired: true })).toEqual(["Red cycle"]);
  expect(alike({ isSold: true })).toEqual([]);
  expect(alike({ hiddenBecause: "It was hidden after reports." })).toEqual([]);
  const three = ["Red cycle", "Red cycle", "Red cycle"].map((name) => listing(name));
  expect(names("Red cycle", "", three)).toHaveLength(2);
});
