import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import { pageQuery } from "../text-schemas.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";

export const dealEndpoints = endpointsOf(calls, {
  openOutcomes: {
    summary:
      "The caller's contacts whose outcome may be requested now, the oldest first; `farewell`, which comes before them, if the caller leaves soon and has listings to decide on",
    reply: ok({ outcomes: z.array(schemas.openOutcome), farewell: z.optional(schemas.farewell) }),
  },
  putOutcome: {
    summary:
      "State whether a seller replied and whether the caller bought; an empty body records that the caller saw the question. `bought: true` asks the seller to confirm the deal, and `message` states whether it did. `replied: false` within four hours of the contact is refused with 409 `too-early`. `sold: true` says that it was sold already; two different buyers within 14 days pause the listing. Which of them count is not told",
    body: schemas.outcomeForm,
    reply: ok({ message: z.optional(message) }),
  },
  listDeals: {
    tells: ["Link"],
    summary: "The caller's deals, newest first, with the feedback that the caller may see",
    query: pageQuery,
    reply: ok({ deals: z.array(schemas.deal) }),
  },
  putDeal: {
    reads: ["Idempotency-Key"],
    summary:
      "The seller confirms a deal, which marks the listing sold, or says that it is none; within 24 hours it can still be confirmed, later with 409 `deal-decided`",
    body: schemas.dealForm,
    reply: ok({ deal: schemas.deal }),
  },
  giveFeedback: {
    reads: ["Idempotency-Key"],
    summary:
      "Give feedback about the other side of a confirmed deal, once; within an hour of the contact 409 `too-early`",
    body: schemas.feedbackForm,
    reply: ok({ deal: schemas.deal }),
  },
  replyToFeedback: {
    reads: ["Idempotency-Key"],
    summary: "Reply, once, to the feedback that the other side gave",
    body: schemas.replyForm,
    reply: ok({ deal: schemas.deal }),
  },
});
