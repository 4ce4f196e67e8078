import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";

/** Not the provider's address, which changes with the port. */
export const developmentIssuer = "urn:campus-marketplace:development";

export const developmentClient = { id: "campus-marketplace", secret: "development" } as const;

/** Not the product's `localhost`, so that cookies and origins differ as they do with Google. */
export const developmentHost = "127.0.0.1";

export function developmentProviderUrl({
  DEVELOPMENT_PROVIDER_PORT,
}: Pick<Config, "DEVELOPMENT_PROVIDER_PORT">): string {
  return `http://${developmentHost}:${DEVELOPMENT_PROVIDER_PORT}`;
}

export function developmentSubject(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
