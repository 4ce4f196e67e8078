import { categories, conditions, locationTypes, priceRanges } from "@market/contract/products";

const popular = 40;
const popularShare = 0.8;

type Values = Partial<Record<"category" | "condition" | "locationType" | "priceRange", string>>;

/** All 630 filters as addresses, those with the fewest words first. */
export const filterPaths: readonly string[] = everyFilter()
  .toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)
  .map((values) => {
    const search = new URLSearchParams(values);
    return search.size === 0 ? "/api/products/filter" : `/api/products/filter?${search}`;
  });
export const popularPaths = filterPaths.slice(0, popular);

function everyFilter(): Values[] {
  const all: Values[] = [];
  for (const category of ["", ...categories])
    for (const condition of ["", ...conditions])
      for (const locationType of ["", ...locationTypes])
        for (const priceRange of ["", ...priceRanges]) {
          const values = { category, condition, locationType, priceRange };
          all.push(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
        }
  return all;
}

/** What students ask: four fifths the forty most popular filters, one fifth any. */
export function filterMix(count: number, random: () => number): string[] {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  return Array.from({ length: count }, () =>
    pick(random() < popularShare ? popularPaths : filterPaths),
  );
}
