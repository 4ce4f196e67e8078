/** Calls of what follows a contact: notices, outcomes and deals. */
import { call } from "./call.ts";

export const listNotices = call("GET", "/api/notices", "student");
export const readNotices = call("POST", "/api/notices/read", "student");
export const getNoticeSettings = call("GET", "/api/notices/settings", "student");
export const changeNoticeSettings = call("PUT", "/api/notices/settings", "student");
export const subscribePush = call("PUT", "/api/push", "student");
export const unsubscribePush = call("DELETE", "/api/push", "student");
export const openOutcomes = call("GET", "/api/outcomes/open", "student");
export const putOutcome = call("PUT", "/api/outcomes/{productId}", "student");
export const listDeals = call("GET", "/api/deals", "student");
export const putDeal = call("PUT", "/api/deals/{dealId}", "student");
export const giveFeedback = call("PUT", "/api/deals/{dealId}/feedback", "student");
export const replyToFeedback = call("POST", "/api/deals/{dealId}/reply", "student");
export const removeFeedback = call("POST", "/api/moderation/deals/{dealId}/feedback", "moderator");
