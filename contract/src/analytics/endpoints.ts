import { countView } from "../pages/pages.ts";
import { pageView } from "./schemas.ts";
import type { Endpoint } from "../endpoint.ts";

export const analyticsEndpoints = {
  countView: {
    ...countView,
    summary: "Count one page view; it carries nothing that tells who looked",
    body: pageView,
    status: 204,
    reply: "none",
  },
} as const satisfies Record<string, Endpoint>;
