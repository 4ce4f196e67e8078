import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HomeProducts } from "@market/contract/pages/pages";
import Fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { ResponseCache } from "../http/response-cache.ts";
import type { PageBundle } from "./bundle.ts";
import { pageRoutes, redirectLoopbackNames } from "./pages.routes.ts";

const bundle: PageBundle = {
  assets: {
    script: "/assets/app.js",
    modules: { home: ["/assets/home.js"] },
    style: "whole{}",
    styleRules: [
      { text: ":root{}" },
      { text: ".shown .large{}", classes: [["shown", "large"]] },
      { text: ".absent,.shown{}", classes: [["absent"], ["shown"]] },
      { text: ".absent{}", classes: [["absent"]] },
      { open: "@media print{", rules: [{ text: ".shown{}", classes: [["shown"]] }] },
      { open: "@media screen{", rules: [{ text: ".absent{}", classes: [["absent"]] }] },
    ],
  },
  render: async (address, data) => {
    const path = new URL(address).pathname;
    return {
      status: path === "/404" ? 404 : 200,
      html: `<main class="page shown"><h1>${path}</h1></main>`,
      head: { title: `"${path}" & more`, description: "d", hidden: path === "/404" },
      data: { products: data.home?.featured.length, text: "</script><script>" },
      modules: ["home"],
    };
  },
};
const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
let app: FastifyInstance;

async function open(
  homeProducts: () => Promise<HomeProducts> = async () => ({ featured: [], latest: [] }),
  files?: string,
) {
  app = Fastify();
  redirectLoopbackNames(app, "http://localhost:3150");
  const answers = new ResponseCache({ now: () => clock.now, failed: () => undefined });
  const notFound = await pageRoutes(app, {
    answers,
    bundle: { ...bundle, files },
    publicOrigin: "http://localhost:3150",
    mayModerate: async () => false,
    news: async () => ({ days: 7, products: [] }),
    findByCode: async () => undefined,
    countUnknownCode: () => undefined,
    campus: {
      name: "CGU",
      contactEmail: "help@cgu.example",
      providerName: "Google",
      partnerEmail: "help@cgu.example",
      grievanceEmail: "help@cgu.example",
      eraseAfterDays: 7,
      links: {},
      cartCurrency: "$",
      meetingPlaces: [],
      busyNotice: "auto",
    },
    homeProducts,
    transparencyMonths: async () => [],
    findBundle: async () => undefined,
    findItem: async () => undefined,
    now: () => clock.now,
  });
  app.setNotFoundHandler(notFound);
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: "localhost:3150", ...headers } });
  return { answers, get };
}
afterEach(() => app.close());

