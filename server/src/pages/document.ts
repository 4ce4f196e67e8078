import { messages } from "@market/contract/messages";
import type { PageAssets, PageHead, RenderedPage } from "@market/contract/pages";
import { priceMeta, structuredData } from "./structured.ts";

type Frame = Pick<PageAssets, "script" | "modules" | "later" | "style"> & {
  /** Style sheet fetched instead of inlined; development only. */
  styleAddress?: string;
};

/**
 * Writes a whole document around what React rendered. Everything of `head` is escaped here; the
 * data block cannot end its element, since every `<` in it is written as an escape. Scripts are named
 * last: a browser without HTTP/2 has six lines, and the pictures of the first screen go before them.
 * @param address absolute address under which the page is known
 */
export function writeDocument(page: RenderedPage, frame: Frame, address: string): string {
  const early = [...new Set(page.modules.flatMap((module) => frame.modules[module] ?? []))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${describe(page.head, address)}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f6f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#11151a" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-apple-180.png">
<link rel="manifest" href="/manifest.webmanifest">
${frame.styleAddress ? `<link rel="stylesheet" href="${escape(frame.styleAddress)}">` : `<style>${frame.style}</style>`}
${page.head.product ? `<script type="application/ld+json">${structuredData(page.head.product, address)}</script>\n` : ""}<noscript><link rel="stylesheet" href="/no-script.css"></noscript>
</head>
<body>
<p class="needs-more too-old">${escape(messages.browserTooOld)}</p>
<noscript><p class="needs-more">${escape(messages.scriptIsOff)}</p></noscript>
<div id="root">${page.html}</div>
<script type="application/json" id="data">${JSON.stringify(page.data).replaceAll("<", "\\u003c")}</script>
${early.map((file) => `<link rel="modulepreload" href="${escape(file)}">`).join("\n")}
<script type="module" src="${escape(frame.script)}"${frame.later ? ` data-later-src="${escape(frame.later)}"` : ""}></script>
</body>
</html>
`;
}

function describe(head: PageHead, address: string): string {
  const { title, description, image, product, hidden } = head;
  const { origin } = new URL(address);
  const picture = image && origin + image.url;
  const meta: [name: string, content: string][] = [
    ["description", description],
    ...(hidden ? ([["robots", "noindex"]] as [string, string][]) : []),
    ["og:type", product ? "product" : "website"],
    ["og:title", title],
    ["og:description", description],
    ["og:url", address],
    ...(product ? priceMeta(product) : []),
    ...(picture
      ? ([
          ["og:image", picture],
          ["og:image:type", "image/jpeg"],
          ["og:image:alt", image.alt],
          ["og:image:width", String(image.width)],
          ["og:image:height", String(image.height)],
          ["twitter:card", "summary_large_image"],
          ["twitter:title", title],
          ["twitter:description", description],
          ["twitter:image", picture],
          ["twitter:image:alt", image.alt],
        ] as [string, string][])
      : []),
  ];
  return [
    `<title>${escape(title)}</title>`,
    ...(hidden ? [] : [`<link rel="canonical" href="${escape(address)}">`]),
    ...meta.map(
      ([name, content]) =>
        `<meta ${/^(og|product):/.test(name) ? "property" : "name"}="${name}" content="${escape(content)}">`,
    ),
  ].join("\n");
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
