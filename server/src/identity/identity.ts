import type { Config } from "../config/config.ts";
import type { Database, Queries } from "../db/database.ts";
import type { ApplicationKeys } from "../db/secrets.ts";
import {
  developmentClient,
  developmentIssuer,
  developmentProviderUrl,
} from "./development-accounts.ts";
import type { Authentication } from "../http/serve.ts";
import { callbackPath } from "./cookies.ts";
import { createAuthentication } from "./authentication.ts";
import { createModerators, type Moderators } from "./moderators.ts";
import { createSigningKeys, type SigningKeys } from "./keys.ts";
import { createIdentityProvider, type IdentityProvider } from "./sign-in/provider.ts";
import { createTokens, type Tokens } from "./tokens.ts";

type ServiceContext = ApplicationKeys & { config: Config; db: Database };

export type Identity = ServiceContext & {
  keys: SigningKeys;
  tokens: Tokens;
  authentication: Authentication;
  moderators: Moderators;
  provider: IdentityProvider;
  issuer: string;
};

export type IdentityEvents = {
  /** A browser has signed in again, perhaps as another student; its old session is about to end. */
  sessionReplaced(transaction: Queries, sessions: { from: string; to: string }): Promise<void>;
};

export const issuerOf = (config: Config): string => providerOf(config).issuer;

export function openIdentity({
  config,
  db,
  applicationKey,
  previousKey,
  lastingKey,
}: ServiceContext): Identity {
  const keys = createSigningKeys(db, config.KEY_SECRET);
  const tokens = createTokens(keys, config.PUBLIC_ORIGIN);
  const { issuer } = providerOf(config);
  const moderators = createModerators(db, config.MODERATOR_EMAILS, issuer);
  const authentication = createAuthentication(
    db,
    tokens,
    issuer,
    config.COLLEGE_EMAIL_SUFFIX,
    moderators,
  );
  const provider = openProvider(config);
  return {
    config,
    db,
    applicationKey,
    previousKey,
    lastingKey,
    keys,
    tokens,
    authentication,
    moderators,
    provider,
    issuer,
  };
}

export function openProvider(config: Config): IdentityProvider {
  const { address, id, secret } = providerOf(config);
  return createIdentityProvider({
    issuer: address,
    clientId: id,
    clientSecret: secret,
    redirectUri: config.PUBLIC_ORIGIN + callbackPath,
    hostedDomain: config.OIDC_HOSTED_DOMAIN,
    prompt: config.OIDC_PROMPT,
  });
}

function providerOf(config: Config) {
  if (config.mode === "trial") {
    const address = developmentProviderUrl(config);
    return { ...developmentClient, issuer: developmentIssuer, address };
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = config;
  if (issuer === undefined || id === undefined || secret === undefined)
    throw new Error("The OIDC_ settings are missing");
  return { issuer, address: issuer, id, secret };
}
