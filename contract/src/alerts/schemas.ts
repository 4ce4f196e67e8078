import * as z from "zod/mini";
import { maxLength } from "../limits.ts";
import { categories, conditions, locationTypes, priceRanges } from "../products/product.ts";
import { searchText } from "../text-schemas.ts";

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
