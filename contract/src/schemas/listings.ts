import * as z from "zod/mini";
import { maxLength } from "../limits.ts";
import { categories, conditions } from "../products.ts";

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
  q: z.string().check(z.minLength(1), z.maxLength(maxLength.name)),
});

/** Rupees between which the middle half of them was sold. */
export const priceHint = z.object({ low: z.number(), high: z.number(), count: z.int() });
export type PriceHint = z.infer<typeof priceHint>;
