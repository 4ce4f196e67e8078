import { describe, expect, it } from "vitest";
import { filterNumber, filtersOf, FilterVersions, traitsOf } from "./traits.ts";

const categories = [
  "Study Essentials",
  "Room & Living",
  "Tech & Accessories",
  "Health & Fitness",
  "Mobility & Transport",
  "Fashion & Lifestyle",
] as const;
const conditions = ["New", "Like New", "Used - Good", "Used - Acceptable"] as const;
const locationTypes = ["On-Campus", "nearby"] as const;
const bands = {
  "0-100": [0, 100],
  "100-500": [100, 500],
  "500-1000": [500, 1000],
  "1000-2000": [1000, 2000],
  "2000-5000+": [2000, Infinity],
} as const;
const prices = [1, 100, 100.5, 499.99, 500, 999, 1000, 1500, 2000, 2000.01, 1_000_000];
const none = undefined;

describe("the traits of a product", () => {
  it("name exactly the filters that it passes, for every product and all 630 filters", () => {
    const names = Object.keys(bands) as (keyof typeof bands)[];
    const numbers = new Set<number>();
    const wrong: unknown[] = [];
    for (const category of categories)
      for (const condition of conditions)
        for (const locationType of locationTypes)
          for (const price of prices) {
            const row = { category, condition, location_type: locationType };
            const passed = new Set(filtersOf(traitsOf({ ...row, price_paise: price * 100 })));
            for (const a of [none, ...categories])
              for (const b of [none, ...conditions])
                for (const c of [none, ...locationTypes])
                  for (const d of [none, ...names]) {
                    const [least, most] = d ? bands[d] : [0, Infinity];
                    const isIn =
                      (a ?? category) === category &&
                      (b ?? condition) === condition &&
                      (c ?? locationType) === locationType &&
                      price >= least &&
                      price <= most;
                    const number = filterNumber({
                      category: a,
                      condition: b,
                      locationType: c,
                      priceRange: d,
                    });
                    numbers.add(number);
                    if (passed.has(number) !== isIn) wrong.push([price, a, b, c, d]);
                  }
          }
    expect(wrong).toEqual([]);
    expect(numbers.size).toBe(630);
  });

  it("let only the versions of those filters rise", () => {
    const versions = new FilterVersions();
    const traits = traitsOf({
      category: "Room & Living",
      condition: "New",
      location_type: "nearby",
      price_paise: 50_000,
    });
    versions.change(new Set([traits]));
    const risen = Array.from({ length: 630 }, (_, filter) => versions.of(filter)).filter(Boolean);
    expect(risen).toEqual(Array.from({ length: 24 }, () => 1));
    versions.change("everything");
    expect(versions.of(629)).toBe(1);
    expect(versions.of(0)).toBe(2);
  });
});
