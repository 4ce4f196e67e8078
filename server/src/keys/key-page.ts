import { createHash } from "node:crypto";
import { allListings, keyActs, type KeyAct } from "@market/contract/keys/acts";
import * as messages from "@market/contract/keys/messages";
import { keyPage } from "@market/contract/pages/pages";
import { formatPrice } from "@market/contract/price";
import { escapeHtml } from "../http/html.ts";
import type { KeyListing } from "./keys.sql.ts";
import { isChange } from "./keys.ts";

const style = `
:root { color-scheme: light dark; --canvas: #f7f6f2; --surface: #fff; --ink: #14181f; --muted: #4d5563;
  --line: #e3e1da; --control: #868b94; --primary: #0b6b4f; --focus: #1b5fd9; }
@media (prefers-color-scheme: dark) { :root { --canvas: #11151a; --surface: #1a2027; --ink: #eceff3; --muted: #a9b2bf;
  --line: #2a323c; --control: #6b7684; --primary: #57d3a6; --focus: #8ab4ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink);
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0 .75rem; }
h1 + .card { margin-top: 1rem; }
.card + p, h1 + form { margin-top: 1rem; }
.muted { color: var(--muted); }
ul { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 1rem; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; }
.item { display: flex; flex-wrap: wrap; gap: .5rem .75rem; }
.item > :last-child { flex: 1 1 9rem; }
.item p, .card > p:last-child { margin-bottom: 0; }
.photos { display: flex; flex-wrap: wrap; gap: .5rem; }
.photos img { width: 4.5rem; height: 4.5rem; object-fit: cover; border-radius: 8px; background: var(--line); }
.acts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(5.5rem, 100%), 1fr)); gap: .5rem; margin-top: .75rem; }
.answers { grid-template-columns: 1fr; }
@media (min-width: 30rem) { .answers { grid-template-columns: repeat(3, 1fr); } }
button { width: 100%; height: 100%; min-height: 3rem; padding: .5rem .25rem; border: 1px solid var(--control); border-radius: 10px;
  background: var(--surface); color: inherit; font: inherit; font-weight: 650; cursor: pointer; }
.answer { border-color: var(--primary); background: var(--primary); color: var(--surface); }
a { display: inline-block; padding: .75rem 0; color: var(--primary); font-weight: 650; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
`;

/** Pages without scripts; their forms go to us only. */
export const keyPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

const pathOf = (key: string): string => keyPage.replace("{key}", key);

export function listingsPage(key: string, listings: readonly KeyListing[]): string {
  const all =
    listings.length < 2
      ? ""
      : `<section class="card"><h2>${escapeHtml(messages.all)}</h2>${buttons(
          key,
          allListings,
          messages.all,
          keyActs.filter((act) => listings.some((listing) => isChange(listing, act))),
        )}</section>`;
  const cards = listings.map(
    (listing) =>
      `<li class="card">${describe(listing)}${buttons(
        key,
        listing.id,
        listing.name,
        keyActs.filter((act) => isChange(listing, act)),
      )}</li>`,
  );
  return pageOf(
    messages.title,
    `<p class="muted">${escapeHtml(messages.lead)}</p>
${listings.length === 0 ? `<p>${escapeHtml(messages.none)}</p>` : `<ul>${cards.join("\n")}</ul>${all}`}`,
  );
}

/** The form goes to the address of the page, which is not in it. */
export function questionPage(
  key: string,
  act: KeyAct,
  { listings, token }: { listings: readonly KeyListing[]; token: string },
  isOfAll: boolean,
): string {
  const [first] = listings;
  const question =
    isOfAll || first === undefined
      ? messages.questionsOfAll[act]
      : messages.questions[act](first.name);
  const concerned = listings.filter((listing) => isChange(listing, act));
  const items = concerned.map((listing) => `<li class="card">${describe(listing)}</li>`);
  return pageOf(
    question,
    `<ul>${items.join("\n")}</ul>
<form method="post"><input type="hidden" name="token" value="${token}"><button class="answer">${escapeHtml(messages.answers[act])}</button></form>
<a href="${pathOf(key)}">${escapeHtml(messages.cancel)}</a>`,
  );
}

/** The same for unknown and for expired keys. */
export const gonePage: string = pageOf(
  messages.goneTitle,
  `<p>${escapeHtml(messages.gone)}</p><a href="/login">${escapeHtml(messages.signIn)}</a>`,
);

export const refusedPage = (key: string, sentence: string): string =>
  pageOf(
    messages.refusedTitle,
    `<p>${escapeHtml(sentence)}</p><a href="${pathOf(key)}">${escapeHtml(messages.back)}</a>`,
  );

function describe({ name, pricePaise, state, photos }: KeyListing): string {
  const pictures = photos.map(({ url, sources }) => {
    const smallest = sources.toSorted((one, other) => one.width - other.width)[0]?.url ?? url;
    return `<img src="${escapeHtml(smallest)}" alt="" loading="lazy">`;
  });
  return `<div class="item">${
    pictures.length === 0 ? "" : `<div class="photos">${pictures.join("")}</div>`
  }<div><h2>${escapeHtml(name)}</h2><p class="muted">${formatPrice(pricePaise / 100)} · ${messages.states[state]}</p></div></div>`;
}

const buttons = (key: string, which: string, name: string, acts: readonly KeyAct[]): string =>
  `<div class="acts">${acts
    .map(
      (act) =>
        `<form method="post" action="${pathOf(key)}/${which}/${act}"><button aria-label="${escapeHtml(messages.labelFor(act, name))}">${escapeHtml(messages.labels[act])}</button></form>`,
    )
    .join("")}</div>`;
