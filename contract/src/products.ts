import * as z from "zod/mini";
import { filterDefault, filterMost, listDefault, listMost, maxLength } from "./limits.ts";
import { searchTextOf } from "./text.ts";

/** R292 to R297, in the specification's order. */
export const categories = [
  "Study Essentials",
  "Room & Living",
  "Tech & Accessories",
  "Health & Fitness",
  "Mobility & Transport",
  "Fashion & Lifestyle",
] as const;
/** R298 to R301. */
export const conditions = ["New", "Like New", "Used - Good", "Used - Acceptable"] as const;
/** R302, R303: the wire values differ in case on purpose. */
export const locationTypes = ["On-Campus", "nearby"] as const;
/** R304 to R308. */
export const priceRanges = ["0-100", "100-500", "500-1000", "1000-2000", "2000-5000+"] as const;
/**
 * Orders of a list. Without one, pages arrive newest first and the browser shuffles each; a search
 * answers the best first.
 */
export const sorts = ["newest", "price-low", "price-high"] as const;

export type Category = (typeof categories)[number];
export type Condition = (typeof conditions)[number];
export type LocationType = (typeof locationTypes)[number];
export type PriceRange = (typeof priceRanges)[number];
export type Sort = (typeof sorts)[number];

/**
 * Rupees at both ends of each band, both inclusive; `most` is absent where there is no ceiling
 * (Q43: 2000-5000+ means 2000 and above).
 */
export const priceBands: Record<PriceRange, { least: number; most?: number }> = {
  "0-100": { least: 0, most: 100 },
  "100-500": { least: 100, most: 500 },
  "500-1000": { least: 500, most: 1000 },
  "1000-2000": { least: 1000, most: 2000 },
  "2000-5000+": { least: 2000 },
};

/** What a screen calls a location type (Q42). */
export const locationLabels: Record<LocationType, string> = {
  "On-Campus": "On-Campus",
  nearby: "Nearby",
};

/** One stored photo: `url` is readable everywhere, `sources` are narrower or smaller files of it. */
export const photoSource = z.object({ type: z.string(), width: z.int(), url: z.string() });
export const image = z.object({
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(),
  color: z.string(),
  sources: z.array(photoSource),
});
export type ProductImage = z.infer<typeof image>;

/** R270 to R281. `seller.phone` and `address` are null wherever they are withheld (Q38, Q39). */
export const product = z.object({
  _id: z.uuid(),
  name: z.string(),
  price: z.number(),
  description: z.string(),
  images: z.array(image),
  createdAt: z.iso.datetime(),
  seller: z.object({ _id: z.uuid(), phone: z.nullable(z.string()) }),
  isSold: z.boolean(),
  category: z.enum(categories),
  condition: z.enum(conditions),
  locationType: z.enum(locationTypes),
  address: z.nullable(z.string()),
  /** Counts the changes; an edit may name the one it was made from (`If-Match`). */
  version: z.int(),
  /** An operator has hidden it; only its owner still sees it. */
  hidden: z.optional(z.literal(true)),
});
export type Product = z.infer<typeof product>;

const emptyIsAbsent = <const T extends readonly string[]>(values: T) =>
  z.pipe(
    z.optional(z.enum(["", ...values] as ["", ...T])),
    z.transform((value) => (value === "" ? undefined : value) as T[number] | undefined),
  );

const pageSize = (fallback: number, most: number) =>
  z._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
      z.transform((digits) => Math.min(Number(digits), most)),
    ),
    fallback,
  );
const cursor = z.optional(z.string().check(z.maxLength(200)));

const searchText = z.pipe(
  z.pipe(z.optional(z.string()), z.transform(searchTextOf)),
  z.optional(z.string().check(z.maxLength(maxLength.search))),
);

/** The four filters of the specification (R289), as they stand in an address. */
export const filterFields = ["locationType", "condition", "category", "priceRange"] as const;

/** Query of GET /api/products/filter. A raw plus in an address arrives as a space (Q43). */
export const productFilter = z.strictObject({
  locationType: emptyIsAbsent(locationTypes),
  condition: emptyIsAbsent(conditions),
  category: emptyIsAbsent(categories),
  priceRange: z.pipe(
    z.optional(z.enum(["", ...priceRanges, "2000-5000 "])),
    z.transform((value) =>
      value === "" ? undefined : (value?.replace(" ", "+") as PriceRange | undefined),
    ),
  ),
  q: searchText,
  sort: emptyIsAbsent(sorts),
  limit: pageSize(filterDefault, filterMost),
  cursor,
});
export type ProductFilter = z.infer<typeof productFilter>;

/** Query of GET /api/products. */
export const productList = z.strictObject({
  sort: emptyIsAbsent(["newest", "random"]),
  limit: pageSize(listDefault, listMost),
  cursor,
});
export type ProductList = z.infer<typeof productList>;
