import { errors } from "@market/contract/errors";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "../http/html.ts";
import { plainPagePolicy } from "../http/headers.ts";
import { describeApi, endpointsFor, errorsFor } from "../http/openapi.ts";

const row = (...cells: string[]) =>
  `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("")}</tr>`;

function page(): string {
  const calls = endpointsFor("public").map(([, endpoint]) =>
    row(endpoint.method, endpoint.path, endpoint.access, endpoint.summary),
  );
  const refusals = errorsFor("public").map((code) =>
    row(String(errors[code].status), code, errors[code].message),
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

/** The page is readable without any script. */
export function apiDocsRoutes(app: FastifyInstance, publicOrigin: string): void {
  const description = JSON.stringify(describeApi(publicOrigin, "public"));
  const html = page();
  const answers = [
    ["/api/openapi.json", "application/json; charset=utf-8", description],
    ["/api/docs", "text/html; charset=utf-8", html],
  ] as const;
  for (const [path, type, body] of answers)
    app.get(path, async (_request, reply) => {
      if (path === "/api/docs") reply.header("content-security-policy", plainPagePolicy);
      return reply.header("cache-control", "public, max-age=300").type(type).send(body);
    });
}
