import { endpointsOf, ok } from "../endpoint.ts";
import * as calls from "./calls.ts";
import { operations } from "./schemas.ts";

export const operationsEndpoints = endpointsOf(calls, {
  showOperations: {
    summary: "The status of the market: now, today and in the last 30 days",
    reply: ok({ operations }),
  },
});
