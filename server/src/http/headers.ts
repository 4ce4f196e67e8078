import { createHash } from "node:crypto";

export type OutsideOrigins = { connect?: readonly string[]; images?: readonly string[] };

/** Builds a policy without inline scripts. @param styles hashes of the inlined style sheets */
export function contentSecurityPolicy(
  styles: readonly string[],
  outside: OutsideOrigins = {},
): string {
  const and = (origins: readonly string[] = []) => origins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles.map((hash) => `'${hash}'`)].join(" "),
    `img-src 'self' data: blob:${and(outside.images)}`,
    `connect-src 'self'${and(outside.connect)}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types market",
  ].join("; ");
}

/** As a policy names an inlined style sheet. */
export const styleHash = (text: string): string =>
  `sha256-${createHash("sha256").update(text).digest("base64")}`;

/** The policy of every answer that is not a page. */
const nothing = "default-src 'none'; frame-ancestors 'none'";
/** The policy of pictures, which may be opened on their own without being pages. */
export const picturePolicy = `${nothing}; sandbox`;
export const plainPagePolicy = `${nothing}; img-src 'self'; base-uri 'none'; form-action 'none'`;

/** Headers of every answer; pages and pictures have policies of their own. */
export function commonHeaders(publicOrigin: string): Record<string, string> {
  return {
    "content-security-policy": nothing,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy":
      "accelerometer=(), browsing-topics=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
    ...(publicOrigin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

export const serviceWorkerHeaders = {
  "cache-control": "no-store",
  "content-security-policy": `${nothing}; connect-src 'self'`,
};

/** COOP lets the sign-in popup report back; start and callback send none. */
export function documentHeaders(policy: string): Record<string, string> {
  return {
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cache-control": "public, max-age=0, must-revalidate",
    vary: "Accept-Encoding",
  };
}