describe("documents over HTTP", () => {
  it("carry the policy, COOP and caching rules", async () => {
    const { get } = await open();
    const { headers, statusCode } = await get("/");
    expect(statusCode).toBe(200);
    const styles = [":root{}.absent,.shown{}@media print{.shown{}}", "whole{}"]
      .map((style) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`)
      .join(" ");
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' ${styles}; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types market`,
    );
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("R1243 begin with the rules that can apply to their page; the whole style sheet follows it", async () => {
    const { body } = await (await open()).get("/");
    const [before = "", after = ""] = body.split('<div id="root">');
    expect(before).toContain("<style>:root{}.absent,.shown{}@media print{.shown{}}</style>");
    expect(after).toContain("</main></div>\n<style>whole{}</style>");
  });

  it("R714 come in the theme of the cookie, each cached by itself", async () => {
    const { get } = await open();
    const themeOf = async (cookie: string, url = "/") => {
      const { body } = await get(url, { cookie });
      return [
        /<html lang="en"(.*)>/.exec(body)?.[1],
        /name="color-scheme" content="([^"]+)"/.exec(body)?.[1],
        body.match(/(?<=name="theme-color" content=")[^"]+/g),
      ];
    };
    const system = ["", "light dark", ["#f7f6f2", "#11151a"]];
    const dark = [' data-theme="dark"', "dark", ["#11151a", "#11151a"]];
    const light = [' data-theme="light"', "light", ["#f7f6f2", "#f7f6f2"]];
    for (let turn = 0; turn < 2; turn += 1)
      for (const url of ["/", "/buy", "/item/gone", "/no-such-page"]) {
        expect(await themeOf("", url)).toEqual(system);
        expect(await themeOf("theme=dark", url)).toEqual(dark);
        expect(await themeOf("a=b; theme=light; c=d", url)).toEqual(light);
        expect(await themeOf('theme="><script>', url)).toEqual(system);
        expect(await themeOf("nottheme=dark", url)).toEqual(system);
      }
    const { headers } = await get("/", { cookie: "theme=dark" });
    const again = await get("/", { "if-none-match": String(headers["etag"]) });
    expect(again.statusCode).toBe(200);
  });

  it("say in one line what to do without JavaScript and in a browser that is too old", async () => {
    const { body } = await (await open()).get("/buy");
    expect(body).toContain(
      '<noscript><link rel="stylesheet" href="/no-script.css"></noscript>\n</head>',
    );
    expect(body).toContain(
      '<noscript><p class="needs-more">Logging in, searching and selling need JavaScript. Please switch it on in your browser\'s settings, then load this page again.</p></noscript>',
    );
    expect(body).toContain(
      '<p class="needs-more too-old">This browser is too old for logging in, searching and selling. Please update it, or open this page in a newer one.</p>',
    );
  });

  it("name the manifest, with the campus's name and icons that are there in their sizes", async () => {
    const { get } = await open();
    expect((await get("/about")).body).toContain(
      '<link rel="manifest" href="/manifest.webmanifest">',
    );
    const { headers, statusCode, body } = await get("/manifest.webmanifest");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toMatch(/^application\/manifest\+json\b/);
    expect(headers["cache-control"]).toBe("public, max-age=3600");
    const manifest = JSON.parse(body) as {
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({
      name: "CGU Marketplace",
      short_name: "CGU",
      start_url: "/",
      display: "standalone",
    });
    const drawn = manifest.icons.filter(({ src }) => src.endsWith(".png"));
    expect(drawn.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      "192x192 any",
      "512x512 any",
      "512x512 maskable",
    ]);
    for (const { src, sizes } of drawn) {
      const { width, height } = await sharp(`web/public${src}`).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });

  it("serve the service worker never from a cache, and let it reach this origin only", async () => {
    const files = await mkdtemp(join(tmpdir(), "market-pages-"));
    await mkdir(join(files, "assets"));
    for (const name of ["service-worker.js", "assets/a-1.js"])
      await writeFile(join(files, name), "1;");
    const { get } = await open(undefined, files);
    const { headers } = await get("/service-worker.js");
    expect(headers["content-type"]).toMatch(/^(text|application)\/javascript\b/);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; frame-ancestors 'none'; connect-src 'self'",
    );
    const hashed = await get("/assets/a-1.js");
    expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    await rm(files, { recursive: true });
  });

  it("R732 serves files of the releases beside this one, so that pages of either work during an upgrade", async () => {
    const folder = await mkdtemp(join(tmpdir(), "market-releases-"));
    const filesOf = (release: string) => join(folder, "releases", release, "web/build/client");
    for (const release of ["0.1.0", "0.2.0"]) {
      await mkdir(join(filesOf(release), "assets"), { recursive: true });
      await writeFile(join(filesOf(release), `assets/app-${release}.js`), `"${release}"`);
    }
    const { get } = await open(undefined, filesOf("0.1.0"));
    const other = await get("/assets/app-0.2.0.js");
    expect(other.body).toBe('"0.2.0"');
    expect(other.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/assets/app-0.3.0.js")).statusCode).toBe(404);
    expect((await get("/assets/..%2f..%2fpackage.json")).statusCode).toBe(404);
    await rm(folder, { recursive: true });
  });

  it("cannot be broken out of by data or titles", async () => {
    const { get } = await open();
    const { body } = await get("/about");
    expect(body.match(/<script/g)).toHaveLength(2);
    expect(body).toContain("\\u003c/script>");
    expect(body).toContain("<title>&quot;/about&quot; &amp; more</title>");
    expect(body).toContain('<link rel="modulepreload" href="/assets/home.js">');
    expect(body).toContain('src="/assets/app.js"');
  });

  it("answer 304 with Vary to clients that have the same bytes", async () => {
    const { get } = await open();
    const first = await get("/about", { "accept-encoding": "br" });
    expect(first.headers["content-encoding"]).toBe("br");
    const again = await get("/about", {
      "accept-encoding": "br",
      "if-none-match": String(first.headers.etag),
    });
    expect(again.statusCode).toBe(304);
    expect(again.headers.vary).toBe("Accept-Encoding");
    expect(again.body).toBe("");
    const other = await get("/about", {
      "accept-encoding": "gzip",
      "if-none-match": String(first.headers.etag),
    });
    expect(other.statusCode).toBe(200);
  });

  it("R062 leads from other cases and a last slash to the one address", async () => {
    const { get } = await open();
    const { statusCode, headers } = await get("/Register?from=mail");
    expect([statusCode, headers.location]).toEqual([308, "/register?from=mail"]);
    expect((await get("/buy/")).headers.location).toBe("/buy");
  });

  it("answer unknown addresses with one 404 document", async () => {
    const { get } = await open();
    for (const path of ["/nothing", "/buy/deeper", "/edit-product/"]) {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(404);
      expect(body).toContain("<h1>/404</h1>");
      expect(body).toContain("noindex");
    }
  });

  it("show one shell for every edited product", async () => {
    const { get } = await open();
    const one = await get("/edit-product/01930000-0000-7000-8000-000000000001");
    const other = await get("/edit-product/01930000-0000-7000-8000-000000000002");
    expect(one.statusCode).toBe(200);
    expect(one.headers.etag).toBe(other.headers.etag);
  });

  it("send other loopback names to the public origin in trial mode", async () => {
    const { get } = await open();
    const { statusCode, headers } = await get("/login", { host: "127.0.0.1:3150" });
    expect([statusCode, headers.location]).toEqual([308, "http://localhost:3150/login"]);
  });

  it("R095 deal the home page again after a minute or a change of the catalogue", async () => {
    let reads = 0;
    const { get, answers } = await open(async () => {
      reads += 1;
      return { featured: [], latest: [] };
    });
    await get("/");
    await get("/");
    expect(reads).toBe(1);
    clock.now += 60_000;
    await get("/");
    expect(reads).toBe(2);
    answers.invalidate();
    clock.now += 250;
    await get("/");
    expect(reads).toBe(3);
  });
});
