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
  requestContact: {
    reads: ["Idempotency-Key"],
    summary:
      'Ask a seller for the number of a listing with `contact: "ask"`; the seller learns the caller\'s first name and number of deals. After 24 hours a request is `expired`, and 7 days after the first the caller can ask once more; a refused one is final (409 `not-again`)',
    status: 201,
    statusAgain: 200,
    reply: ok({ request: schemas.contactRequest }),
  },
  withdrawContactRequest: {
    reads: ["Idempotency-Key"],
    summary: "Withdraw a request that has no answer",
    reply: ok({ message }),
  },
  listContactRequests: {
    summary: "Requests for numbers that the caller has made and received, newest first",
    reply: ok({
      made: z.array(schemas.contactRequest),
      received: z.array(schemas.receivedRequest),
    }),
  },
  answerContactRequest: {
    reads: ["Idempotency-Key"],
    summary:
      "Answer a request, once, also after it has expired: `share` gives this student the number, `sold` marks the listing sold, which ends all its open requests",
    body: schemas.requestAnswer,
    reply: ok({ message, request: schemas.receivedRequest }),
  },
});
