import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
} from "@playwright/test";
import type { Market } from "./own-market.ts";
import { openMarket } from "./run.ts";
import { isShared } from "./students.ts";

/** A small phone, held upright, as most students have; at a scale that is drawn faster. */
export const phone = {
  viewport: { width: 360, height: 760 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
} as const satisfies BrowserContextOptions;

type Tools = {
  /** A browser of its own for one more student; closed, and its faults counted, with the test. */
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Addresses that a page may request in vain, because the test deletes them. */
  mayBeGone: RegExp | undefined;
};

/** Tests of one worker use one market after another; what they say to the console is not looked at. */
export const unwatched = base.extend<object, { market: Market }>({
  market: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright takes nothing but a pattern.
    async ({}, provide, { workerIndex }) => {
      const market = await openMarket(`market_${workerIndex}`);
      await provide(market);
      await market.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: ({ market }, provide) => provide(market.origin),
});

/** Every test fails on a console error, an uncaught error and a violated security policy, in any window. */
export const test = unwatched.extend<Tools>({
  mayBeGone: [undefined, { option: true }],
  context: async ({ context, mayBeGone }, provide) => {
    const faults = await watch(context, mayBeGone);
    await provide(context);
    expect(faults).toEqual([]);
  },
  openBrowser: async ({ browser, baseURL, mayBeGone }, provide) => {
    const opened: { context: BrowserContext; faults: string[] }[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options });
      opened.push({ context, faults: await watch(context, mayBeGone) });
      return context;
    });
    for (const { context } of opened) await context.close();
    expect(opened.flatMap(({ faults }) => faults)).toEqual([]);
  },
});

export { expect } from "@playwright/test";

/** Collects what goes wrong in every window of a browser. */
async function watch(context: BrowserContext, mayBeGone?: RegExp): Promise<string[]> {
  const faults: string[] = [];
  context.on("console", (message) => {
    // The browser logs every refused call, and asks the provider for an icon; which refusals are
    // right is for the test to say.
    const { url } = message.location();
    const isRefusal =
      message.text().startsWith("Failed to load resource") &&
      (/\/api\/|\/favicon\.ico$|\/no-such-page$/.test(url) ||
        mayBeGone?.test(url) ||
        // A proxy says so while nothing runs behind it.
        message.text().includes("status of 502"));
    // Chromium before 114, which has no popovers, says so (web/src/ui/early-tap.tsx).
    const isOld = message.text().includes("Found a 'popover' attribute");
    if (message.type() === "error" && !isRefusal && !isOld)
      faults.push(`${message.page()?.url()}: ${message.text()} (${url})`);
  });
  context.on("weberror", (failure) =>
    faults.push(`${failure.page()?.url()}: ${failure.error().stack}`),
  );
  context.on("response", async (response) => {
    const { pathname } = new URL(response.url());
    const [request, status] = [response.request(), response.status()];
    if (!isShared(context) || status >= 400 || !isChange(request.method(), pathname)) return;
    // An answer of the test itself comes from no server.
    if ((await response.serverAddr().catch(() => null)) === null) return;
    faults.push(`${request.method()} ${pathname}: a demo student, whom tests share, changes it`);
  });
  await context.addInitScript(skipSafetyCard);
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`securitypolicyviolation: ${violatedDirective} ${blockedURI}`);
    });
  });
  return faults;
}

/** Whether a request changes what other tests see of the student: listings, their states, blocks, the account. */
const isChange = (method: string, path: string) =>
  method !== "GET" &&
  /^\/api\/(products\/(create|[0-9a-f-]{36}(\/(toggle-sold|reservation|restore|renew))?)|blocks\/.*|users\/me)$/.test(
    path,
  );

/** Every response of our server to this browser so far, and the calls that were refused. */
export function recordAnswers(context: BrowserContext): {
  bodies: () => Promise<string[]>;
  refused: string[];
} {
  const bodies: Promise<string>[] = [];
  const refused: string[] = [];
  context.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    const type = response.headers()["content-type"] ?? "";
    if (/json|html|text/.test(type)) bodies.push(response.text().catch(() => ""));
  });
  return { bodies: () => Promise.all(bodies), refused };
}

/** Runs in the page: as if the card before the first chat of the day had been read. */
export function skipSafetyCard(): void {
  if (location.protocol.startsWith("http"))
    localStorage.setItem("safety-card", new Date().toDateString());
}
