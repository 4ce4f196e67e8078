import { consentVersion } from "@market/contract/limits";
import { local } from "../../browser/storage.ts";

const key = "consent";
const valueOf = (userId: string) => `${userId} ${consentVersion}`;

/** Whether this browser knows that the student has agreed, and need not ask the server. */
export const isConsentKnown = (userId: string): boolean => local.read(key) === valueOf(userId);

export const rememberConsent = (userId: string): void => local.write(key, valueOf(userId));
