import { tokenLifetime } from "@market/contract/limits";
import { jwtVerify, type JWTVerifyResult, SignJWT } from "jose";
import { JOSEError } from "jose/errors";
import { AppError } from "../errors/errors.ts";
import type { TokenHolder } from "../http/serve.ts";
import { isId } from "../db/ids.ts";
import { signingAlgorithm, type SigningKeys } from "./keys.ts";

/** `keyId`: of the key that signed it, which may have been revoked since it was read. */
export type VerifiedToken = TokenHolder & { keyId: string };

export type Tokens = {
  issue(holder: TokenHolder): Promise<{ token: string; expiresAt: Date }>;
  /** RFC 7519 @throws AppError invalid-token */
  verify(token: string): Promise<VerifiedToken>;
};

const audience = "campus-marketplace";
const clockTolerance = 60;
/** Compact serialisation only (RFC 7515); an ES256 signature has 64 bytes. */
const shape = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

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
      const segments = token.length <= 1024 ? shape.exec(token) : null;
      if (!segments?.slice(1).every(isCanonical)) throw new AppError("invalid-token");
      const { payload, protectedHeader } = await check(token, keys, issuer);
      // Only exactly the header that we write is accepted.
      const { kid: keyId = "" } = protectedHeader;
      if (segments[1] !== encodeHeader(keyId)) throw new AppError("invalid-token");
      if (!isIdText(payload.sub) || !isIdText(payload["sid"])) throw new AppError("invalid-token");
      return { identityId: payload.sub, sessionId: payload["sid"], keyId };
    },
  };
}

async function check(token: string, keys: SigningKeys, issuer: string): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.verifier, {
      algorithms: [signingAlgorithm],
      typ: "JWT",
      issuer,
      audience,
      clockTolerance,
      maxTokenAge: tokenLifetime,
      requiredClaims: ["exp", "iat", "sub", "sid"],
    });
  } catch (error) {
    if (error instanceof JOSEError) throw new AppError("invalid-token", { cause: error });
    throw error;
  }
}

const tokenHeader = (kid: string) => ({ alg: signingAlgorithm, typ: "JWT", kid });
const encodeHeader = (kid: string) =>
  Buffer.from(JSON.stringify(tokenHeader(kid))).toString("base64url");

/** base64url has several spellings of the same bytes; only ours is taken. */
export const isCanonical = (segment: string): boolean =>
  Buffer.from(segment, "base64url").toString("base64url") === segment;

const isIdText = (value: unknown): value is string => typeof value === "string" && isId(value);
