import { expect, type Locator, type Page } from "@playwright/test";

/** From now on time passes in the page only while something is waited for. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Waits for what goes again after seconds, which on a busy computer may be over before a test looks. */
export async function untilSeen(message: Locator, what?: string): Promise<void> {
  await expect(async () => {
    await message.page().clock.runFor(200);
    await expect(message, what).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [0] });
}
