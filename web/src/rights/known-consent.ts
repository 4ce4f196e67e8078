import { consentVersion, rulesEveryDays } from "@market/contract/limits";
import { local } from "../browser/storage.ts";

const key = "consent";
const start = (userId: string) => `${userId} ${consentVersion} `;

export const areRulesDue = (seenAt: string): boolean =>
  !(Date.now() - Date.parse(seenAt) < rulesEveryDays * 86_400_000);

/** Whether this browser has stored that the student agreed and saw the rules, and need not query the server. */
export function isConsentKnown(userId: string): boolean {
  const known = local.read(key) ?? "";
  return known.startsWith(start(userId)) && !areRulesDue(known.slice(start(userId).length));
}

export const rememberConsent = (userId: string, rulesSeenAt = new Date().toISOString()): void =>
  local.write(key, start(userId) + rulesSeenAt);
