import { expect, type Locator } from "@playwright/test";

/** Waits for an element on a page whose code listens: before that, a tap does what HTML alone does. */
export async function untilHydrated(element: Locator): Promise<void> {
  const page = element.page().locator("html[data-hydrated]");
  await expect(page.filter({ has: element })).toBeAttached({ timeout: 300_000 });
}
