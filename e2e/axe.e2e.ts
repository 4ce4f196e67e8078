import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./axe.ts";
import { expect, phone, test } from "./market.ts";
import { screens } from "./screens.ts";

test.use({
  ...phone,
  // Rules ask for no more, and the pictures are drawn in a quarter of the time.
  deviceScaleFactor: 1,
  bypassCSP: true,
  contextOptions: { reducedMotion: "reduce" },
});
test.describe.configure({ mode: "parallel" });

/** Pages of text alone, looked at one after the other. */
const texts = ["about", "how-it-works", "terms", "privacy", "community-guidelines", "credits"];

test("axe finds nothing wrong with pages of text, light and dark", async ({ page }) => {
  for (const name of texts) {
    await screens[name]?.(page);
    await look(page, name);
  }
});

for (const [name, show] of Object.entries(screens)) {
  if (texts.includes(name)) continue;
  test(`axe finds nothing wrong with ${name}, light and dark`, async ({ page }) => {
    await show(page);
    await look(page, name);
  });
}

async function look(page: Page, name: string): Promise<void> {
  await settle(page);
  expect(await axeViolations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  // Nothing but colours changes with the scheme.
  expect(await axeViolations(page, "color-contrast"), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
