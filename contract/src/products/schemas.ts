import * as z from "zod/mini";
import {
  filterDefault,
  filterMost,
  listDefault,
  listMost,
  maxLength,
  maxPhotos,
} from "../limits.ts";
import { file, image } from "../photos/schemas.ts";
import {
  categories,
  conditions,
  locationTypes,
  pauseReasons,
  type PriceRange,
  priceRanges,
  requestStates,
  sorts,
} from "./product.ts";
import { contactChoices } from "../students/student.ts";
import { searchText, seen, text } from "../text-schemas.ts";

/** Letters and digits that do not look alike. */
export const codePattern = /^[abcdefghjkmnpqrstuvwxyz2-9]{7}$/;

/** R270 to R281. `seller.phone` and `address` are null wherever they are withheld (Q38, Q39). */
export const product = z.object({
  _id: z.uuid(),
  /** The code in its short address, `/i/{code}`. */
  code: z.string().check(z.regex(codePattern)),
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
  /** The description came from the description writer (D51). */
  drafted: z.optional(z.literal(true)),
  negotiable: z.optional(z.literal(true)),
  /** The day from which it can be had, while that is to come. */
  availableFrom: z.optional(z.iso.date()),
  reservedUntil: z.optional(z.iso.datetime()),
  /** The time at which the seller last confirmed that it is still available. */
  confirmedAt: z.optional(z.iso.datetime()),
  /** The day of the last activity, if it is long ago and a student has asked for the number since. */
  unconfirmedSince: z.optional(z.iso.date()),
  previousPrice: z.optional(z.number()),
  /** Expired (too long without seller activity) or paused: in no list and without a contact, until its seller renews it. */
  expired: z.optional(z.literal(true)),
  /** With `ask` the seller decides on each request for the number. */
  contact: z.optional(z.enum(contactChoices)),
  /** On the single product, if buyers ask first: the state of the caller's request. */
  request: z.optional(z.enum(requestStates)),
  /** On own products: the listing's own choice, null if the seller's holds. */
  contactChoice: z.optional(z.nullable(z.enum(contactChoices))),
});
export type Product = z.infer<typeof product>;

/** A seller's own product, with its views of the last 90 days, one per viewer and day, and how many students viewed the contact (R605). */
export const ownProduct = z.extend(product, {
  views: z.int(),
  asked: z.int(),
  /** The day until which its seller keeps it. */
  keptUntil: z.optional(z.iso.date()),
  /** Several students say that it is sold, and the seller has not answered since. */
  saidSold: z.optional(z.literal(true)),
  /** Several buyers in a row got no reply, and the seller has not answered since. */
  unanswered: z.optional(z.literal(true)),
  /** Why it is hidden, as a sentence; present if it is. */
  hiddenBecause: z.optional(z.string()),
  /** It is paused: in no list, and without a contact, until the seller confirms it. */
  resting: z.optional(z.literal(true)),
  restingBecause: z.optional(z.enum(pauseReasons)),
  contactChoice: z.nullable(z.enum(contactChoices)),
});
export type OwnProduct = z.infer<typeof ownProduct>;

/** `priceBefore` is its price when it was saved, if it costs less now. */
export const savedProduct = z.extend(product, { priceBefore: z.optional(z.number()) });
export type SavedProduct = z.infer<typeof savedProduct>;

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
const cursor = z.optional(
  z.pipe(
    text(200),
    z.transform((value) => (value === "" ? undefined : value)),
  ),
);

const namesMost = 40;
/**
 * A query that ignores other names, since chats and mails add their own to an address: but not many, and not one of its own
 * with an operator, `price[gt]`, which was not meant to be ignored.
 * @param refused names that would seem to have been applied
 */
