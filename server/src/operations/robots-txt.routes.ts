import type { FastifyInstance } from "fastify";

/**
 * What search engines may look at (RFC 9309): everything but the API. Pages that no search should find, those
 * behind the guard and of sold products, say `noindex` themselves; whoever may not look would not hear it.
 */
export function robotsTxtRoutes(app: FastifyInstance, publicOrigin: string): void {
  app.get("/robots.txt", async (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=86400")
      .send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${publicOrigin}/sitemap.xml\n`),
  );
}
