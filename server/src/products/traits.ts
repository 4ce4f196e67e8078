import {
  categories,
  conditions,
  locationTypes,
  priceBands,
  priceRanges,
  type ProductFilter,
} from "@market/contract/products";

/** What filters look at in a product, as its row has it. */
export type TraitRow = {
  category: string;
  condition: string;
  location_type: string;
  price_paise: number;
};
/** What has changed in the catalogue: the traits that changed products had and have, or who knows what. */
export type Change = ReadonlySet<number> | "everything";
type Filter = Partial<
  Pick<ProductFilter, "category" | "condition" | "locationType" | "priceRange">
>;

/** What filters look at, as one number below 1,536. A price at the edge of two bands is in both (Q43). */
export function traitsOf({ category, condition, location_type, price_paise }: TraitRow): number {
  const places = [
    categories.findIndex((name) => name === category),
    conditions.findIndex((name) => name === condition),
    locationTypes.findIndex((name) => name === location_type),
  ];
  if (places.includes(-1)) throw new Error("a product has a trait that no filter knows");
  const [first = 0, second = 0, third = 0] = places;
  const bands = priceRanges.reduce((bits, range, i) => {
    const { least, most = Infinity } = priceBands[range];
    return price_paise >= least * 100 && price_paise <= most * 100 ? bits | (1 << i) : bits;
  }, 0);
  return ((first * conditions.length + second) * locationTypes.length + third) * 32 + bands;
}

/** The 630 filters by number: 0 is none, which every product passes. */
export function filterNumber({ category, condition, locationType, priceRange }: Filter): number {
  return numberOf(
    category === undefined ? 0 : categories.indexOf(category) + 1,
    condition === undefined ? 0 : conditions.indexOf(condition) + 1,
    locationType === undefined ? 0 : locationTypes.indexOf(locationType) + 1,
    priceRange === undefined ? 0 : priceRanges.indexOf(priceRange) + 1,
  );
}

/** The filters that a product of these traits passes: sixteen, or twenty-four at the edge of two bands. */
export function filtersOf(traits: number): number[] {
  const bands = traits % 32;
  const place = Math.floor(traits / 32);
  const third = (place % locationTypes.length) + 1;
  const rest = Math.floor(place / locationTypes.length);
  const second = (rest % conditions.length) + 1;
  const first = Math.floor(rest / conditions.length) + 1;
  const passed = [0, ...priceRanges.map((_, i) => i + 1).filter((n) => bands & (1 << (n - 1)))];
  return [0, first].flatMap((a) =>
    [0, second].flatMap((b) => [0, third].flatMap((c) => passed.map((d) => numberOf(a, b, c, d)))),
  );
}

const numberOf = (category: number, condition: number, locationType: number, band: number) =>
  ((category * (conditions.length + 1) + condition) * (locationTypes.length + 1) + locationType) *
    (priceRanges.length + 1) +
  band;

/** Counts, for every filter, the changes that its list may show. */
export class FilterVersions {
  readonly #versions = new Uint32Array(
    (categories.length + 1) *
      (conditions.length + 1) *
      (locationTypes.length + 1) *
      (priceRanges.length + 1),
  );

  of(filter: number): number {
    return this.#versions[filter] ?? 0;
  }

  change(change: Change): void {
    const filters =
      change === "everything" ? this.#versions.keys() : new Set([...change].flatMap(filtersOf));
    for (const filter of filters) this.#versions[filter] = this.of(filter) + 1;
  }
}
