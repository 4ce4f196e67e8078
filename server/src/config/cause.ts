/** Explains errors of network, TLS, S3 and OAuth to the operator: cause and fix. */
const clientWrong: Meaning = [
  "OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is wrong",
  "Copy both again from the provider's console.",
];
const noName: Meaning = ["no host has this name", "Correct the name."];
const silent: Meaning = ["it did not answer in time", "Let this computer through to it."];
const noBucket: Meaning = [
  "there is no such bucket",
  "Make the bucket, or correct its name in STORAGE_URL.",
];
const closedBucket: Meaning = [
  "these keys may not write, read or remove there",
  "Allow them PutObject, GetObject, DeleteObject and ListBucket.",
];
const mayNotWrite: Meaning = [
  "this account may not write there",
  "Start as the folder's owner, or give it the folder.",
];
type Meaning = [cause: string, fix: string];

const meanings: Record<string, Meaning> = {
  ENOTFOUND: noName,
  EAI_AGAIN: ["names cannot be looked up", "Fix the computer's name service (DNS)."],
  ECONNREFUSED: ["nothing listens there", "Start the server there, or correct the address."],
  ETIMEDOUT: silent,
  UND_ERR_CONNECT_TIMEOUT: silent,
  TimeoutError: silent,
  OAUTH_TIMEOUT: silent,
  CERT_HAS_EXPIRED: ["its certificate has expired", "Renew the certificate."],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "its certificate is for another host",
    "Use a name that the certificate has, or get one with this name.",
  ],
  NoSuchBucket: noBucket,
  NotFound: noBucket,
  AccessDenied: closedBucket,
  Forbidden: closedBucket,
  InvalidAccessKeyId: [
    "AWS_ACCESS_KEY_ID is not known there",
    "Copy key and secret again from the store's console.",
  ],
  SignatureDoesNotMatch: [
    "AWS_SECRET_ACCESS_KEY is wrong",
    "Copy key and secret again from the store's console.",
  ],
  WWWAuthenticateChallengeError: clientWrong,
  invalid_client: clientWrong,
  // Keycloak returns this for a wrong secret.
  unauthorized_client: [
    "OIDC_CLIENT_SECRET is wrong, or this client may not sign users in",
    "Copy it again from the provider's console; if it is right, allow the client the authorization code flow there.",
  ],
  redirect_uri_mismatch: [
    "the provider does not know where to send students back",
    "Enter PUBLIC_ORIGIN followed by /api/auth/callback as redirect URI at the provider.",
  ],
  EDNS: noName,
  EAUTH: [
    "name or password is wrong",
    "Correct them in SMTP_URL; write an @ in either as %40, and a : as %3A.",
  ],
  ETLS: ["it has no TLS, and a password is sent in the clear to nobody", "Use smtps://."],
  EENVELOPE: [
    "it refuses the sender or the recipient",
    "Set MAIL_FROM to an address for which this account may send.",
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    "it does not speak TLS at this port",
    "Use smtp:// with the port 587, where TLS comes after the greeting, or the port of TLS.",
  ],
  EMESSAGE: ["it refuses what was sent", "Ask who runs it; its own log says why."],
  EPROTOCOL: ["no mail server listens there", "Correct host and port in SMTP_URL."],
  ENOSPC: ["less than 256 MB are free", "Make room on the disk."],
  EACCES: mayNotWrite,
  EPERM: mayNotWrite,
  ENOENT: ["it is not there", "Make the folder, or correct its path."],
  EROFS: [
    "this account may only read there",
    "Let the service write there: market allow-backup, as root; then restart it.",
  ],
  EIO: ["the disk fails", "Replace the disk; dmesg has its errors."],
  ENOTDIR: ["a part of the path is no folder", "Correct the path."],
  EDQUOT: ["this account has used up its share of the disk", "Make room, or raise its quota."],
  HPE_INVALID_CONSTANT: ["no web server listens there", "Correct the address."],
};
const untrusted = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF))/;
const untrustedMeaning: Meaning = [
  "its certificate was signed by an authority that this computer does not trust (NODE_EXTRA_CA_CERTS can name a file with more)",
  "Put the certificate of its authority into a file, and name that in NODE_EXTRA_CA_CERTS.",
];

/** Describes the innermost cause with settings and codes only. */
export const describeCause = (error: unknown): string => explain(error).cause;

/** Whether a certificate was refused for its authority alone. */
export const isUntrusted = (error: unknown): boolean =>
  chainOf(error).some((each) => untrusted.test(String(Reflect.get(each, "code"))));

/** Finds cause and fix of an error. @returns an empty fix if none is known */
export function explain(error: unknown): { cause: string; fix: string } {
  const chain = chainOf(error);
  for (const each of chain.toReversed()) {
    if (each instanceof Response)
      return {
        cause: `it answered ${each.status} for ${each.url}`,
        fix: "Correct OIDC_ISSUER: the address under which the provider has /.well-known/openid-configuration.",
      };
    if (Reflect.get(each, "attribute") === "issuer") return explainIssuer(each);
    for (const name of ["error", "originalCode", "code", "name"]) {
      const code: unknown = Reflect.get(each, name);
      if (typeof code !== "string") continue;
      const [cause, fix] = (untrusted.test(code) ? untrustedMeaning : meanings[code]) ?? [];
      if (cause !== undefined) return { cause: `${cause} (${code})`, fix: fix ?? "" };
      if (name === "error" && /^[\w.-]{1,60}$/.test(code))
        return { cause: `it answered ${code}`, fix: "" };
    }
  }
  const last = chain.findLast((each) => each instanceof Error);
  return { cause: last === undefined ? String(error) : `${last.name}: ${last.message}`, fix: "" };
}

function chainOf(error: unknown): object[] {
  const chain: object[] = [];
  for (
    let each = error;
    typeof each === "object" && each !== null;
    each = Reflect.get(each, "cause")
  )
    chain.push(each);
  return chain;
}

function explainIssuer(comparison: object): { cause: string; fix: string } {
  const { expected, body } = comparison as { expected?: string; body?: { issuer?: unknown } };
  const name = String(body?.issuer).slice(0, 200);
  return {
    cause: `it calls itself ${name}, not ${expected}: OIDC_ISSUER must be that name`,
    fix: `Set OIDC_ISSUER=${name}`,
  };
}
