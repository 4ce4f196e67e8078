import * as shellMessages from "@market/contract/shell/messages";
import { canvasColors, type Theme } from "@market/contract/theme";
import type {
  DescribedProduct,
  PageAssets,
  PageHead,
  RenderedPage,
  StyleRule,
} from "@market/contract/pages/pages";
import { escapeHtml } from "../http/html.ts";

const currency = "INR";

/** With `styleUrl` the style sheet is fetched instead of inlined; development only. */
type Frame = PageAssets & { styleUrl?: string };

/**
 * The rules that the page needs come first, so that a phone can draw it from the first packets; the whole style
 * sheet follows the page, and overrides them in its own order. Scripts come last: without HTTP/2 a browser has six
 * connections, and the first pictures need them.
 * @param address canonical address of the page
 * @param theme the system's, unless the visitor has chosen one
 * @returns the document, and the rules that come first
 */
export function writeDocument(
  page: RenderedPage,
  frame: Frame,
  address: string,
  theme?: Theme,
): { html: string; ownStyle: string } {
  const early = [...new Set(page.modules.flatMap((module) => frame.modules[module] ?? []))];
  const shown = `<p class="needs-more too-old">${escapeHtml(shellMessages.browserTooOld)}</p>
<noscript><p class="needs-more">${escapeHtml(shellMessages.scriptIsOff)}</p></noscript>
<div id="root">${page.html}</div>`;
  const ownStyle = styleOf(shown, frame.styleRules);
  const html = `<!doctype html>
<html lang="en"${theme === undefined ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${describe(page.head, address)}
<meta name="color-scheme" content="${theme ?? "light dark"}">
<meta name="theme-color" content="${canvasColors[theme ?? "light"]}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${canvasColors[theme ?? "dark"]}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-apple-180.png">
<link rel="manifest" href="/manifest.webmanifest">
${frame.styleUrl ? `<link rel="stylesheet" href="${escapeHtml(frame.styleUrl)}">` : `<style>${ownStyle}</style>`}
${page.head.product ? `<script type="application/ld+json">${structuredData(page.head.product, address)}</script>\n` : ""}<noscript><link rel="stylesheet" href="/no-script.css"></noscript>
</head>
<body>
${shown}
${frame.styleUrl ? "" : `<style>${frame.style}</style>\n`}<script type="application/json" id="data">${JSON.stringify(page.data).replaceAll("<", "\\u003c")}</script>
${early.map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}">`).join("\n")}
<script type="module" src="${escapeHtml(frame.script)}"></script>
</body>
</html>
`;
  return { html, ownStyle };
}

/** The rules that apply to a page before its scripts have changed it. */
function styleOf(html: string, rules: readonly StyleRule[]): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  const write = (rule: StyleRule): string => {
    if ("open" in rule) {
      const inner = rule.rules.map(write).join("");
      return inner && `${rule.open}${inner}}`;
    }
    const applies = rule.classes?.some((needed) => needed.every((name) => classes.has(name)));
    return (applies ?? true) ? rule.text : "";
  };
  return rules.map(write).join("");
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
    ...(product
      ? ([
          ["product:price:amount", String(product.price)],
          ["product:price:currency", currency],
        ] as [string, string][])
      : []),
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
    `<title>${escapeHtml(title)}</title>`,
    ...(hidden ? [] : [`<link rel="canonical" href="${escapeHtml(address)}">`]),
    ...meta.map(
      ([name, content]) =>
        `<meta ${/^(og|product):/.test(name) ? "property" : "name"}="${name}" content="${escapeHtml(content)}">`,
    ),
  ].join("\n");
}

/** schema.org Product. Every `<` is escaped, so that it cannot end its `<script>`. */
function structuredData(product: DescribedProduct, address: string): string {
  const { origin } = new URL(address);
  const { name, description, images, price, category, condition, isSold } = product;
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description,
    category,
    image: images.map((path) => origin + path),
    url: address,
    offers: {
      "@type": "Offer",
      price,
      priceCurrency: currency,
      availability: `https://schema.org/${isSold ? "SoldOut" : "InStock"}`,
      itemCondition: `https://schema.org/${condition === "New" ? "New" : "Used"}Condition`,
      url: address,
    },
  };
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
