import { call } from "../call.ts";

export const openOutcomes = call("GET", "/api/outcomes/open", "student");
export const putOutcome = call("PUT", "/api/outcomes/{productId}", "student");
export const listDeals = call("GET", "/api/deals", "student");
export const putDeal = call("PUT", "/api/deals/{dealId}", "student");
export const giveFeedback = call("PUT", "/api/deals/{dealId}/feedback", "student");
export const replyToFeedback = call("POST", "/api/deals/{dealId}/reply", "student");
export const requestContact = call("PUT", "/api/contact-requests/{productId}", "student");
export const withdrawContactRequest = call(
  "DELETE",
  "/api/contact-requests/{productId}",
  "student",
);
export const listContactRequests = call("GET", "/api/contact-requests", "student");
export const answerContactRequest = call("POST", "/api/contact-requests/{requestId}", "student");
