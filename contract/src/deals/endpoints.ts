import * as z from "zod/mini";
import * as dealCalls from "../deal-calls.ts";
import * as deals from "./schemas.ts";
import * as safety from "../moderation/schemas.ts";
import { type Endpoint, success } from "../endpoint.ts";

export const dealEndpoints = {
  openOutcomes: {
    ...dealCalls.openOutcomes,
    summary: "Contacts of the caller of which the outcome may be asked now, the oldest first",
    body: "none",
    reply: z.object({ success, outcomes: z.array(deals.openOutcome) }),
  },
  putOutcome: {
    ...dealCalls.putOutcome,
    summary:
      "Say whether a seller replied and whether the caller bought; an empty body says that the caller was asked. `bought: true` asks the seller to confirm the deal",
    params: { productId: "product-not-found" },
    body: deals.outcomeForm,
    refusal: "invalid-fields",
    reply: z.object({ success }),
  },
  listDeals: {
    ...dealCalls.listDeals,
    tells: ["Link"],
    summary: "The caller's deals, newest first, with the feedback that the caller may see",
    query: safety.pageQuery,
    refusal: "invalid-filter",
    body: "none",
    reply: z.object({ success, deals: z.array(deals.deal) }),
  },
  putDeal: {
    ...dealCalls.putDeal,
    reads: ["Idempotency-Key"],
    summary: "The seller confirms a deal, which marks the listing sold, or says that it is none",
    params: { dealId: "deal-not-found" },
    body: deals.dealForm,
    refusal: "invalid-fields",
    reply: z.object({ success, deal: deals.deal }),
  },
  giveFeedback: {
    ...dealCalls.giveFeedback,
    reads: ["Idempotency-Key"],
    summary: "Give feedback about the other side of a confirmed deal, once",
    params: { dealId: "deal-not-found" },
    body: deals.feedbackForm,
    refusal: "invalid-fields",
    reply: z.object({ success, deal: deals.deal }),
  },
  replyToFeedback: {
    ...dealCalls.replyToFeedback,
    reads: ["Idempotency-Key"],
    summary: "Reply, once, to the feedback that the other side gave",
    params: { dealId: "deal-not-found" },
    body: deals.replyForm,
    refusal: "invalid-fields",
    reply: z.object({ success, deal: deals.deal }),
  },
} as const satisfies Record<string, Endpoint>;
