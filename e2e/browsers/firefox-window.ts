import { createRequire } from "node:module";
import type { Page as ChromiumPage } from "@playwright/test";

/** The part of Puppeteer that these tests use; only `npm run test:browsers` installs it. */
export type Locator = {
  click(): Promise<void>;
  fill(value: string): Promise<void>;
  waitHandle(): Promise<{ evaluate(run: (element: Element) => void): Promise<unknown> }>;
};
export type Page = {
  goto(url: string): Promise<unknown>;
  url(): string;
  locator(selector: string): Locator;
  $(selector: string): Promise<{ uploadFile(...paths: string[]): Promise<void> } | null>;
  evaluate: ChromiumPage["evaluate"];
  waitForFunction(run: () => unknown, options?: { timeout: number }): Promise<unknown>;
  setViewport(viewport: { width: number; height: number }): Promise<void>;
  once(event: "popup", hear: (page: Page) => void): void;
  on(event: "pageerror", hear: (error: Error) => void): void;
};
export type Context = { newPage(): Promise<Page>; close(): Promise<void> };
type Browser = {
  createBrowserContext(): Promise<Context>;
  close(): Promise<void>;
};
type Puppeteer = { launch(options: object): Promise<Browser> };

/** Opens Firefox by WebDriver BiDi. Requests to WhatsApp stay on this machine. */
export async function openFirefox(): Promise<Browser> {
  const { default: puppeteer } = (await import(
    createRequire(import.meta.url).resolve("puppeteer-core")
  )) as { default: Puppeteer };
  return puppeteer.launch({
    browser: "firefox",
    executablePath: process.env["FIREFOX_PATH"],
    headless: true,
    extraPrefsFirefox: { "network.dns.localDomains": "wa.me" },
  });
}

/** Finds the element of this role and name. */
export const named = (role: string, name: string) => `::-p-aria([role="${role}"][name="${name}"])`;

/** A student's own phone, on a page that the service worker serves. */
export async function openPhone(browser: Browser, address: string) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => {
    // The tests' provider refuses requests for an icon, and Firefox reports loading that was interrupted, by itself or
    // through the worker, when the page was left.
    const isExpected =
      /\/favicon\.ico|ServiceWorker intercepted the request|loading dynamically imported module/;
    if (!isExpected.test(message)) faults.push(message);
  });
  await page.setViewport({ width: 360, height: 760 });
  await page.goto(address);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, {
    timeout: 30_000,
  });
  return { context, page, faults };
}

/** Clicks in the middle of the screen, where no bar lies over it. */
export async function press(page: Page, selector: string): Promise<void> {
  const found = page.locator(selector);
  const element = await found.waitHandle();
  await element.evaluate((node) => node.scrollIntoView({ block: "center", behavior: "instant" }));
  await found.click();
}

/** Clicks a control that opens another window. */
export async function popupOf(page: Page, selector: string): Promise<Page> {
  const popup = new Promise<Page>((resolve) => page.once("popup", resolve));
  await press(page, selector);
  return popup;
}
