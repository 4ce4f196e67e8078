import { tokenLifetime } from "@market/contract/limits";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";
import { JOSEError } from "jose/errors";
import { AppError } from "../errors.ts";
import { isId } from "../ids.ts";
import { signingAlgorithm, tokenHeader, type SigningKeys } from "./keys.ts";

export type TokenHolder = { identityId: string; sessionId: string };

/** Our own ID tokens (RFC 7519): what the browser keeps under `token` and sends with every call. */
export type Tokens = {
  issue(holder: TokenHolder): Promise<{ token: string; expiresAt: Date }>;
  /** @throws AppError invalid-token, whatever is wrong with it, so that the answer teaches nothing */
  verify(token: string): Promise<TokenHolder>;
};

const audience = "campus-marketplace";
/** Seconds by which the clocks of two processes may differ. */
const clockTolerance = 60;
const longestToken = 1024;
/** Compact serialisation only (RFC 7515); an ES256 signature has 64 bytes. */
const shape = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

/** @param issuer PUBLIC_ORIGIN */
export function createTokens(keys: SigningKeys, issuer: string): Tokens {
  return {
    async issue({ identityId, sessionId }) {
      const { id, key } = await keys.signer();
      const issuedAt = Math.floor(Date.now() / 1000);
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader(tokenHeader(id))
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(identityId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetime)
        .sign(key);
      return { token, expiresAt: new Date((issuedAt + tokenLifetime) * 1000) };
    },

    async verify(token) {
      const segments = token.length <= longestToken ? shape.exec(token) : null;
      if (!segments?.slice(1).every(isCanonical)) throw new AppError("invalid-token");
      const key = await keys.verifier(segments[1] ?? "");
      if (key === undefined) throw new AppError("invalid-token");
      const payload = await readPayload(token, key, issuer);
      if (!isIdText(payload.sub) || !isIdText(payload["sid"])) throw new AppError("invalid-token");
      return { identityId: payload.sub, sessionId: payload["sid"] };
    },
  };
}

async function readPayload(token: string, key: CryptoKey, issuer: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [signingAlgorithm],
      typ: "JWT",
      issuer,
      audience,
      clockTolerance,
      maxTokenAge: tokenLifetime,
      requiredClaims: ["exp", "iat", "sub", "sid"],
    });
    return payload;
  } catch (error) {
    if (error instanceof JOSEError) throw new AppError("invalid-token", { cause: error });
    throw error;
  }
}

/** base64url has several spellings of the same bytes; only the one that we write is taken. */
const isCanonical = (segment: string) =>
  Buffer.from(segment, "base64url").toString("base64url") === segment;

const isIdText = (value: unknown): value is string => typeof value === "string" && isId(value);
