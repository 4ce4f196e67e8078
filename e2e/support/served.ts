import { expect, type Page } from "@playwright/test";

/** Waits until the service worker serves the page; what the page sends while it takes over misses the page's routes. */
export const untilServed = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe("activated");
