// Transfer sizes of a first visit to the home page on a phone: npm run bench -- pages
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium, type CDPSession } from "@playwright/test";
import { browserArguments, findBrowser } from "../scripts/browser.mjs";
import { phone } from "./phone/window.ts";
import { product, productEnvironment, root, startProgram } from "./support/programs.ts";

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "3270" },
    /** Seconds for which the page is looked at and not touched. */
    seconds: { type: "string", default: "6" },
  },
});
const port = Number(values.port);
/** The brotli quality of rendered documents. */
const documentQuality = 5;
const assets = join(root, "web/build/client");

type PageRequest = { url: URL; type: string };

/** All requests of the untouched page, except its service worker's own script. */
async function load(address: string): Promise<PageRequest[]> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: browserArguments });
  try {
    const page = await (await browser.newContext(phone)).newPage();
    const devtools: CDPSession = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    const requests: PageRequest[] = [];
    devtools.on("Network.requestWillBeSent", ({ request, type }) => {
      if (!request.url.startsWith("data:"))
        requests.push({ url: new URL(request.url), type: type ?? "Other" });
    });
    await page.goto(address);
    await sleep(Number(values.seconds) * 1000);
    return requests.filter(({ url }) => url.pathname !== "/service-worker.js");
  } finally {
    await browser.close();
  }
}

/** A build file's transfer size in bytes, with brotli where the client accepts it. */
function bytesOf(path: string): number {
  const packed = join(assets, `${path}.br`);
  return readFileSync(existsSync(packed) ? packed : join(assets, path)).length;
}

/** The document up to the end of a phone's first row of cards. */
function firstFlight(html: string): string {
  const grid = html.indexOf('<ul class="card-grid"');
  assert.ok(grid > 0, "the home page shows no grid");
  const second = html.indexOf("<li>", html.indexOf("<li>", grid) + 1);
  return html.slice(0, html.indexOf("</li>", second) + "</li>".length);
}

function packed(text: string): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: documentQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotliCompressSync(text, { params }).length;
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp("/tmp/market-pages-");
  const env = { ...productEnvironment(port, dataDir), DEMO_DATA: "on", DATABASE_URL: "" };
  const program = await startProgram(product, port, { env });
  try {
    const requests = await load(`${program.origin}/`);
    const html = await (await fetch(program.origin)).text();
    const isPicture = ({ url, type }: PageRequest) =>
      type === "Image" || /\.(svg|png|jpe?g|webp|avif)$/.test(url.pathname);
    const scripts = [
      ...new Set(requests.map(({ url }) => url.pathname).filter((path) => path.endsWith(".js"))),
    ];
    const chunks = Object.fromEntries(scripts.map((path) => [path, bytesOf(path)]));
    const others = requests.filter((one) => !isPicture(one));
    const flight = firstFlight(html);
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
    const result = {
      "requests without pictures": others.length,
      "JavaScript, bytes br": Object.values(chunks).reduce((sum, bytes) => sum + bytes, 0),
      "first flight, bytes br": packed(flight),
      "head and style alone, bytes br": packed(html.slice(0, html.indexOf("<body>"))),
      "first style sheet alone, bytes br": packed(style),
      "whole document, bytes br": packed(html),
      "other hosts": requests.filter(({ url }) => url.origin !== program.origin).length,
      fonts: requests.filter(({ type }) => type === "Font").length,
      "service worker's script, bytes br": bytesOf("/service-worker.js"),
    };
    console.table(result);
    console.table(chunks);
    const lines = others.map(({ url, type }) => `${type} ${url.pathname}`);
    console.log(lines.join("\n"));
  } finally {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

assert.ok(readdirSync(assets).length > 0, "npm run build comes first");
await main();
