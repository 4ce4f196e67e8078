import { beforeEach, describe, expect, it, vi } from "vitest";
import { openBrowser } from "../test/browser.ts";
import { shuffle, visitSeed } from "./shuffle.ts";

const page = Array.from({ length: 24 }, (_, index) => ({
  _id: `019aa5c0-7d3e-7000-8000-${String(index).padStart(12, "0")}`,
}));

describe("shuffle", () => {
  it("R449 gives another order of the same products", () => {
    const shuffled = shuffle(page, 7);
    expect(shuffled).not.toEqual(page);
    expect(shuffled.map(({ _id }) => _id).sort()).toEqual(page.map(({ _id }) => _id));
  });

  it("Q61 is stable for one seed and differs for another", () => {
    expect(shuffle(page, 7)).toEqual(shuffle(page.toReversed(), 7));
    expect(shuffle(page, 7)).not.toEqual(shuffle(page, 8));
  });

  it("Q61 keeps the order of the others when a product comes or goes", () => {
    const without = page.filter((_, index) => index !== 5);
    expect(shuffle(without, 7)).toEqual(shuffle(page, 7).filter(({ _id }) => _id !== page[5]?._id));
  });

  it("R449 gives every product a fair chance of the first place", () => {
    const firsts = Array.from(
      { length: 600 },
      (_, seed) => shuffle(page, seed * 2654435761)[0]?._id,
    );
    const counts = page.map(({ _id }) => firsts.filter((first) => first === _id).length);
    expect(Math.min(...counts)).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThan(60);
  });
});

describe("visitSeed", () => {
  beforeEach(() => {
    openBrowser(() => Promise.reject(new Error("no network in this test")));
    return () => vi.unstubAllGlobals();
  });

  it("Q61 is the same for the whole visit", () => {
    const seed = visitSeed();
    expect(visitSeed()).toBe(seed);
    expect(sessionStorage.getItem("shuffle")).toBe(String(seed));
  });
});
