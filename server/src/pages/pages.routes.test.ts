import type { HomeProducts } from "@market/contract/pages";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import type { PageBundle } from "./bundle.ts";
import { pageRoutes } from "./pages.routes.ts";

const bundle: PageBundle = {
  assets: {
    script: "/assets/app.js",
    modules: { home: ["/assets/home.js"] },
    style: "a{}",
    styleHash: "sha256-abc=",
  },
  render: async (address, data) => {
    const path = new URL(address).pathname;
    return {
      status: path === "/404" ? 404 : 200,
      html: `<main><h1>${path}</h1></main>`,
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
) {
  app = Fastify();
  const pages = await pageRoutes(app, {
    bundle,
    publicOrigin: "http://localhost:3150",
    campus: {
      name: "CGU",
      contactEmail: "help@cgu.example",
      partnerEmail: "help@cgu.example",
      links: {},
      cartCurrency: "$",
      busyNotice: "auto",
    },
    homeProducts,
    findItem: async () => undefined,
    redirectsLoopback: true,
    now: () => clock.now,
  });
  app.setNotFoundHandler((request, reply) => pages.notFound(request, reply));
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url, headers: { host: "localhost:3150", ...headers } });
  return { pages, get };
}
afterEach(() => app.close());

describe("documents over HTTP", () => {
  it("carry the policy, COOP and caching rules", async () => {
    const { get } = await open();
    const { headers, statusCode } = await get("/");
    expect(statusCode).toBe(200);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-abc='; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types market",
    );
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
    expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(headers.vary).toBe("Accept-Encoding");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("cannot be broken out of by data or titles", async () => {
    const { get } = await open();
    const { body } = await get("/about");
    expect(body.match(/<script/g)).toHaveLength(2);
    expect(body).toContain("\\u003c/script>");
    expect(body).toContain("<title>&quot;/about&quot; &amp; more</title>");
    expect(body).toContain('<link rel="modulepreload" href="/assets/home.js">');
  });

  it("answer 304 with Vary to whoever has the same bytes", async () => {
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

  it("R095 deal the home page anew after a minute or a change of the catalogue", async () => {
    let asked = 0;
    const { get, pages } = await open(async () => {
      asked += 1;
      return { featured: [], latest: [] };
    });
    await get("/");
    await get("/");
    expect(asked).toBe(1);
    clock.now += 60_000;
    await get("/");
    expect(asked).toBe(2);
    pages.catalogueChanged();
    clock.now += 250;
    await get("/");
    expect(asked).toBe(3);
  });
});
