import { readFileSync } from "node:fs";
import { errors, type ErrorCode } from "@market/contract/errors";
import type { FastifyReply } from "fastify";

/** Where the outcome page's script is served; a file of its own, because our pages run no inline script. */
export const outcomeScriptPath = "/api/auth/outcome.js";
export const outcomeScript = readFileSync(new URL("outcome.browser.js", import.meta.url), "utf8");

const policy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/**
 * Answers with the page that tells the asking tab how a sign-in ended and closes its window. It says
 * no more than a code: no token, no address.
 * @param message ours, without anything that a stranger wrote
 * @param attempt the asking tab's name for the sign-in, when it is known
 */
export function sendOutcome(
  reply: FastifyReply,
  attempt: string | undefined,
  code: ErrorCode | undefined,
  message: string | undefined = code && errors[code].message,
): FastifyReply {
  const text = message ?? "You are signed in. You can close this window.";
  const next = code === undefined ? "/" : `/login?error=${code}`;
  return reply
    .code(code === undefined ? 200 : errors[code].status)
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
<script src="${outcomeScriptPath}" defer></script>
</head>
<body data-attempt="${attempt ?? "none"}" data-code="${code ?? ""}">
<main><h1>Sign-in</h1><p>${text}</p><p><a href="${next}">Continue</a></p></main>
</body>
</html>
`);
}
