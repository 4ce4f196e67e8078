import * as z from "zod/mini";
import * as listingCalls from "../listing-calls.ts";
import * as listings from "../products/listing-schemas.ts";
import { type Endpoint, message, success } from "../endpoint.ts";

export const alertEndpoints = {
  listAlerts: {
    ...listingCalls.listAlerts,
    summary: "The searches of which the caller wants to hear, the latest first",
    body: "none",
    reply: z.object({ success, alerts: z.array(listings.alert) }),
  },
  addAlert: {
    ...listingCalls.addAlert,
    reads: ["Idempotency-Key"],
    summary:
      "Tell the caller once a day when a product appears that fits; the same filters again answer the first",
    body: listings.alertForm,
    refusal: "invalid-fields",
    status: 201,
    statusAgain: 200,
    reply: z.object({ success, message, alert: listings.alert }),
  },
  deleteAlert: {
    ...listingCalls.deleteAlert,
    summary: "End one of the caller's alerts",
    params: { alertId: "alert-not-found" },
    body: "none",
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
