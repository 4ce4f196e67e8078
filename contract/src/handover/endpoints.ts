import * as z from "zod/mini";
import { endpointsOf, message, ok } from "../endpoint.ts";
import * as calls from "./calls.ts";
import * as schemas from "./schemas.ts";

export const handoverEndpoints = endpointsOf(calls, {
  offerHandover: {
    reads: ["Idempotency-Key"],
    summary:
      "Ask a friend to sell one of the caller's listings, which must be listed, paused or expired, without an open case. The answer is the same whether the address is registered, unknown or blocked. After 7 days without an answer the offer lapses",
    status: 201,
    body: schemas.handoverForm,
    reply: ok({ handover: schemas.handover }),
  },
  listHandovers: {
    summary: "Offers that the caller has made and received, newest first",
    reply: ok({
      given: z.array(schemas.givenHandover),
      received: z.array(schemas.receivedHandover),
    }),
  },
  answerHandover: {
    reads: ["Idempotency-Key"],
    summary:
      "Accept or decline an offer. With `accept: true` and `address` the listing is the caller's, with the caller's number; at the limit of active listings 409 `listing-quota`",
    body: schemas.handoverAnswer,
    reply: ok({ message, handover: schemas.receivedHandover }),
  },
  withdrawHandover: {
    reads: ["Idempotency-Key"],
    summary: "Withdraw an offer that has no answer",
    reply: ok({ message, handover: schemas.givenHandover }),
  },
});
