import * as z from "zod/mini";
import { maxLength, mostInBundle } from "../limits.ts";
import { categories, conditions, locationTypes, priceRanges } from "./product.ts";
import { product } from "./schemas.ts";
import { searchText, text } from "../text-schemas.ts";

export const reservation = z.strictObject({ until: z.iso.datetime({ offset: true }) });

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

export const bundleForm = z.strictObject({
  productIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(mostInBundle)),
  place: text().check(z.trim(), z.minLength(1), z.maxLength(maxLength.address)),
  leavingOn: z.iso.date(),
});

/** `place` only for those who have contacted its seller about one of its things, and for the seller. */
export const bundle = z.object({
  id: z.uuid(),
  seller: z.object({ _id: z.uuid(), name: z.string() }),
  place: z.nullable(z.string()),
  leavingOn: z.iso.date(),
  products: z.array(product),
});
export type Bundle = z.infer<typeof bundle>;

export const ownBundle = z.object({
  id: z.uuid(),
  url: z.string(),
  leavingOn: z.iso.date(),
  things: z.int(),
});
export type OwnBundle = z.infer<typeof ownBundle>;

const filters = {
  category: z.optional(z.enum(categories)),
  condition: z.optional(z.enum(conditions)),
  locationType: z.optional(z.enum(locationTypes)),
  priceRange: z.optional(z.enum(priceRanges)),
};

/** A search or filters, at least one of them. */
export const alertForm = z
  .strictObject({
    q: searchText(maxLength.search),
    ...filters,
  })
  .check(
    z.refine((form) => Object.values(form).some((value) => value !== undefined)),
    z.meta({
      anyOf: [
        {
          required: ["q"],
          properties: { q: { type: "string", pattern: String.raw`[\p{L}\p{N}]` } },
        },
        ...Object.keys(filters).map((name) => ({ required: [name] })),
      ],
    }),
  );
export type AlertForm = z.infer<typeof alertForm>;

export const alert = z.object({
  id: z.uuid(),
  q: z.optional(z.string()),
  ...filters,
  createdAt: z.iso.datetime(),
});
export type Alert = z.infer<typeof alert>;
