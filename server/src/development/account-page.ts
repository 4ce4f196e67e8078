import { createHash } from "node:crypto";
import { escapeHtml } from "../http/html.ts";

export type AccountChoice = { name: string; email: string };

const style = `
:root { color-scheme: light dark; --edge: light-dark(#dadce0, #444746); --soft: light-dark(#f1f3f4, #28292a);
  --ink: light-dark(#1f1f1f, #e3e3e3); --quiet: light-dark(#5f6368, #9aa0a6); --blue: light-dark(#0b57d0, #a8c7fa); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem;
  font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--soft); }
main { width: 100%; max-width: 26rem; background: light-dark(#fff, #1b1b1b); border: 1px solid var(--edge);
  border-radius: 1.25rem; padding: 1.75rem 1.5rem; }
h1 { font-size: 1.45rem; font-weight: 500; margin: 0 0 .25rem; }
p { margin: 0 0 1.25rem; color: var(--quiet); font-size: .9rem; }
ul { list-style: none; margin: 0 -0.5rem 1.25rem; padding: 0; max-height: 21rem; overflow-y: auto; }
button, input { font: inherit; color: inherit; }
.account { display: flex; gap: .9rem; align-items: center; width: 100%; padding: .55rem .5rem; text-align: left;
  background: none; border: 0; border-radius: .75rem; cursor: pointer; }
.account:hover { background: var(--soft); }
.account span { min-width: 0; overflow-wrap: anywhere; }
.account b { display: block; font-weight: 500; }
.account small { color: var(--quiet); }
.letter { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%;
  background: var(--blue); color: light-dark(#fff, #062e6f); font-weight: 500; }
fieldset { border: 1px solid var(--edge); border-radius: .75rem; padding: .75rem 1rem 1rem; margin: 0; }
legend { padding: 0 .35rem; color: var(--quiet); font-size: .9rem; }
label { display: block; font-size: .85rem; color: var(--quiet); }
input[type="email"], input[type="text"] { width: 100%; margin: .2rem 0 .7rem; padding: .55rem .7rem;
  background: none; border: 1px solid var(--edge); border-radius: .5rem; color: var(--ink); }
.row { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
.go { padding: .5rem 1.1rem; border: 0; border-radius: 2rem; cursor: pointer; background: var(--blue); color: light-dark(#fff, #062e6f); }
.cancel { margin-top: 1rem; padding: .5rem 0; border: 0; background: none; color: var(--blue); cursor: pointer; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
`;

/** No form-action: Chromium applies it to redirects too. */
export const accountPagePolicy = `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`;

export function accountPage(choices: readonly AccountChoice[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Choose an account</title>
<meta name="viewport" content="width=device-width">
<style>${style}</style>
</head>
<body>
<main>
<h1>Choose an account</h1>
<p>This is a demo: log in as any student, without a password. This page stands in for Google; nothing leaves your network.</p>
<form method="post">
<ul>
${choices.map(choice).join("\n")}
</ul>
</form>
<form method="post">
<fieldset>
<legend>Somebody else</legend>
<label>Email address <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label>Name <input type="text" name="name" maxlength="100" autocomplete="off"></label>
<div class="row">
<label><input type="checkbox" name="unverified" value="yes"> not verified</label>
<button class="go">Continue</button>
</div>
</fieldset>
</form>
<form method="post"><button class="cancel" name="cancel" value="yes">Cancel</button></form>
</main>
</body>
</html>
`;
}

function choice({ name, email }: AccountChoice): string {
  return `<li><button class="account" name="account" value="${escapeHtml(email)}">
<span class="letter" aria-hidden="true">${escapeHtml(name.slice(0, 1))}</span>
<span><b>${escapeHtml(name)}</b><small>${escapeHtml(email)}</small></span></button></li>`;
}
