import { providerTimeoutShort } from "@market/contract/limits";
import * as oidc from "openid-client";
import { isLoopback } from "../config/loopback.ts";
import { AppError } from "../errors.ts";
import type { ProviderClaims } from "./admission.ts";
import type { Attempt } from "./attempt.ts";
import { keepKeys } from "./kept-keys.ts";

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Our callback's full address. */
  redirectUri: string;
  hostedDomain: string | undefined;
};

/** Any conforming OpenID Connect provider, reached when it is first needed. */
export type IdentityProvider = {
  /** Asks the provider to describe itself. @throws when nobody could sign in */
  check(): Promise<unknown>;
  /** Fresh secrets of one sign-in. */
  newAttempt(): Pick<Attempt, "state" | "nonce" | "verifier">;
  /** Where to send the browser. @throws AppError identity-provider-unavailable */
  signInAddress(attempt: Attempt): Promise<URL>;
  /**
   * Exchanges the code that the browser has brought back, and checks the ID token.
   * @param query of the callback, as it came
   * @throws AppError sign-in-cancelled, invalid-state or identity-provider-unavailable
   */
  prove(query: string, attempt: Attempt): Promise<ProviderClaims>;
};

/** Seconds by which the provider's clock may be ahead of ours. */
const clockTolerance = 60;
/** Milliseconds after which the provider's description of itself is read again. */
const discoveryLifetime = 86_400_000;

/** Characters (OpenID Connect Core section 2). */
const longestSubject = 255;

const claimMismatch = "OAUTH_JWT_CLAIM_COMPARISON_FAILED";

export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  let discovered: { at: number; configuration: Promise<oidc.Configuration> } | undefined;

  function configuration(): Promise<oidc.Configuration> {
    if (discovered && performance.now() - discovered.at < discoveryLifetime)
      return discovered.configuration;
    const attempt = { at: performance.now(), configuration: discover(settings) };
    discovered = attempt;
    attempt.configuration.catch(() => {
      if (discovered === attempt) discovered = undefined;
    });
    return attempt.configuration;
  }

  return {
    check: configuration,

    newAttempt: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    async signInAddress({ state, nonce, verifier }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      try {
        return oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: settings.redirectUri,
          scope: "openid email profile",
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: "S256",
          // Computers on a campus are shared: never the last person's account without asking.
          prompt: "select_account",
          ...(settings.hostedDomain !== undefined && { hd: settings.hostedDomain }),
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },

    async prove(query, { state, nonce, verifier }) {
      try {
        const address = new URL(settings.redirectUri);
        address.search = query;
        const answer = await oidc.authorizationCodeGrant(await configuration(), address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return readClaims(answer.claims(), settings.clientId);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

async function discover(settings: ProviderSettings): Promise<oidc.Configuration> {
  const issuer = new URL(settings.issuer);
  const local = issuer.protocol === "http:" && isLoopback(settings.issuer);
  const { clientId, clientSecret } = settings;
  const found = await oidc.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: providerTimeoutShort,
    // Besides the transport, the signature itself is checked against the provider's published keys;
    // that also refuses shared secrets and `none`.
    execute: [oidc.enableNonRepudiationChecks, ...(local ? [oidc.allowInsecureRequests] : [])],
  });
  found[oidc.customFetch] = keepKeys(found.serverMetadata().jwks_uri);
  return found;
}

/** What the library leaves open: whom the token was issued to, its subject's length, and a time of issue yet to come. */
function readClaims(claims: oidc.IDToken | undefined, clientId: string): ProviderClaims {
  if (claims === undefined) throw new Error("The provider sent no ID token");
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new Error("The ID token is of another client");
  if (claims.sub === "" || claims.sub.length > longestSubject)
    throw new Error("The ID token has no usable subject");
  if (claims.iat > Date.now() / 1000 + clockTolerance)
    throw new Error("The ID token is from the future");
  return {
    subject: claims.sub,
    email: claims["email"],
    emailVerified: claims["email_verified"],
    hostedDomain: claims["hd"],
    name: claims["name"],
    picture: claims["picture"],
  };
}

function refusalOf(error: unknown): AppError {
  if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied") {
    return new AppError("sign-in-cancelled");
  }
  // The code was used before, is too old, or belongs to a sign-in of another browser; its nonce then differs too.
  if (error instanceof oidc.ResponseBodyError && error.error === "invalid_grant")
    return new AppError("invalid-state");
  if (error instanceof oidc.ClientError && error.code === claimMismatch) {
    return new AppError("invalid-state", { cause: error });
  }
  return new AppError("identity-provider-unavailable", { cause: error });
}
