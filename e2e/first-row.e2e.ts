import type { Locator, Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { list, portrait } from "./support/extremes.ts";
import { expect, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

const grid = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name }) });
const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("It is not on the page.");
  return box;
};

for (const [width, height, columns] of [
  [360, 740, 2],
  [1440, 900, 4],
] as const) {
  test(
    `R701 at ${width} × ${height} the home page shows the photos and prices of its first row immediately`,
    { tag: width === 360 ? [] : "@sweep" },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      const cards = grid(page, "Featured Products").getByRole("listitem");
      const bar = page.getByRole("navigation", { name: "Quick" });
      const end = (await bar.isVisible()) ? (await boxOf(bar)).y : height;
      for (let place = 0; place < columns; place += 1) {
        const price = await boxOf(cards.nth(place).getByText(/^₹/).first());
        expect(price.y + price.height).toBeLessThan(end);
      }
      expect((await boxOf(cards.nth(columns))).y).toBeGreaterThan((await boxOf(cards.first())).y);
    },
  );
}

test(
  "R703 eight cards leave no hole at any width, and the two grids share none",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.goto("/");
    for (const width of [320, 360, 600, 767, 768, 899, 900, 1200, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ["Featured Products", "Latest Products"]) {
        const cards = grid(page, name).getByRole("listitem");
        const tops = await cards.evaluateAll((all) =>
          all.map((card) => Math.round(card.getBoundingClientRect().top)),
        );
        const rows = Object.values(Object.groupBy(tops, String)).map((row) => row?.length);
        expect(new Set(rows).size, `${name} at ${width}`).toBe(1);
      }
    }
    const links = await page
      .locator('main a[href^="/item/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(new Set(links).size).toBe(16);
  },
);

test(
  "R706 on a phone no card cuts its facts off, a name has two lines, and the seller's own card is marked",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const name = "Wooden study table with two drawers and a lamp that swivels, hardly used";
    await enter(page, "Nandini Longname");
    await list(page, { name, price: "1000000", shape: portrait, photos: 2 });
    for (const address of ["/", "/buy?sort=newest"]) {
      await page.goto(address);
      const card = page.locator("main a.card").filter({ hasText: name }).first();
      await expect(card).toContainText("Yours");
      const { lines, lineHeight } = await card.getByRole("heading").evaluate((heading) => ({
        lines: heading.getClientRects()[0]?.height ?? 0,
        lineHeight: Number.parseFloat(getComputedStyle(heading).lineHeight),
      }));
      expect(Math.round(lines / lineHeight)).toBe(2);
      const cut = await page.locator(".card-meta > span").evaluateAll(
        (facts) =>
          facts.filter((fact) => {
            const card = fact.closest(".card")?.getBoundingClientRect();
            const { right, bottom } = fact.getBoundingClientRect();
            return !card || right > card.right - 10 || bottom > card.bottom;
          }).length,
      );
      expect(cut).toBe(0);
    }
    const heart = page.getByRole("button", { name: /^Save / }).first();
    expect(await boxOf(heart)).toMatchObject({ width: 48, height: 48 });
    const own = page.getByRole("button", { name: `Save ${name}` });
    await expect(own).toHaveCount(0);
  },
);

test(
  "R712 R1141 the bottom bar covers nothing at the end of a page, and hides completely",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, "Rohan Mehta", "/about");
    const bar = page.getByRole("navigation", { name: "Quick" });
    const sell = bar.getByRole("link", { name: "Sell" });
    const [whole, button] = [await boxOf(bar), await boxOf(sell.locator("span").first())];
    expect(button.y).toBeGreaterThanOrEqual(whole.y);
    // The bar follows scrolling when its code has loaded.
    await untilHydrated(sell);
    await page.evaluate(() => scrollTo({ top: 600, behavior: "instant" }));
    await expect(bar).toHaveAttribute("data-away", "true");
    // Its shadow counts too.
    await expect.poll(async () => (await boxOf(bar)).y).toBeGreaterThan(740 + 24);
    await page.evaluate(() => scrollTo({ top: 100_000, behavior: "instant" }));
    const last = page.getByRole("contentinfo").getByRole("link").last();
    const { y, height } = await boxOf(last);
    expect(y + height).toBeLessThanOrEqual(740 - whole.height);
    expect((await boxOf(page.getByRole("contentinfo"))).height).toBeLessThanOrEqual(740 / 3);
  },
);

for (const name of ["Rohan Mehta", "Meenakshisundaram Raghunathan"])
  test(
    `R713 a tablet's bar leads to what is saved and fits all entries, for ${name}`,
    {
      tag: "@sweep",
    },
    async ({ page }) => {
      await enter(page, name);
      await page.goto("/about");
      for (const width of [768, 820, 899, 900, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const header = page.getByRole("banner");
        await expect(header.getByRole("link", { name: "Saved" })).toBeVisible();
        await expect(header.getByRole("button", { name: "Log Out" })).toBeVisible();
        expect((await boxOf(header)).height).toBeLessThan(70);
        const { x, width: wide } = await boxOf(header.getByRole("button", { name: "Log Out" }));
        expect(x + wide).toBeLessThanOrEqual(width);
      }
    },
  );
