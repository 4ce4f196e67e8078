import type { Config } from "../config.ts";
import type { Database } from "../db.ts";
import {
  developmentClient,
  developmentIssuer,
  developmentProviderAddress,
} from "../development/accounts.ts";
import type { Door } from "../endpoint.ts";
import { callbackPath } from "./cookies.ts";
import { createDoor } from "./door.ts";
import { createSigningKeys, type SigningKeys } from "./keys.ts";
import { createIdentityProvider, type IdentityProvider } from "./provider.ts";
import { createTokens, type Tokens } from "./tokens.ts";

type Needed = { config: Config; db: Database; applicationKey: Buffer };

/** Everything by which the product tells who somebody is. */
export type Identity = Needed & {
  keys: SigningKeys;
  tokens: Tokens;
  door: Door;
  provider: IdentityProvider;
  /** Under which name the provider's subjects are kept. */
  issuer: string;
};

/** Under which name subjects of the configured provider are kept. */
export const issuerOf = (config: Config): string => providerOf(config).issuer;

/** Opens nothing yet: keys and provider are reached when somebody first needs them. */
export function openIdentity({ config, db, applicationKey }: Needed): Identity {
  const keys = createSigningKeys(db, config.KEY_SECRET);
  const tokens = createTokens(keys, config.PUBLIC_ORIGIN);
  const { issuer } = providerOf(config);
  const door = createDoor({ db, tokens, issuer, suffixes: config.COLLEGE_EMAIL_SUFFIX });
  const provider = openProvider(config);
  return { config, db, applicationKey, keys, tokens, door, provider, issuer };
}

/** The provider that the settings name. */
export function openProvider(config: Config): IdentityProvider {
  const { address, id, secret } = providerOf(config);
  return createIdentityProvider({
    issuer: address,
    clientId: id,
    clientSecret: secret,
    redirectUri: config.PUBLIC_ORIGIN + callbackPath,
    hostedDomain: config.OIDC_HOSTED_DOMAIN,
  });
}

function providerOf(config: Config): {
  issuer: string;
  address: string;
  id: string;
  secret: string;
} {
  if (config.mode === "trial") {
    return {
      ...developmentClient,
      issuer: developmentIssuer,
      address: developmentProviderAddress(config),
    };
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = config;
  if (issuer === undefined || id === undefined || secret === undefined)
    throw new Error("The OIDC_ settings are missing");
  return { issuer, address: issuer, id, secret };
}
