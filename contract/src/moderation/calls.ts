import { call } from "../call.ts";

export const createReport = call("POST", "/api/reports", "student");
export const ownReports = call("GET", "/api/reports", "student");
export const ownDecisions = call("GET", "/api/decisions", "student", ["suspended"]);
export const createAppeal = call("POST", "/api/appeals", "student", ["suspended"]);
export const createGrievance = call("POST", "/api/grievances", "public");
export const getGrievance = call("GET", "/api/grievances/{receipt}", "public");
export const transparency = call("GET", "/api/transparency", "public");
export const listCases = call("GET", "/api/moderation/cases", "moderator");
export const getCase = call("GET", "/api/moderation/cases/{caseId}", "moderator");
export const getCasePhoto = call(
  "GET",
  "/api/moderation/cases/{caseId}/photos/{photoId}",
  "moderator",
);
export const decideCase = call("POST", "/api/moderation/cases/{caseId}/decision", "moderator");
export const markAuthority = call("POST", "/api/moderation/cases/{caseId}/authority", "moderator");
export const addCaseNote = call("POST", "/api/moderation/cases/{caseId}/notes", "moderator");
export const claimCase = call("POST", "/api/moderation/cases/{caseId}/claim", "moderator");
export const releaseCase = call("DELETE", "/api/moderation/cases/{caseId}/claim", "moderator");
export const suspendUser = call("POST", "/api/moderation/users/{userId}/suspend", "moderator");
export const reinstateUser = call("POST", "/api/moderation/users/{userId}/reinstate", "moderator");
export const hideListing = call("POST", "/api/moderation/products/{productId}/hide", "moderator");
export const restoreListing = call(
  "POST",
  "/api/moderation/products/{productId}/restore",
  "moderator",
);
export const removeListing = call(
  "POST",
  "/api/moderation/products/{productId}/remove",
  "moderator",
);
export const removeFeedback = call("POST", "/api/moderation/deals/{dealId}/feedback", "moderator");
export const moderationLog = call("GET", "/api/moderation/log", "moderator");
export const moderatedUsers = call("GET", "/api/moderation/users", "moderator");
export const moderationApi = call("GET", "/api/moderation/openapi.json", "moderator");
