import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { viewedPages } from "@market/contract/pages/pages";
import { afterEach, describe, expect, it, vi } from "vitest";
import { routes } from "../app/routes.tsx";
import { languageOf, viewedPage, referrerOf, viewportOf } from "./page-views.ts";
import { sendView } from "./page-views.ts";

afterEach(() => vi.unstubAllGlobals());

describe("what is reported of a page view", () => {
  it.each([
    [["shell", "/ home"], "/"],
    [["shell", "/home home"], "/home"],
    [["shell", "/credits credits"], "/credits"],
    [["shell", "/item/:productId item"], "/item/{productId}"],
    [["shell", "* not-found"], "404"],
    [["shell", "guard", "/edit-product/:productId edit-product"], "/edit-product/{productId}"],
    [[], "404"],
  ])("Q08 is the template of the address, never an id: %j", (ids, page) => {
    expect(viewedPage(ids, "signed-in")).toBe(page);
  });

  it("is one of the pages that the server counts, at every route", () => {
    const leaves = routes.flatMap(({ children, ...route }) => children ?? [route]);
    for (const { id = "" } of leaves) expect(viewedPages).toContain(viewedPage([id], "signed-in"));
    expect(viewedPage(["/moderation moderation"], "signed-in")).toBe("404");
    expect(viewedPage(["/operations operations"], "signed-in")).toBe("404");
  });

  it("is no page that a guard keeps back or is about to leave", () => {
    const guarded = ["shell", "guard", "/buy buy"];
    const forVisitors = ["shell", "visitors-only", "/login login"];
    expect(viewedPage(guarded, "loading")).toBeUndefined();
    expect(viewedPage(guarded, "signed-out")).toBeUndefined();
    expect(viewedPage(forVisitors, "loading")).toBeUndefined();
    expect(viewedPage(forVisitors, "signed-in")).toBeUndefined();
    expect(viewedPage(forVisitors, "signed-out")).toBe("/login");
  });

  it.each([
    ["https://www.instagram.com/p/abc?igsh=1", "www.instagram.com"],
    ["http://localhost:3330/buy?item=1", ""],
    ["android-app://com.google.android.gm/", "com.google.android.gm"],
    ["https://[::1]/", ""],
    [`https://${"a".repeat(101)}.example/`, ""],
    ["", ""],
  ])("is of the page before only the host, and nothing of our own: %s", (referrer, host) => {
    expect(referrerOf(referrer, "localhost:3330")).toBe(host);
  });

  it("is a class of window widths", () => {
    expect([360, 767, 768, 1199, 1200, 1440].map(viewportOf)).toEqual([
      "phone",
      "phone",
      "tablet",
      "tablet",
      "desktop",
      "desktop",
    ]);
  });

  it.each([
    [["en-IN", "hi"], "en"],
    [["HI"], "hi"],
    [["fil-PH", "or-IN"], "or"],
    [["sat"], "en"],
    [[], "en"],
  ])("is a language of two letters: %j", (languages, language) => {
    expect(languageOf(languages)).toBe(language);
  });
});

describe("a report", () => {
  const view = {
    page: "/item/{productId}",
    referrer: "www.linkedin.com",
    viewport: "phone",
    language: "en",
  } as const;

  async function reportsTo(path: string, browser: object): Promise<string[]> {
    const seen: string[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += String(part);
      seen.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`);
      response.writeHead(503).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
    const realFetch = globalThis.fetch;
    vi.stubGlobal("navigator", browser);
    vi.stubGlobal("location", { origin: "https://market.example", hostname: "market.example" });
    vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
      const response = await realFetch(new URL(address, origin), init);
      answered();
      return response;
    });
    sendView(view, path === "" ? undefined : origin + path);
    if (Object.keys(browser).length === 0) await isAnswered;
    server.close();
    return seen;
  }

  it("R460 goes to our own counter, whatever that answers", async () => {
    expect(await reportsTo("", {})).toEqual([
      'POST /api/views application/json {"page":"/item/{productId}","referrer":"www.linkedin.com","viewport":"phone","language":"en"}',
    ]);
  });

  it("Q08 goes to a Plausible-compatible address in its place", async () => {
    expect(await reportsTo("/api/event", {})).toEqual([
      'POST /api/event text/plain {"name":"pageview","domain":"market.example","url":"https://market.example/item/{productId}","referrer":"https://www.linkedin.com"}',
    ]);
  });

  it.each([{ doNotTrack: "1" }, { globalPrivacyControl: true }])(
    "Q08 is not sent for those who ask not to be tracked: %j",
    async (browser) => {
      expect(await reportsTo("", browser)).toEqual([]);
    },
  );
});
