import { endpoints, type Endpoint } from "@market/contract/endpoints";
import { errors } from "@market/contract/errors";
import type { FastifyInstance } from "fastify";
import { describeApi } from "./openapi.ts";

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const row = (...cells: string[]) =>
  `<tr>${cells.map((cell) => `<td>${escape(cell)}</td>`).join("")}</tr>`;

function page(): string {
  const calls = Object.values<Endpoint>(endpoints).map((endpoint) =>
    row(endpoint.method, endpoint.path, endpoint.access, endpoint.summary),
  );
  const refusals = Object.entries(errors).map(([code, { status, message }]) =>
    row(String(status), code, message),
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Campus Marketplace API</title></head>
<body><main>
<h1>Campus Marketplace API</h1>
<p>The whole description in machine form: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
Calls marked student or identity take <code>Authorization: Bearer</code> with a token.</p>
<h2>Calls</h2>
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th></tr></thead><tbody>${calls.join("")}</tbody></table>
<h2>Refusals</h2>
<p>Every refusal is <code>application/problem+json</code> with these codes.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Sentence</th></tr></thead><tbody>${refusals.join("")}</tbody></table>
</main></body></html>`;
}

/** `/api/openapi.json` and a page that a person can read without any script. */
export function apiDocsRoutes(app: FastifyInstance, publicOrigin: string): void {
  const description = JSON.stringify(describeApi(publicOrigin));
  const html = page();
  app.get("/api/openapi.json", async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=300")
      .type("application/json; charset=utf-8")
      .send(description),
  );
  app.get("/api/docs", async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=300")
      .type("text/html; charset=utf-8")
      .send(html),
  );
}
