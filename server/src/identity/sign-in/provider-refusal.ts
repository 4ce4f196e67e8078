/** Errors with which providers refuse a prompt (OpenID Connect Core, section 3.1.2.6). */
const promptErrors = [
  "invalid_request",
  "login_required",
  "interaction_required",
  "account_selection_required",
  "consent_required",
];

export const isAboutPrompt = (error: string): boolean => promptErrors.includes(error);

/** A provider's error and its own description, for logs: without addresses, and without what may be a code or a token. */
export function describeRefusal(error: string, description: unknown): string {
  return [error, typeof description === "string" ? description : ""]
    .filter(Boolean)
    .join(", ")
    .replaceAll(/\p{C}/gu, " ")
    .replaceAll(/\S*(@|%40)\S*|[\w.~+/=%-]{24,}/g, "…")
    .slice(0, 300);
}
