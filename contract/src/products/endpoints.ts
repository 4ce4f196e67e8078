import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import { sellerFacts } from "../students/schemas.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";
import { editForm, ownProduct, product, sellForm } from "./schemas.ts";

export const productEndpoints = endpointsOf(calls, {
  ownProducts: {
    summary:
      "The caller's own products, sold ones included, each with its views and the number of contacts",
    reply: ok({ products: z.array(ownProduct) }),
  },
  getProduct: {
    tells: ["ETag"],
    summary:
      "One product with its seller's phone; counts against the contact limit unless it is the caller's. If buyers ask first (`contact: \"ask\"`), phone and address are null until the seller shares them, `request` says where the caller's request stands, and nothing is counted",
    reply: ok({ product, message }),
  },
  getItem: {
    summary:
      "One product without phone and address, sold or not, unsold ones like it, and of its seller the month of registration, how they reply and their deals",
    reply: ok({ product, similar: z.array(product), seller: sellerFacts }),
  },
  createProduct: {
    reads: ["Idempotency-Key"],
    summary: "List a product; `drafted` is `true` for a description by the description writer",
    body: "multipart",
    form: sellForm,
    status: 201,
    reply: ok({ message, product }),
  },
  updateProduct: {
    reads: ["Idempotency-Key", "If-Match"],
    summary: "Change one of the caller's products",
    body: "multipart",
    form: editForm,
    reply: ok({ message, product }),
  },
  toggleSold: {
    reads: ["Idempotency-Key"],
    summary: "Mark one of the caller's products sold or unsold; without a body it flips",
    body: z.optional(z.nullable(z.strictObject({ isSold: z.optional(z.boolean()) }))),
    refusal: "invalid-enum",
    reply: ok({ message, isSold: z.boolean() }),
  },
  confirmProduct: {
    summary: "Say that one of the caller's products is still there",
    reply: ok({ message }),
  },
  deleteProduct: {
    reads: ["Idempotency-Key"],
    summary: "Delete one of the caller's products and its photos",
    reply: ok({ message }),
  },
  renewProduct: {
    summary: "Bring one of the caller's expired products back into the lists",
    reply: ok({ message }),
  },
  reserveProduct: {
    summary: "Reserve one of the caller's products for a buyer, for a week at most",
    body: schemas.reservation,
    reply: ok({ message, reservedUntil: z.iso.datetime() }),
  },
  releaseProduct: {
    summary: "End such a promise",
    reply: ok({ message }),
  },
  keepProduct: {
    reads: ["Idempotency-Key"],
    summary:
      "Say that one of the caller's products is there until a day, at most 90 days from today; until then it does not expire, and then it is paused",
    body: schemas.keeping,
    reply: ok({ message, product: schemas.ownProduct }),
  },
  restoreProduct: {
    reads: ["Idempotency-Key"],
    summary: "Bring back one of the caller's products that was deleted within the last days",
    reply: ok({ message, product }),
  },
  deletedProducts: {
    summary: "The caller's deleted products that can be brought back, the latest deleted first",
    reply: ok({ products: z.array(schemas.deletedProduct) }),
  },
  priceHint: {
    summary:
      "For how many rupees things of such a name and category were sold here; without `hint` when too few were",
    query: schemas.priceHintQuery,
    reply: ok({ hint: z.optional(schemas.priceHint) }),
  },
  clickProduct: {
    summary: "Count a view of a product, once per viewer and day",
  },
});
