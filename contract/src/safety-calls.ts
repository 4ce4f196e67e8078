/** Calls of moderation, safety and the account, which few pages have. */
import { call } from "./call.ts";

export const exportAccount = call("GET", "/api/users/me/export", "student", [
  "suspended",
  "deleted",
]);
export const deleteAccount = call("DELETE", "/api/users/me", "student", ["suspended"]);
export const restoreAccount = call("POST", "/api/users/me/restore", "student", ["deleted"]);
export const listConsents = call("GET", "/api/users/me/consents", "student");
export const giveConsent = call("POST", "/api/users/me/consents", "student");
export const getConsentNotice = call("GET", "/api/consent-notice", "public");
export const seeRules = call("PUT", "/api/users/me/rules", "student");
export const listSessions = call("GET", "/api/auth/sessions", "student");
export const endSession = call("DELETE", "/api/auth/sessions/{sessionId}", "student");
export const logOutEverywhere = call("POST", "/api/auth/logout-everywhere", "student");
export const listBlocks = call("GET", "/api/blocks", "student");
export const blockUser = call("PUT", "/api/blocks/{userId}", "student");
export const unblockUser = call("DELETE", "/api/blocks/{userId}", "student");
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
export const moderationLog = call("GET", "/api/moderation/log", "moderator");
export const moderatedUsers = call("GET", "/api/moderation/users", "moderator");
export const showOperations = call("GET", "/api/operations", "moderator");
export const moderationApi = call("GET", "/api/moderation/openapi.json", "moderator");
