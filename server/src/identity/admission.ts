import type { ErrorCode } from "@market/contract/errors";

/** What a provider's checked ID token says; nothing in it is believed before admission. */
export type ProviderClaims = {
  subject: string;
  email?: unknown;
  emailVerified?: unknown;
  hostedDomain?: unknown;
  name?: unknown;
  picture?: unknown;
};

export type AdmissionRules = {
  /** COLLEGE_EMAIL_SUFFIX: `@x.edu` admits exactly x.edu, `.x.edu` its sub-domains too. Lower case. */
  suffixes: readonly string[];
  /** OIDC_HOSTED_DOMAIN: when set, the provider's `hd` must equal it. */
  hostedDomain: string | undefined;
};

/** A dot-atom without the characters by which mail was once routed onwards (`%`, `!`), and no quotes. */
const localPart = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*$/;
const label = "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?";
const domainName = new RegExp(`^${label}(\\.${label})+$`);
const longestLocalPart = 64;
const longestAddress = 254;

/**
 * Whether the address is one of the college's (R001, R362, Q01): exactly one `@`, ASCII only, and the
 * whole domain after it equal to a configured one. Never a comparison of endings of the text.
 */
export function isCollegeAddress(email: string, suffixes: readonly string[]): boolean {
  const parts = email.split("@");
  const [local = "", domain = ""] = parts;
  if (parts.length !== 2 || email.length > longestAddress || local.length > longestLocalPart)
    return false;
  // The pattern comes before lower-casing: outside ASCII, folding turns other letters into Latin ones.
  if (!localPart.test(local) || !domainName.test(domain)) return false;
  const folded = domain.toLowerCase();
  return suffixes.some((suffix) =>
    suffix.startsWith("@")
      ? folded === suffix.slice(1)
      : folded === suffix.slice(1) || folded.endsWith(suffix),
  );
}

/**
 * Decides whether somebody whom the provider knows may come in.
 * @returns the address in lower case, or the refusal
 */
export function admit(
  claims: ProviderClaims,
  rules: AdmissionRules,
): { email: string } | { refusal: ErrorCode } {
  const { email, emailVerified, hostedDomain } = claims;
  if (typeof email !== "string" || !isCollegeAddress(email, rules.suffixes)) {
    return { refusal: "email-domain-not-allowed" };
  }
  if (rules.hostedDomain !== undefined && hostedDomain !== rules.hostedDomain) {
    return { refusal: "email-domain-not-allowed" };
  }
  if (emailVerified !== true) return { refusal: "email-not-verified" };
  return { email: email.toLowerCase() };
}
