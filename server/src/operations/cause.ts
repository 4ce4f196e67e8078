/** Errors of network, TLS, S3 and OAuth in the operator's words. */
const meanings: Record<string, string> = {
  ENOTFOUND: "no host has this name",
  EAI_AGAIN: "names cannot be looked up",
  ECONNREFUSED: "nothing listens there",
  ETIMEDOUT: "it did not answer in time",
  UND_ERR_CONNECT_TIMEOUT: "it did not answer in time",
  TimeoutError: "it did not answer in time",
  OAUTH_TIMEOUT: "it did not answer in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  NoSuchBucket: "there is no such bucket",
  NotFound: "there is no such bucket",
  AccessDenied: "these keys may not write, read or remove there",
  Forbidden: "these keys may not write, read or remove there",
  InvalidAccessKeyId: "AWS_ACCESS_KEY_ID is not known there",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY is wrong",
  WWWAuthenticateChallengeError: "OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong",
  invalid_client: "OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong",
  unauthorized_client: "this client may not sign anybody in",
  ENOSPC: "less than 256 MB are free",
};
const untrusted = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;
const untrustedMeaning =
  "its certificate is of nobody whom this computer trusts (NODE_EXTRA_CA_CERTS names a file of more)";

/** The innermost reason, made of settings and codes only. */
export function causeOf(error: unknown): string {
  const chain: object[] = [];
  for (
    let each = error;
    typeof each === "object" && each !== null;
    each = Reflect.get(each, "cause")
  )
    chain.push(each);
  for (const each of chain.toReversed()) {
    if (each instanceof Response) return `it answered ${each.status} for ${each.url}`;
    if (Reflect.get(each, "attribute") === "issuer") return describeIssuer(each);
    for (const name of ["error", "code", "name"]) {
      const code: unknown = Reflect.get(each, name);
      if (typeof code !== "string") continue;
      const meaning = untrusted.test(code) ? untrustedMeaning : meanings[code];
      if (meaning !== undefined) return `${meaning} (${code})`;
      if (name === "error" && /^[\w.-]{1,60}$/.test(code)) return `it answered ${code}`;
    }
  }
  const last = chain.findLast((each) => each instanceof Error);
  return last === undefined ? String(error) : `${last.name}: ${last.message}`;
}

function describeIssuer(comparison: object): string {
  const { expected, body } = comparison as { expected?: string; body?: { issuer?: unknown } };
  return `it calls itself ${String(body?.issuer).slice(0, 200)}, not ${expected}: OIDC_ISSUER must be that name`;
}
