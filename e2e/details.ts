import { expect, type Page } from "@playwright/test";
import { list, panorama, portrait } from "./extremes.ts";
import { signIn } from "./students.ts";

/** What requirements promise to the eye and no screen shows at first sight. */
export const details: Record<string, (page: Page) => Promise<void>> = {
  "home-latest": async (page) => {
    await page.goto("/");
    const heading = page.getByRole("heading", { name: "Latest Products" });
    await heading.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
    await page.evaluate(() => window.scrollBy({ top: -80, behavior: "instant" }));
  },
  "about-below": async (page) => {
    await page.goto("/about");
    const heading = page.getByRole("heading", { name: "What we offer" });
    await heading.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
    await page.evaluate(() => window.scrollBy({ top: -80, behavior: "instant" }));
  },
  sold: async (page) => {
    await signIn(page, "Rohan Mehta");
    await page.context().route("**/api/products/filter*", async (route) => {
      const answer = await route.fetch();
      const [first, ...others] = (await answer.json()) as [object, ...object[]];
      await route.fulfill({ response: answer, json: [{ ...first, isSold: true }, ...others] });
    });
    await page.goto("/buy?sort=newest");
    await expect(page.locator(".is-sold")).toBeVisible();
  },
  saving: async (page) => {
    await signIn(page, "Asha Patnaik");
    await page.goto("/profile");
    await page.getByRole("link", { name: /^Edit/ }).first().click();
    await expect(page.getByLabel("Name")).not.toHaveValue("");
    await page.route(/\/api\/products\/[0-9a-f-]{36}$/, () => undefined);
    await page.getByLabel("Price").fill("3700");
    await page.getByRole("button", { name: "Update Product" }).click();
    await expect(page.getByRole("button", { name: "Updating..." })).toBeDisabled();
  },
  portraits: async (page) => {
    const [name, shape] = [
      "Nandini's bookshelf, five planks, solid sheesham, dismantled, with all the screws",
      portrait,
    ];
    await list(page, { name, price: "1000000", shape, photos: 5 });
    await page.goto("/buy?sort=newest");
    await page.getByRole("main").getByRole("link", { name }).first().click();
    await expect(
      page.getByRole("dialog", { name }).getByRole("button", { name: /chat/i }),
    ).toBeVisible();
  },
  panorama: async (page) => {
    const name = "Wall map";
    await list(page, { name, price: "1", shape: panorama, photos: 1 });
    await page.goto("/buy?sort=newest");
    await page.getByRole("main").getByRole("link", { name }).first().click();
    await expect(
      page.getByRole("dialog", { name }).getByRole("button", { name: /chat/i }),
    ).toBeVisible();
  },
  extremes: async (page) => {
    await signIn(page, "Rohan Mehta");
    await page.goto("/buy?sort=newest");
    await expect(page.getByRole("main").getByRole("listitem").nth(3)).toBeVisible();
  },
  "one-item": async (page) => {
    await signIn(page, "Rohan Mehta");
    await page.goto("/buy?q=wall+map");
    await expect(page.getByRole("status").filter({ hasText: /^\d+ item/ })).toBeVisible();
  },
  "own-extremes": async (page) => {
    await signIn(page, "Asha Patnaik");
    await page.goto("/profile");
    await expect(page.getByRole("article").first()).toBeVisible();
    const heading = page.getByRole("heading", { name: "My Listings" });
    await heading.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  },
};
