import { readFileSync } from "node:fs";
import { errors, type ErrorCode } from "@market/contract/errors";
import type { FastifyReply } from "fastify";

/** The page reports a sign-in's outcome to the tab that started it, and closes its window; no page has inline script. */
export const callbackScriptPath = "/api/auth/outcome.js";
export const callbackScript = readFileSync(
  new URL("callback-page.browser.js", import.meta.url),
  "utf8",
);

const policy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

type Refusal = { code: ErrorCode; message: string; login: string; until: string | undefined };

export function sendCallbackPage(
  reply: FastifyReply,
  name: string | undefined,
  refusal?: Refusal,
): FastifyReply {
  const text = refusal?.message ?? "You are logged in. You can close this window.";
  const next = refusal?.login.replaceAll("&", "&amp;") ?? "/";
  return reply
    .code(refusal === undefined ? 200 : errors[refusal.code].status)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff").send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sign-in</title>
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<script src="${callbackScriptPath}" defer></script>
</head>
<body data-attempt="${name ?? "none"}" data-code="${refusal?.code ?? ""}" data-until="${refusal?.until ?? ""}">
<main><h1>Sign-in</h1><p>${text}</p><p><a href="${next}">Continue</a></p></main>
</body>
</html>
`);
}
