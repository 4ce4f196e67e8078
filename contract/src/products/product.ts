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
/** R302, R303: the specification writes one with a capital and one without. */
export const locationTypes = ["On-Campus", "nearby"] as const;
/** R304 to R308. */
export const priceRanges = ["0-100", "100-500", "500-1000", "1000-2000", "2000-5000+"] as const;
/** Why a listing is paused: by buyers (sold, no reply, wrong number), or because its seller left or the day until which they kept it passed. */
export const pauseReasons = ["sold-said", "no-answer", "wrong-number", "left"] as const;
export type PauseReason = (typeof pauseReasons)[number];
/** Orders of a list. Without one, the browser shuffles each page, and a search has the best match first. */
export const sorts = ["newest", "price-low", "price-high"] as const;

/** States of a buyer's request for the number; `shared` comes with the number. */
export const requestStates = ["none", "open", "shared", "refused", "expired"] as const;
export type RequestState = (typeof requestStates)[number];

export type Category = (typeof categories)[number];
export type Condition = (typeof conditions)[number];
export type LocationType = (typeof locationTypes)[number];
export type PriceRange = (typeof priceRanges)[number];
export type Sort = (typeof sorts)[number];

/** Rupees at both ends of each band, inclusive; 2000-5000+ has no ceiling (Q43). */
export const priceBands: Record<PriceRange, { least: number; most?: number }> = {
  "0-100": { least: 0, most: 100 },
  "100-500": { least: 100, most: 500 },
  "500-1000": { least: 500, most: 1000 },
  "1000-2000": { least: 1000, most: 2000 },
  "2000-5000+": { least: 2000 },
};

/** Labels of location types (Q42). */
export const locationLabels: Record<LocationType, string> = {
  "On-Campus": "On-Campus",
  nearby: "Nearby",
};

/** The four filters of the specification (R289), as they appear in an address. */
export const filterFields = ["locationType", "condition", "category", "priceRange"] as const;

export type { OwnProduct, Product, ProductFilter, ProductList, SavedProduct } from "./schemas.ts";
export type { ProductImage } from "../photos/schemas.ts";
