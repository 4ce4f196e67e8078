import type { Page } from "@playwright/test";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

test.use({ ...phone });

const cards = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("list").last().getByRole("listitem");
/** The product of the first fully visible card, and its position. */
const firstSeen = (page: Page) =>
  page.evaluate(() => {
    for (const card of document.querySelectorAll<HTMLAnchorElement>("main a.card")) {
      const { top } = card.getBoundingClientRect();
      if (top > 0 && top < innerHeight) {
        return { href: card.href, top };
      }
    }
    return undefined;
  });

for (const address of ["/buy", "/buy?sort=price-low"]) {
  test(
    `a reload of ${address} after Load more finds the pages and the place again`,
    { tag: "@sweep" },
    async ({ page }) => {
      await signIn(page, "Rohan Mehta", address);
      await expect(cards(page)).toHaveCount(24);
      for (const count of [48, 72]) {
        await page.getByRole("button", { name: "Load more" }).click();
        await expect(cards(page)).toHaveCount(count);
      }
      await cards(page)
        .nth(65)
        .evaluate((card) => card.scrollIntoView({ behavior: "instant" }));
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(5000);
      const seen = await firstSeen(page);
      const moved = async () => {
        const now = await firstSeen(page);
        return now?.href === seen?.href ? Math.abs((now?.top ?? 0) - (seen?.top ?? 0)) : Infinity;
      };
      await page.reload();
      await expect(cards(page)).toHaveCount(72);
      // Pixels; the browser rounds places.
      await expect.poll(moved).toBeLessThan(3);
      await expect(page).toHaveURL(address);

      // The first touch moves nothing, and another choice begins at its own first page.
      await page.getByRole("heading", { level: 1 }).dispatchEvent("pointerdown");
      await expect.poll(moved).toBeLessThan(3);
      await page.goto("/buy?category=Room+%26+Living");
      await expect(cards(page).first()).toBeVisible();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await page.goto(address);
      await expect(cards(page)).toHaveCount(24);
    },
  );
}
