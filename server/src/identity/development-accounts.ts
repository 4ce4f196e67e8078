import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../config/loopback.ts";

/** A fixed name, because the provider's address changes with the port. */
export const developmentIssuer = "urn:campus-marketplace:development";

export const developmentClient = { id: "campus-marketplace", secret: "development" } as const;

/** Differs from the product's `localhost`, so that cookies and origins are separate, as with Google. */
export const developmentHost = "127.0.0.1";

/** The provider's address; in a trial open to the local network it is the product's own, which other computers reach. */
export function developmentProviderUrl({
  PUBLIC_ORIGIN,
  DEVELOPMENT_PROVIDER_PORT,
}: Pick<Config, "PUBLIC_ORIGIN" | "DEVELOPMENT_PROVIDER_PORT">): string {
  const host = isLoopback(PUBLIC_ORIGIN) ? developmentHost : new URL(PUBLIC_ORIGIN).hostname;
  return `http://${host}:${DEVELOPMENT_PROVIDER_PORT}`;
}

export function developmentSubject(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
