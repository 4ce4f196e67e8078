import * as z from "zod/mini";
import * as calls from "../calls.ts";
import * as listingCalls from "../listing-calls.ts";
import * as listings from "./listing-schemas.ts";
import {
  editForm,
  ownProduct,
  product,
  productFilter,
  productList,
  savedProduct,
  sellForm,
} from "./schemas.ts";
import { sellerFacts } from "../students/schemas.ts";
import { type Endpoint, message, success } from "../endpoint.ts";

export const productEndpoints = {
  listProducts: {
    ...calls.listProducts,
    reads: ["If-None-Match"],
    tells: ["ETag", "Link"],
    summary:
      "Products, newest unsold first; with `seller` those of one student, to students only (401 otherwise)",
    query: productList,
    refusal: "invalid-filter",
    body: "none",
    reply: z.array(product),
  },
  filterProducts: {
    ...calls.filterProducts,
    reads: ["If-None-Match"],
    tells: ["ETag", "Link", "X-Search", "X-Total-Count"],
    summary:
      "Products that fit the filters and the search text `q`: in a mixed order, with `q` the best matches first, unless `sort` is given. When nothing fits all words as typed, the nearest are answered and the header `X-Search: widened` says so. A first page with more after it counts all in `X-Total-Count`, where 121 means more than 120",
    query: productFilter,
    refusal: "invalid-filter",
    body: "none",
    reply: z.array(product),
  },
  ownProducts: {
    ...calls.ownProducts,
    summary: "The caller's own products, sold ones included, each with its views and who asked",
    body: "none",
    reply: z.object({ success, products: z.array(ownProduct) }),
  },
  getProduct: {
    ...calls.getProduct,
    tells: ["ETag"],
    summary:
      "One product with its seller's phone; counts against the contact limit unless it is the caller's",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, product, message }),
  },
  getItem: {
    ...calls.getItem,
    summary:
      "One product without phone and address, sold or not, unsold ones like it, and of its seller the month of registration, how they reply and their deals",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, product, similar: z.array(product), seller: sellerFacts }),
  },
  createProduct: {
    ...calls.createProduct,
    reads: ["Idempotency-Key"],
    summary: "List a product; `drafted` is `true` for a description by the description writer",
    body: "multipart",
    form: sellForm,
    status: 201,
    reply: z.object({ success, message, product }),
  },
  updateProduct: {
    ...calls.updateProduct,
    reads: ["Idempotency-Key", "If-Match"],
    summary: "Change one of the caller's products",
    params: { productId: "product-not-found" },
    body: "multipart",
    form: editForm,
    reply: z.object({ success, message, product }),
  },
  toggleSold: {
    ...calls.toggleSold,
    reads: ["Idempotency-Key"],
    summary: "Mark one of the caller's products sold or unsold; without a body it flips",
    params: { productId: "product-not-found" },
    body: z.optional(z.nullable(z.strictObject({ isSold: z.optional(z.boolean()) }))),
    refusal: "invalid-enum",
    reply: z.object({ success, message, isSold: z.boolean() }),
  },
  confirmProduct: {
    ...calls.confirmProduct,
    summary: "Say that one of the caller's products is still there",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  deleteProduct: {
    ...calls.deleteProduct,
    reads: ["Idempotency-Key"],
    summary: "Delete one of the caller's products and its photos",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  renewProduct: {
    ...listingCalls.renewProduct,
    summary: "Bring one of the caller's expired products back into the lists",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  reserveProduct: {
    ...listingCalls.reserveProduct,
    summary: "Promise one of the caller's products to somebody, for a week at most",
    params: { productId: "product-not-found" },
    body: listings.reservation,
    refusal: "invalid-fields",
    reply: z.object({ success, message, reservedUntil: z.iso.datetime() }),
  },
  releaseProduct: {
    ...listingCalls.releaseProduct,
    summary: "End such a promise",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message }),
  },
  restoreProduct: {
    ...listingCalls.restoreProduct,
    summary: "Bring back one of the caller's products that was deleted within the last days",
    params: { productId: "product-not-found" },
    body: "none",
    reply: z.object({ success, message, product }),
  },
  deletedProducts: {
    ...listingCalls.deletedProducts,
    summary: "The caller's deleted products that can be brought back, the latest deleted first",
    body: "none",
    reply: z.object({ success, products: z.array(listings.deletedProduct) }),
  },
  priceHint: {
    ...listingCalls.priceHint,
    summary:
      "For how many rupees things of such a name and category were sold here; without `hint` when too few were",
    query: listings.priceHintQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, hint: z.optional(listings.priceHint) }),
  },
  clickProduct: {
    ...calls.clickProduct,
    summary: "Count a view of a product, once per viewer and day",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  savedProducts: {
    ...calls.savedProducts,
    summary: "The products that the caller has saved, sold ones included, the latest saved first",
    body: "none",
    reply: z.object({ success, products: z.array(savedProduct) }),
  },
  savedIds: {
    ...calls.savedIds,
    summary: "The ids of the products that the caller has saved",
    body: "none",
    reply: z.object({ success, ids: z.array(z.uuid()) }),
  },
  saveProduct: {
    ...calls.saveProduct,
    summary: "Save a product for the caller; saving it again changes nothing",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
  unsaveProduct: {
    ...calls.unsaveProduct,
    summary: "Take a product off the caller's saved ones, if it is among them",
    params: { productId: "product-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
