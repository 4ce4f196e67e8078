import * as z from "zod/mini";
import { maxLength, mostInBundle } from "../limits.ts";
import { product } from "../products/schemas.ts";
import { requiredText } from "../text-schemas.ts";

export const bundleForm = z.strictObject({
  productIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(mostInBundle)),
  place: requiredText(maxLength.address),
  leavingOn: z.iso.date(),
});

/** `place` only for the seller and for students who have contacted the seller about one of its items. */
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
