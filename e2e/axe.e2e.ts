import type { Page } from "@playwright/test";
import { axeInBothSchemes } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { safetyScreens } from "./support/safety-screens.ts";
import { screens as productScreens } from "./support/screens.ts";

const screens = { ...productScreens, ...safetyScreens };

test.use({
  ...phone,
  bypassCSP: true,
  contextOptions: { reducedMotion: "reduce" },
});
/** Visited one after another in one browser: none depends on what an earlier one leaves behind. */
const visits: Record<string, string[]> = {
  "pages of text": ["about", "how-it-works", "terms", "privacy", "community-guidelines", "credits"],
  "a visitor's pages": ["home", "home-results", "menu", "item", "not-found", "login", "register"],
  "a buyer's lists": ["buy", "filters", "buy-nothing", "search", "recent-searches", "saved"],
  "a buyer's choice": ["product", "lightbox", "safety-card", "cart-empty", "cart"],
  "a seller's profile": ["profile", "details", "avatar", "delete-question", "edit-product"],
};
const visited = Object.values(visits).flat();
for (const name of Object.keys(screens)) if (!visited.includes(name)) visits[name] = [name];

test("axe finds nothing wrong with a page of each kind, light and dark", ({ page }) =>
  lookAtAll(page, ["terms", "home", "register", "product"]));

for (const [title, names] of Object.entries(visits))
  test(`axe finds nothing wrong with ${title}, light and dark`, { tag: "@sweep" }, ({ page }) =>
    lookAtAll(page, names),
  );

async function lookAtAll(page: Page, names: string[]): Promise<void> {
  for (const name of names)
    await test.step(name, async () => {
      const show = screens[name];
      if (show === undefined) throw new Error(`No screen is called ${name}`);
      await show(page);
      expect(await axeInBothSchemes(page), name).toEqual([]);
    });
}
