import type { ErrorCode } from "@market/contract/errors";

export type ProviderClaims = {
  subject: string;
  email?: unknown;
  emailVerified?: unknown;
  hostedDomain?: unknown;
  name?: unknown;
  picture?: unknown;
  /** Seconds since the student signed in at the provider, if it returns that */
  authenticationAge?: number | undefined;
};

const localPart = /^[A-Za-z0-9_'+-]+(\.[A-Za-z0-9_'+-]+)*$/;
const label = "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?";
const domainName = new RegExp(`^${label}(\\.${label})+$`);

/** Whether the college admits the address (R001, R362, Q01): the lower-case suffix `@x.edu` means x.edu only, `.x.edu` its sub-domains too. */
export function isCollegeEmail(email: string, suffixes: readonly string[]): boolean {
  const parts = email.split("@");
  const [local = "", domain = ""] = parts;
  if (parts.length !== 2 || email.length > 254 || local.length > 64) return false;
  // The pattern comes before lower-casing: outside ASCII, folding turns other letters into Latin ones.
  if (!localPart.test(local) || !domainName.test(domain)) return false;
  const folded = domain.toLowerCase();
  return suffixes.some((suffix) =>
    suffix.startsWith("@")
      ? folded === suffix.slice(1)
      : folded === suffix.slice(1) || folded.endsWith(suffix),
  );
}

export function admit(
  claims: ProviderClaims,
  rules: { suffixes: readonly string[]; hostedDomain: string | undefined },
): { email: string } | { refusal: ErrorCode } {
  const { email, emailVerified, hostedDomain } = claims;
  if (typeof email !== "string" || !isCollegeEmail(email, rules.suffixes)) {
    return { refusal: "email-domain-not-allowed" };
  }
  if (rules.hostedDomain !== undefined && hostedDomain !== rules.hostedDomain) {
    return { refusal: "email-domain-not-allowed" };
  }
  if (emailVerified !== true) return { refusal: "email-not-verified" };
  return { email: email.toLowerCase() };
}
