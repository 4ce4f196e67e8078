import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/** Days; under the year that RFC 9116 section 2.5.5 recommends. */
const goodFor = 180;
const securityPath = "/.well-known/security.txt";

export function wellKnownRoutes(app: FastifyInstance, config: Config): void {
  const { CONTACT_EMAIL, PUBLIC_ORIGIN } = config;
  const serveText = (path: string, write: () => string[]) =>
    app.get(path, async (_request, reply) =>
      reply
        .type("text/plain; charset=utf-8")
        .header("cache-control", "public, max-age=86400")
        .send(`${write().join("\n")}\n`),
    );
  serveText(securityPath, () => {
    const expires = new Date();
    expires.setUTCHours(24 * goodFor, 0, 0, 0);
    return [
      `Contact: mailto:${CONTACT_EMAIL}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: en, hi",
      `Canonical: ${PUBLIC_ORIGIN}${securityPath}`,
    ];
  });
  // RFC 9309: everything but the API; pages that should not be found say `noindex`.
  serveText("/robots.txt", () => [
    "User-agent: *",
    "Disallow: /api/",
    "",
    `Sitemap: ${PUBLIC_ORIGIN}/sitemap.xml`,
  ]);
}
