import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { expect, phone, test } from "./market.ts";
import { screens } from "./screens.ts";

test.use({ ...phone, bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });
test.describe.configure({ mode: "parallel" });

for (const [name, show] of Object.entries(screens)) {
  test(`axe finds nothing wrong with ${name}, light and dark`, async ({ page }) => {
    await show(page);
    await settle(page);
    expect(await axeViolations(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await settle(page);
    // Nothing but colours changes with the scheme.
    expect(await axeViolations(page, "color-contrast"), "dark").toEqual([]);
  });
}

/** Colours are looked at once they are there. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().map(async (animation) => {
        if (animation.effect?.getTiming().iterations !== Infinity) await animation.finished;
      }),
    ),
  );
}
