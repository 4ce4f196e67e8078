import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { demoStudents } from "@market/fixtures/demo-students";
import { untilHydrated } from "../../e2e/support/hydrated.ts";
import type { Hand } from "../../e2e/support/hand.ts";
import { browserArguments, findBrowser } from "../../scripts/browser.mjs";
import { startSlowProxy } from "./slow-proxy.ts";
import { phone } from "./window.ts";

export type SlowPhone = {
  context: BrowserContext;
  newPage(): Promise<Page>;
  close(): Promise<void>;
};

/** Opens a browser on a slow phone and network, service worker and HTTP cache included. */
export async function openSlowPhone(baseURL: string, slowdown: number): Promise<SlowPhone> {
  const proxy = await startSlowProxy();
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserArguments,
    proxy: { server: proxy.server, bypass: "<-loopback>" },
  });
  const context = await browser.newContext({ ...phone, baseURL });
  context.setDefaultTimeout(90_000);
  context.on("page", (page) => {
    // A window may close before it is slowed, as the provider's does.
    slowDown(context, page, slowdown).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  });
  return {
    context,
    newPage: () => context.newPage(),
    async close() {
      await browser.close();
      await proxy.close();
    },
  };
}

async function slowDown(context: BrowserContext, page: Page, rate: number): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Resolves when a chat is asked for. No connection leaves the machine, and no route turns the HTTP cache off. */
export const chatOpened = async (page: Page): Promise<void> => {
  await page
    .context()
    .waitForEvent("request", (request) => request.url().startsWith("https://wa.me/"));
};

/** Signs in with the provider's window, which knows the account. */
export async function signIn(page: Page, hand: Hand, name: string): Promise<void> {
  const email = demoStudents.find((member) => member.name === name)?.email ?? "";
  const button = page.getByRole("button", { name: "Login with Google" });
  await untilHydrated(button);
  const opened = page.waitForEvent("popup");
  await hand.tap(button);
  const popup = await opened;
  await popup.getByLabel("Email address").fill(email);
  await popup.getByLabel("Name", { exact: true }).fill(name);
  await hand.tap(popup.getByRole("button", { name: "Continue" }));
}