export function ignoringOthers<const S extends z.core.$ZodShape>(
  shape: S,
  refused: readonly string[] = [],
) {
  const own = Object.keys(shape);
  const known = [...own, ...refused];
  const isRefused = (name: string) =>
    known.includes(name.replace(/[.[].*$/s, "")) && !own.includes(name);
  const query = z.looseObject(shape).check(
    z.refine((values) => {
      const names = Object.keys(values);
      return names.length <= namesMost && !names.some(isRefused);
    }),
  );
  return query as unknown as z.ZodMiniObject<S, z.core.$strip>;
}

/** Query of GET /api/products/filter. A raw plus in an address arrives as a space (Q43). */
export const productFilter = ignoringOthers({
  locationType: emptyIsAbsent(locationTypes),
  condition: emptyIsAbsent(conditions),
  category: emptyIsAbsent(categories),
  priceRange: z.pipe(
    z.optional(z.enum(["", ...priceRanges, "2000-5000 "])),
    z.transform((value) =>
      value === "" ? undefined : (value?.replace(" ", "+") as PriceRange | undefined),
    ),
  ),
  q: searchText(maxLength.search),
  sort: emptyIsAbsent(sorts),
  limit: pageSize(filterDefault, filterMost),
  cursor,
});
export type ProductFilter = z.infer<typeof productFilter>;

/** Query of GET /api/products. */
export const productList = ignoringOthers(
  {
    sort: emptyIsAbsent(["newest", "random"]),
    seller: z.optional(z.uuid()),
    limit: pageSize(listDefault, listMost),
    cursor,
  },
  Object.keys(productFilter.shape),
);
export type ProductList = z.infer<typeof productList>;

const files = z.array(file).check(z.maxLength(maxPhotos));

/** Rupees above zero up to `maxPrice`, with or without a sign, commas and paise, as `readPrice` takes them. */
const price = String.raw`^₹?\s*((?=[\d,.]*[1-9])(\d{1,6}|\d{1,3},\d{3}|\d,\d{2},\d{3})(\.\d{1,2})?|1000000|10,00,000|1,000,000)$`;
const written = (most: number) => z.string().check(z.meta(seen(most)));
const productForm = {
  name: written(maxLength.name),
  price: z.string().check(z.meta({ pattern: price })),
  description: written(maxLength.description),
  address: written(maxLength.address),
  locationType: z.enum(locationTypes),
  category: z.enum(categories),
  condition: z.enum(conditions),
  drafted: z.optional(z.enum(["true", "false"])),
  negotiable: z.optional(z.enum(["true", "false"])),
  availableFrom: z.optional(z.union([z.iso.date(), z.literal("")])),
  /** `null`, or nothing, leaves it to the seller's choice. */
  contact: z.optional(z.enum([...contactChoices, "null", ""])),
  photos: z.optional(z.array(z.uuid()).check(z.maxLength(maxPhotos))),
  images: z.optional(files),
};
const needsPhoto = { anyOf: [{ required: ["photos"] }, { required: ["images"] }] };
/** Form of POST products/create and of PUT products, for the description of the API; `checkProduct` decides. */
export const sellForm = z
  .object({ ...productForm, seller: z.optional(z.string()) })
  .check(z.meta(needsPhoto));
export const editForm = z.object({
  ...productForm,
  existingImages: z.optional(
    z.string().check(z.meta({ description: "Addresses of photos that stay, as a JSON list" })),
  ),
});

export const reservation = z.strictObject({ until: z.iso.datetime({ offset: true }) });

export const keeping = z.strictObject({ until: z.iso.date() });

export const deletedProduct = z.object({
  _id: z.uuid(),
  name: z.string(),
  price: z.number(),
  deletedAt: z.iso.datetime(),
});
export type DeletedProduct = z.infer<typeof deletedProduct>;

export const priceHintQuery = z.strictObject({
  category: z.enum(categories),
  condition: z.optional(z.enum(conditions)),
  q: text(maxLength.name).check(z.minLength(1)),
});

/** Rupees between which the middle half of them was sold. */
export const priceHint = z.object({ low: z.number(), high: z.number(), count: z.int() });
export type PriceHint = z.infer<typeof priceHint>;
