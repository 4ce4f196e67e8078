import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
  sign,
} from "node:crypto";
import type { JWK } from "jose";

/** A good token, what is in it, and the key that signed it. */
export type Genuine = { token: string; key: KeyObject; publicKey: JWK };

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const decode = (segment = "") =>
  JSON.parse(Buffer.from(segment, "base64url").toString()) as Record<string, unknown>;
const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
const strangersRsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Signs a token as ours are, by `key`, which may be a foreign one. */
export function signToken(header: unknown, claims: unknown, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`;
  const ec = { key, dsaEncoding: "ieee-p1363" } as const;
  return `${text}.${sign("sha256", Buffer.from(text), key.asymmetricKeyType === "rsa" ? key : ec).toString("base64url")}`;
}

/**
 * Forgeries of one good token by class. Those of a class that changes claims or header are signed with our
 * own key, so that nothing but the change can be what refuses them.
 * @param other ids of another living session and identity
 */
export function forgeriesOf(
  { token, key, publicKey }: Genuine,
  other: { sub: string; sid: string },
): Record<string, string[]> {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = decode(head);
  const claims = decode(body);
  const now = Number(claims["iat"]);
  const resigned = (changes: object[]) =>
    changes.map((change) => signToken(header, { ...claims, ...change }, key));
  const reheaded = (headers: unknown[], by = key) =>
    headers.map((one) => signToken(one, claims, by));
  const jwk = stranger.publicKey.export({ format: "jwk" });
  const x5c = [stranger.publicKey.export({ type: "spki", format: "der" }).toString("base64")];
  return {
    "alg none": ["none", "None", "NONE", "nOnE", "", null].flatMap((alg) => [
      `${encode({ ...header, alg })}.${body}.`,
      `${encode({ ...header, alg })}.${body}.${signature}`,
      `${encode({ ...header, alg })}.${body}`,
    ]),
    "HMAC with the public key": secretsOf(publicKey).flatMap((secret) =>
      (["HS256", "HS384", "HS512"] as const).map((alg) => {
        const text = `${encode({ ...header, alg })}.${body}`;
        return `${text}.${createHmac(alg.replace("HS", "sha"), secret).update(text).digest("base64url")}`;
      }),
    ),
    "foreign keys": [
      ...reheaded([header, { ...header, kid: undefined }], stranger.privateKey),
      ...reheaded([header, { ...header, alg: "RS256" }], strangersRsa.privateKey),
    ],
    "unknown keys": reheaded(
      ["unknown", "", "../../../../dev/null", "' or 1=1 --", 0, null, [header["kid"]]].map(
        (kid) => ({
          ...header,
          kid,
        }),
      ),
    ),
    "embedded keys": reheaded(
      [
        { ...header, jwk },
        { ...header, jku: "http://127.0.0.1:1/jwks.json" },
        { ...header, x5u: "http://127.0.0.1:1/chain.pem" },
        { ...header, x5c },
        { ...header, "x5t#S256": "AA" },
      ],
      stranger.privateKey,
    ),
    "another header": reheaded([
      ...["ES384", "ES512", "RS256", "PS256", "EdDSA", "es256"].map((alg) => ({ ...header, alg })),
      ...["at+jwt", "jwt", "JWS", "logout+jwt", undefined].map((typ) => ({ ...header, typ })),
      { ...header, crit: ["exp"] },
      { ...header, crit: ["b64"], b64: false },
      { ...header, zip: "DEF" },
      { ...header, cty: "JWT" },
      { kid: header["kid"], typ: "JWT", alg: "ES256" },
      { ...header, kid: undefined },
      `{"alg":"ES256","alg":"none","typ":"JWT","kid":"${String(header["kid"])}"}`,
    ]),
    expired: resigned([
      { iat: now - 3700, exp: now - 60 },
      { iat: now - 86_400, exp: now - 82_800 },
      { exp: 0 },
      { exp: -1 },
      { exp: 1 },
    ]),
    "too early": resigned([
      { iat: now + 600, exp: now + 4200 },
      { nbf: now + 600 },
      { iat: now + 86_400 * 365 },
    ]),
    "times that are none": resigned([
      { exp: undefined },
      { exp: String(now + 3600) },
      { exp: null },
      { exp: [now + 3600] },
      { iat: undefined },
      { iat: String(now) },
      { iat: now - 7200, exp: now + 3600 },
      { nbf: "now" },
    ]),
    "another issuer": resigned([
      { iss: "https://accounts.google.com" },
      { iss: `${String(claims["iss"])}/` },
      { iss: undefined },
      { iss: [claims["iss"]] },
      { iss: "" },
      { iss: String(claims["iss"]).toUpperCase() },
    ]),
    "another audience": resigned([
      { aud: "another-client" },
      { aud: undefined },
      { aud: 7 },
      { aud: [] },
      { aud: "" },
      { aud: ["another-client"] },
      { aud: "campus-marketplace " },
    ]),
    "another holder": resigned([
      { sub: other.sub },
      { sid: other.sid },
      { sub: undefined },
      { sub: "" },
      { sub: 7 },
      { sub: [claims["sub"]] },
      { sub: "x".repeat(300) },
      { sub: String(claims["sub"]).toUpperCase() },
      { sid: undefined },
      { sub: randomUUID() },
      { sid: randomUUID() },
      { sid: "' or '1'='1" },
      { sid: null },
    ]),
    "no compact JWS": [
      JSON.stringify({ protected: head, payload: body, signature }).replaceAll(" ", ""),
      `${head}.${body}`,
      `${token}.`,
      `.${token}`,
      `${token}.${signature}`,
      `${head}.${encode("x")}.${encode("y")}.${encode("z")}.${signature}`,
      signToken(header, encode(token), key),
      signToken(header, "not json", key),
      signToken(header, "null", key),
      signToken(header, "[]", key),
      `${head}..${signature}`,
      `${body}.${head}.${signature}`,
      "..",
      "null",
    ],
    "another spelling": [
      ...sameBytes(signature).map((other) => `${head}.${body}.${other}`),
      `${head}.${body}\t.${signature}`,
      `${token}=`,
      `${token}==`,
      `${head}=.${body}.${signature}`,
      `${head}.${body}=.${signature}`,
      `${head}.${body}.${signature.slice(0, -1)}`,
      `${head}.${body}.${signature}A`,
      `${token.replaceAll("-", "+").replaceAll("_", "/")}==`,
      `${token}%20`,
      encodeURIComponent(`${token} `),
    ],
    "another signature": [
      `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`,
      `${head}.${body}.${Buffer.alloc(64, 255).toString("base64url")}`,
      `${head}.${body}.${derOf(`${head}.${body}`, key)}`,
    ],
    "a changed byte": [...token].map(
      (letter, place) =>
        token.slice(0, place) + (letter === "A" ? "B" : "A") + token.slice(place + 1),
    ),
  };
}

/** The fifteen other spellings of a base64url text whose last letter has four bits to spare. */
function sameBytes(text: string): string[] {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(text.at(-1) ?? "");
  return [...alphabet]
    .filter((_, index) => index >> 4 === last >> 4 && index !== last)
    .map((letter) => text.slice(0, -1) + letter);
}

function secretsOf(publicKey: JWK): (string | Buffer)[] {
  const key = createPublicKey({ key: publicKey, format: "jwk" });
  return [
    key.export({ type: "spki", format: "pem" }),
    String(key.export({ type: "spki", format: "pem" })).trim(),
    key.export({ type: "spki", format: "der" }),
    JSON.stringify(publicKey),
    String(publicKey.x),
    Buffer.from(String(publicKey.x), "base64url"),
    "",
  ];
}

/** The right signature in the form that JWTs do not use. */
const derOf = (text: string, key: KeyObject) =>
  sign("sha256", Buffer.from(text), key).toString("base64url");
