import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";

export const alertEndpoints = endpointsOf(calls, {
  listAlerts: {
    summary: "The caller's search alerts, the latest first",
    reply: ok({ alerts: z.array(schemas.alert) }),
  },
  addAlert: {
    reads: ["Idempotency-Key"],
    summary:
      "Tell the caller once a day when a product appears that fits; the same filters again answer the first",
    body: schemas.alertForm,
    status: 201,
    statusAgain: 200,
    reply: ok({ message, alert: schemas.alert }),
  },
  deleteAlert: {
    reads: ["Idempotency-Key"],
    summary: "End one of the caller's alerts",
  },
});
