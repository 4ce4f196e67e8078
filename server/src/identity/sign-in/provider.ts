import { providerTimeoutShort, sessionDays } from "@market/contract/limits";
import { createLocalJWKSet, createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from "jose";
import * as oidc from "openid-client";
import { isInLocalNetwork, isLoopback } from "../../config/loopback.ts";
import { AppError } from "../../errors/errors.ts";
import type { ProviderClaims } from "./admission.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

export type ProviderSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  hostedDomain: string | undefined;
  /** Campus computers are shared: never the last account without asking. */
  prompt: "select_account" | "login";
};

export type IdentityProvider = {
  check(): Promise<unknown>;
  /** @throws the provider's refusal of our client id and secret */
  checkClient(): Promise<void>;
  newRequest(): Pick<AuthorizationRequest, "state" | "nonce" | "verifier" | "startedAt">;
  authorizationUrl(request: AuthorizationRequest): Promise<URL>;
  /** @throws AppError sign-in-cancelled, sign-in-not-fresh, invalid-state or identity-provider-unavailable */
  exchange(query: string, request: AuthorizationRequest): Promise<ProviderClaims>;
};

const clockTolerance = 60;
const secondsNow = () => Math.floor(Date.now() / 1000);
/** Milliseconds for which metadata is cached, and the keys while they cannot be fetched */
const metadataLifetime = 86_400_000;

export function createIdentityProvider(settings: ProviderSettings): IdentityProvider {
  let discovered: { at: number; provider: Promise<Discovered> } | undefined;

  function discoverOnce(): Promise<Discovered> {
    if (discovered && performance.now() - discovered.at < metadataLifetime)
      return discovered.provider;
    const latest = { at: performance.now(), provider: discover(settings) };
    discovered = latest;
    latest.provider.catch(() => {
      if (discovered === latest) discovered = undefined;
    });
    return latest.provider;
  }

  return {
    check: discoverOnce,

    // A provider looks at a code, here a made-up one, only after it has recognised the client.
    async checkClient() {
      const { configuration } = await discoverOnce();
      const attempt = { code: "check", redirect_uri: settings.redirectUri };
      try {
        await oidc.genericGrantRequest(configuration, "authorization_code", attempt);
      } catch (error) {
        const code: unknown = error instanceof Error ? Reflect.get(error, "error") : undefined;
        if (code !== "invalid_grant" && code !== "invalid_request") throw error;
      }
    },

    newRequest: () => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      startedAt: secondsNow(),
    }),

    async authorizationUrl({ state, nonce, verifier, fresh, withoutPrompt }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      try {
        const { configuration } = await discoverOnce();
        return oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: settings.redirectUri,
          scope: "openid email profile",
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: "S256",
          // A provider returns auth_time for certain only if there is a max_age.
          max_age: String(fresh ? 0 : sessionDays * 86_400),
          ...(!withoutPrompt && { prompt: settings.prompt }),
          ...(settings.hostedDomain !== undefined && { hd: settings.hostedDomain }),
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },

    async exchange(query, request) {
      const { state, nonce, verifier } = request;
      try {
        const address = new URL(settings.redirectUri);
        address.search = query;
        const { configuration, keys } = await discoverOnce();
        const answer = await oidc.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        // The signature is checked in addition to the transport, which also refuses shared secrets and `none`.
        await jwtVerify(answer.id_token ?? "", keys, { clockTolerance });
        const claims = readClaims(answer.claims(), settings.clientId);
        requireFresh(claims, request);
        return claims;
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

type Discovered = { configuration: oidc.Configuration; keys: JWTVerifyGetKey };

async function discover(settings: ProviderSettings): Promise<Discovered> {
  const { issuer } = settings;
  // In production the settings refuse a plain http address of the local network.
  const local = issuer.startsWith("http:") && (isLoopback(issuer) || isInLocalNetwork(issuer));
  const { clientId, clientSecret } = settings;
  const find = (issuer: string) =>
    oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: providerTimeoutShort,
      execute: local ? [oidc.allowInsecureRequests] : [],
    });
  const configuration = await find(settings.issuer).catch((error: unknown) => {
    if (!isOtherName(error)) throw error;
    // Settings are read without a `/` at the end, and some providers' names have one.
    return find(`${settings.issuer}/`).catch(() => {
      throw error;
    });
  });
  const { jwks_uri: address } = configuration.serverMetadata();
  if (address === undefined) throw new Error("The provider publishes no keys");
  return { configuration, keys: openKeys(new URL(address)) };
}

const isOtherName = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, "code") === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";

function openKeys(address: URL): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(address, {
    timeoutDuration: providerTimeoutShort * 1000,
    cacheMaxAge: 300_000,
  });
  let answeredAt = 0;
  return async (header, token) => {
    try {
      const key = await remote(header, token);
      answeredAt = Date.now();
      return key;
    } catch (error) {
      const jwks = remote.jwks();
      if (jwks === undefined || Date.now() - answeredAt > metadataLifetime) throw error;
      return createLocalJWKSet(jwks)(header, token);
    }
  };
}

function readClaims(claims: oidc.IDToken | undefined, clientId: string): ProviderClaims {
  if (claims === undefined) throw new Error("The provider sent no ID token");
  if (claims.azp !== undefined && claims.azp !== clientId)
    throw new Error("The ID token is of another client");
  if (claims.sub === "" || claims.sub.length > 255)
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
    // Both times are the provider's, whose clock may differ from ours.
    authenticationAge:
      claims.auth_time === undefined ? undefined : Math.max(0, claims.iat - claims.auth_time),
  };
}

/** A provider that returns no time, such as Google, is trusted. @throws AppError sign-in-not-fresh */
function requireFresh(
  { authenticationAge = 0 }: ProviderClaims,
  { fresh, startedAt }: AuthorizationRequest,
): void {
  if (fresh && authenticationAge > secondsNow() - startedAt + clockTolerance)
    throw new AppError("sign-in-not-fresh");
}

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof oidc.AuthorizationResponseError && error.error === "access_denied") {
    return new AppError("sign-in-cancelled");
  }
  if (error instanceof oidc.ResponseBodyError && error.error === "invalid_grant")
    return new AppError("invalid-state");
  if (error instanceof oidc.ClientError && error.code === "OAUTH_JWT_CLAIM_COMPARISON_FAILED") {
    return new AppError("invalid-state", { cause: error });
  }
  return new AppError("identity-provider-unavailable", { cause: error });
}
