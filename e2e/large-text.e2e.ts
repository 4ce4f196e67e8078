import type { Page } from "@playwright/test";
import { expect, phone, test } from "./market.ts";
import { cutLabels, sticksOut } from "./sideways.ts";
import { signIn } from "./students.ts";

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
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, bottom, top }) => width > 300 && bottom > 0 && top < innerHeight);
    return bars.reduce((sum, { height }) => sum + height, 0) / innerHeight;
  });

const cases = [
  { percent: 131, viewport: phone.viewport },
  { percent: 200, viewport: phone.viewport },
  { percent: 200, viewport: { width: 768, height: 1024 } },
  { percent: 200, viewport: { width: 1440, height: 900 } },
];

for (const { percent, viewport } of cases) {
  test(`text of ${percent} % fits at ${viewport.width} px, and leaves half of the screen free`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await enlarge(page, percent);
    await signIn(page, "Meera Iyer");
    // One of the cast's: what other stories list they also sell and delete.
    const answer = await page.request.get("/api/products/filter?sort=price-high");
    const other = ((await answer.json()) as { _id: string; name: string }[]).find(({ name }) =>
      name.startsWith("Gaming laptop"),
    );
    const screens = [
      "/",
      "/buy",
      "/buy?category=Room+%26+Living&condition=Like+New",
      `/buy?item=${other?._id}`,
      `/item/${other?._id}`,
      "/sell",
      "/profile",
      "/cart",
      "/saved",
      "/about",
    ];
    for (const screen of screens) {
      await page.goto(screen);
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
      if (screen.startsWith("/buy"))
        await expect(page.locator("main a.card").first()).toBeAttached();
      if (screen.includes("?item="))
        await expect(
          page.getByRole("dialog").getByRole("button", { name: "Chat on WhatsApp" }),
        ).toBeInViewport({ ratio: 1 });
      await expect.poll(() => sticksOut(page), screen).toEqual([]);
      await expect.poll(() => cutLabels(page), screen).toEqual([]);
      expect(await covered(page), screen).toBeLessThan(0.5);
    }
    await page.goto("/profile");
    await page
      .getByRole("link", { name: /^Edit / })
      .first()
      .click();
    await expect(page.getByLabel("Name")).not.toHaveValue("");
    await expect.poll(() => sticksOut(page), "edit").toEqual([]);
    await expect.poll(() => cutLabels(page), "edit").toEqual([]);
    expect(await covered(page), "edit").toBeLessThan(0.5);
    const visitor = page;
    await visitor.evaluate(() => localStorage.clear());
    await visitor.context().clearCookies();
    for (const screen of ["/login", "/register"]) {
      await visitor.goto(screen);
      await expect(visitor.getByRole("heading", { level: 1 })).toBeVisible();
      await expect.poll(() => sticksOut(visitor), screen).toEqual([]);
      await expect.poll(() => cutLabels(visitor), screen).toEqual([]);
    }
  });
}
