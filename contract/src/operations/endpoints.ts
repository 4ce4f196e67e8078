import * as z from "zod/mini";
import * as safetyCalls from "../safety-calls.ts";
import { operations } from "./schemas.ts";
import { type Endpoint, success } from "../endpoint.ts";

export const operationsEndpoints = {
  showOperations: {
    ...safetyCalls.showOperations,
    summary: "How the market is doing: now, today and in the last 30 days",
    body: "none",
    reply: z.object({ success, operations }),
  },
} as const satisfies Record<string, Endpoint>;
