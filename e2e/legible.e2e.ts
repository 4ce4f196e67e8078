import type { Page } from "@playwright/test";
import { illegible } from "./support/clipped.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { findUnreadable } from "./support/letters.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { screens } from "./support/screens.ts";
import { enter } from "./support/students.ts";

const windows = [phone.viewport, { width: 768, height: 1024 }, { width: 1440, height: 900 }];
/** Checks the open page in every window, text size and font. */
async function look(page: Page, name: string): Promise<void> {
  for (const viewport of windows) {
    await page.setViewportSize(viewport);
    expect.soft(await findUnreadable(page), `${name} at ${viewport.width} px`).toEqual([]);
  }
}

const looked = ["home", "home-results", "buy", "search", "buy-nothing", "product", "item"] as const;

for (const name of looked)
  test(
    `R1207 no text is clipped, covered or outside at any width, size or font: ${name}`,
    { tag: "@sweep" },
    async ({ openBrowser }) => {
      const context = await openBrowser({ ...phone, reducedMotion: "reduce" });
      const page = await context.newPage();
      await screens[name]?.(page);
      await look(page, name);
    },
  );

test(
  "R1207 nor the longest names of students and items",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await (await openBrowser({ ...phone, reducedMotion: "reduce" })).newPage();
    await enter(page, "Meenakshisundaram Raghunathan Venkataraman");
    const name = "Wooden study table with two drawers, a swivelling lamp and a bookshelf on top";
    const id = await listItem(page, { name, price: "1000000" }, 3);
    for (const path of ["/buy?sort=newest", `/buy?sort=newest&item=${id}`, `/item/${id}`]) {
      await page.goto(path);
      await expect(page.getByText(name).first()).toBeVisible();
      await look(page, path);
    }
  },
);

test(
  "R1207 a label that is too long for its button is found",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await (await openBrowser(phone)).newPage();
    await screens["home"]?.(page);
    const label = page.getByRole("link", { name: /^View All Products/ });
    // React renders a page again if its text has changed before hydration.
    await untilHydrated(label);
    await label.evaluate((link) => {
      link.style.whiteSpace = "nowrap";
      link.style.overflow = "hidden";
      link.textContent = "View all products of every category of the whole campus";
    });
    await expect
      .poll(() => illegible(page))
      .toEqual([expect.stringMatching(/^“View all products of every category/)]);
  },
);
