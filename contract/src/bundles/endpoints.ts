import * as z from "zod/mini";
import { endpointsOf, ok } from "../endpoint.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";

export const bundleEndpoints = endpointsOf(calls, {
  createBundle: {
    reads: ["Idempotency-Key"],
    summary:
      "Put some of the caller's unsold products under one address, because the caller leaves",
    body: schemas.bundleForm,
    status: 201,
    reply: ok({ bundle: z.object({ id: z.uuid(), url: z.string() }) }),
  },
  ownBundles: {
    summary: "The caller's bundles, the latest first",
    reply: ok({ bundles: z.array(schemas.ownBundle) }),
  },
  getBundle: {
    summary:
      "What a leaving student sells, with sold things and without those that are hidden, expired or paused",
    reply: ok({ bundle: schemas.bundle }),
  },
  deleteBundle: {
    reads: ["Idempotency-Key"],
    summary: "Delete one of the caller's bundles; its products stay as they are",
  },
});
