import type { Page } from "@playwright/test";
import { castListing } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { illegible } from "./support/clipped.ts";
import { cutLabels, sticksOut } from "./support/sideways.ts";
import { signIn } from "./support/students.ts";

/** As the browser's own setting of the text's size does it. */
const enlarge = (page: Page, percent: number) =>
  page.addInitScript((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% }`);
    document.adoptedStyleSheets = [sheet];
  }, percent);

/** The share of the screen's height that stays covered however the page is scrolled. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const scope = document.querySelector("dialog[open]") ?? document.body;
    const bars = [...scope.querySelectorAll<HTMLElement>("*")]
      .filter((element) => /^(sticky|fixed)$/.test(getComputedStyle(element).position))
      .filter((element) => !element.matches("dialog, aside, .toaster"))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { width, bottom, top } = element.getBoundingClientRect();
        return width > 300 && bottom > 0 && top < innerHeight;
      });
    // Of the bar above, large text leaves its last row in sight.
    const lasting = (bar: HTMLElement) =>
      bar.offsetHeight + Math.min(0, Number.parseFloat(getComputedStyle(bar).top) || 0);
    return bars.reduce((sum, bar) => sum + lasting(bar), 0) / innerHeight;
  });

const [tablet, laptop] = [
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const cases = [
  { percent: 131, viewports: [phone.viewport] },
  { percent: 200, viewports: [laptop, tablet, phone.viewport] },
];

for (const { percent, viewports } of cases) {
  test(
    `R872 text of ${percent} % fits at ${viewports.map(({ width }) => width).join(", ")} px, and leaves half of the screen free`,
    {
      tag: "@sweep",
    },
    async ({ page }) => {
      /** Looks at the page that is open in windows of every size. */
      async function look(name: string, most = 0.5): Promise<void> {
        for (const viewport of viewports) {
          const what = `${name} at ${viewport.width} px`;
          await page.setViewportSize(viewport);
          if (name.includes("?item="))
            await expect(
              page.getByRole("dialog").getByRole("button", { name: "Chat on WhatsApp" }),
              what,
            ).toBeInViewport({ ratio: 1 });
          await expect.poll(() => sticksOut(page), what).toEqual([]);
          await expect.poll(() => cutLabels(page), what).toEqual([]);
          await expect.poll(() => illegible(page), what).toEqual([]);
          expect(await covered(page), what).toBeLessThan(most);
        }
      }
      await page.setViewportSize(phone.viewport);
      await enlarge(page, percent);
      await signIn(page, "Meera Iyer");
      const other = await castListing(page);
      const screens = [
        "/",
        "/buy",
        "/buy?category=Room+%26+Living&condition=Like+New",
        `/buy?item=${other._id}`,
        `/item/${other._id}`,
        "/sell",
        "/profile",
        "/cart",
        "/saved",
        "/notices",
        "/about",
      ];
      for (const screen of screens) {
        await page.goto(screen);
        await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
        if (screen.startsWith("/buy"))
          await expect(page.locator("main a.card").first()).toBeAttached();
        await look(screen);
      }
      await page.goto("/profile");
      await page
        .getByRole("link", { name: /^Edit / })
        .first()
        .click();
      await expect(page.getByLabel("Name")).not.toHaveValue("");
      await look("edit");
      await page.evaluate(() => localStorage.clear());
      await page.context().clearCookies();
      for (const screen of ["/login", "/register"]) {
        await page.goto(screen);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await look(screen, 1);
      }
    },
  );
}

test("R872 on a phone text of 131 % and 200 % can be read on cards, bars and the profile", async ({
  page,
}) => {
  await page.setViewportSize(phone.viewport);
  // No other test lists or deletes anything as this student.
  await signIn(page, "Ananya Das", "/profile");
  for (const screen of ["/profile", "/"]) {
    await page.goto(screen);
    await expect(page.getByRole("article").or(page.locator("a.card")).first()).toBeVisible();
    for (const percent of [131, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.setProperty("font-size", `${size}%`);
      }, percent);
      await expect.poll(() => illegible(page), `${screen} at ${percent} %`).toEqual([]);
      await expect.poll(() => sticksOut(page), `${screen} at ${percent} %`).toEqual([]);
    }
  }
});
