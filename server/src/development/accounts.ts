import { createHash } from "node:crypto";
import type { Config } from "../config.ts";

/**
 * Under which name identities of the development provider are kept. Not its address: that changes
 * with the port, and the same people would come back as strangers.
 */
export const developmentIssuer = "urn:campus-marketplace:development";

/** No secret: the provider listens on this computer only and lets everybody be anybody. */
export const developmentClient = { id: "campus-marketplace", secret: "development" } as const;

/** Another host name than the product's `localhost`, so that the browser treats the two as it will Google and us. */
export const developmentHost = "127.0.0.1";

export function developmentProviderAddress({
  DEVELOPMENT_PROVIDER_PORT,
}: Pick<Config, "DEVELOPMENT_PROVIDER_PORT">): string {
  return `http://${developmentHost}:${DEVELOPMENT_PROVIDER_PORT}`;
}

/** The provider's `sub` of an address; the same at every start. */
export function developmentSubject(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
