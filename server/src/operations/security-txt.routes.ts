import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";

/** Days for which an answer counts; under the year that RFC 9116 section 2.5.5 recommends. */
const goodFor = 180;

/** Where a fault of security is told to the operator (RFC 9116). */
export function securityTxtRoutes(
  app: FastifyInstance,
  { CONTACT_EMAIL, PUBLIC_ORIGIN }: Pick<Config, "CONTACT_EMAIL" | "PUBLIC_ORIGIN">,
): void {
  const path = "/.well-known/security.txt";
  app.get(path, async (_request, reply) => {
    const expires = new Date();
    expires.setUTCHours(24 * goodFor, 0, 0, 0);
    const lines = [
      `Contact: mailto:${CONTACT_EMAIL}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en, hi",
      `Canonical: ${PUBLIC_ORIGIN}${path}`,
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`${lines.join("\n")}\n`);
  });
}
