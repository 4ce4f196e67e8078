import { call } from "../call.ts";

export const listSessions = call("GET", "/api/auth/sessions", "student");
export const endSession = call("DELETE", "/api/auth/sessions/{sessionId}", "student");
export const logOutEverywhere = call("POST", "/api/auth/logout-everywhere", "student");
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
