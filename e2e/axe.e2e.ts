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
