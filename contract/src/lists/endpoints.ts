import * as z from "zod/mini";
import { endpointsOf } from "../endpoint.ts";
import { product, productFilter, productList } from "../products/schemas.ts";
import * as calls from "./calls.ts";

export const listEndpoints = endpointsOf(calls, {
  listProducts: {
    reads: ["If-None-Match"],
    tells: ["ETag", "Link"],
    summary:
      "Products, newest unsold first; with `seller` those of one student, to students only (401 otherwise). Other parameters are ignored, but those of the filter refused",
    query: productList,
    reply: z.array(product),
  },
  listNames: {
    reads: ["If-None-Match"],
    tells: ["ETag"],
    summary:
      "Names of products on offer, what is listed most often first, then the newest, each with the number of its listings; for suggestions while a search is typed",
    reply: z.array(z.object({ name: z.string(), listings: z.int() })),
  },
  filterProducts: {
    reads: ["If-None-Match"],
    tells: ["ETag", "Link", "X-Search", "X-Total-Count"],
    summary:
      "Products that fit the filters and the search text `q`: in a mixed order, with `q` the best matches first, unless `sort` is given. When nothing fits all words as typed, the nearest are answered and the header `X-Search: widened` says so. A first page with more after it counts all in `X-Total-Count`, where 121 means more than 120. Other parameters are ignored",
    query: productFilter,
    reply: z.array(product),
  },
});
