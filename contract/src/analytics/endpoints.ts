import { endpointsOf } from "../endpoint.ts";
import * as calls from "./calls.ts";
import { pageView } from "./schemas.ts";

export const analyticsEndpoints = endpointsOf(calls, {
  countView: {
    summary: "Count one page view; it carries nothing that tells who looked",
    body: pageView,
    refusal: "invalid-request",
  },
});
