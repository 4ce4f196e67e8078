import { expect, type Locator, type Page } from "@playwright/test";

/** Stops the page's clock, which then runs only during waits. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Waits for something that disappears after seconds, perhaps before a slow test checks it. */
export async function untilSeen(message: Locator, what?: string): Promise<void> {
  await expect(async () => {
    await message.page().clock.runFor(200);
    await expect(message, what).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [0] });
}
