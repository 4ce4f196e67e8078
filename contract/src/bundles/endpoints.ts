import * as z from "zod/mini";
import * as listingCalls from "../listing-calls.ts";
import * as listings from "../products/listing-schemas.ts";
import { type Endpoint, success } from "../endpoint.ts";

export const bundleEndpoints = {
  createBundle: {
    ...listingCalls.createBundle,
    reads: ["Idempotency-Key"],
    summary:
      "Put some of the caller's unsold products under one address, because the caller leaves",
    body: listings.bundleForm,
    refusal: "invalid-fields",
    status: 201,
    reply: z.object({ success, bundle: z.object({ id: z.uuid(), url: z.string() }) }),
  },
  ownBundles: {
    ...listingCalls.ownBundles,
    summary: "The caller's bundles, the latest first",
    body: "none",
    reply: z.object({ success, bundles: z.array(listings.ownBundle) }),
  },
  getBundle: {
    ...listingCalls.getBundle,
    summary: "What a leaving student sells, sold things included",
    params: { bundleId: "bundle-not-found" },
    body: "none",
    reply: z.object({ success, bundle: listings.bundle }),
  },
  deleteBundle: {
    ...listingCalls.deleteBundle,
    summary: "Delete one of the caller's bundles; its products stay as they are",
    params: { bundleId: "bundle-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
