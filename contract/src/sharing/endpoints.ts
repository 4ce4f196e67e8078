import * as z from "zod/mini";
import { endpointsOf, ok } from "../endpoint.ts";
import { ignoringOthers, product, productFilter } from "../products/schemas.ts";
import * as calls from "./calls.ts";

const { category, condition, locationType, priceRange, q } = productFilter.shape;

/** Order and size are given, and ignored like other names. */
export const messageQuery = ignoringOthers({
  days: z._default(
    z.pipe(
      z.enum(["1", "7"]),
      z.transform((days) => Number(days) as 1 | 7),
    ),
    1,
  ),
  category,
  condition,
  locationType,
  priceRange,
  q,
});

/** New listings of the last day, or of the last week if those are few, in the chosen category. */
const news = {
  days: z.union([z.literal(1), z.literal(7)]),
  category: z.optional(product.shape.category),
  products: z.array(product),
};
export type NewListings = z.infer<z.ZodMiniObject<typeof news>>;

export const sharingEndpoints = endpointsOf(calls, {
  newItemsMessage: {
    reads: ["If-None-Match"],
    tells: ["ETag"],
    summary:
      "What was listed in the last day or seven, as a message for a chat: unsold and unreserved, newest first, at most three of a seller, at most 1,500 characters. Other parameters are ignored",
    query: messageQuery,
    reply: "file",
    types: ["text/plain"],
  },
  newListings: {
    summary:
      "The page of new listings: those of the last day, or of the last week when these are fewer than five; sold ones stay while they are in the lists",
    query: z.object({ category }),
    reply: ok(news),
  },
});
