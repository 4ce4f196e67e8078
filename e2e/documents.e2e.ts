import { axeViolations } from "./axe.ts";
import { expect, test } from "./market.ts";

/** Every document of the route table, and an address that is none. */
const documents = [
  "/",
  "/home",
  "/login",
  "/register",
  "/about",
  "/terms",
  "/privacy",
  "/how-it-works",
  "/community-guidelines",
  "/credits",
  "/no-such-page",
];
const guarded = [
  "/buy",
  "/sell",
  "/cart",
  "/profile",
  "/edit-product/01994e50-0000-7000-8000-000000000000",
];

test.describe("every document", () => {
  for (const path of [...documents, ...guarded]) {
    test(`${path} is whole: one main, one h1, and it wakes up without a fault`, async ({
      page,
    }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(path === "/no-such-page" ? 404 : 200);
      await expect(page.locator("main")).toHaveCount(1);
      await expect(page.locator("h1")).toHaveCount(1);
      expect(await response?.text()).not.toMatch(
        /<script(?![^>]*(src=|type="application\/(ld\+)?json"))[^>]*>| style="| on\w+="/,
      );
    });
  }

  for (const path of documents) {
    for (const scheme of ["light", "dark"] as const) {
      test(`${path} has no axe violation (${scheme})`, async ({ browser, baseURL }) => {
        const context = await browser.newContext({
          baseURL,
          bypassCSP: true,
          colorScheme: scheme,
          reducedMotion: "reduce",
        });
        const page = await context.newPage();
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        expect(await axeViolations(page)).toEqual([]);
        await context.close();
      });
    }
  }

  test("its first button answers a click: the small-screen menu opens", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 760 });
    for (const path of documents) {
      await page.goto(path);
      const menu = page.getByRole("button", { name: /menu/i }).first();
      await expect(async () => {
        await menu.click();
        await expect(menu).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
      }).toPass();
    }
  });
});
