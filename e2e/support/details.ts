import { expect, type Page } from "@playwright/test";
import { list, panorama, portrait } from "./extremes.ts";
import { untilHydrated } from "./hydrated.ts";
import { castListing, listItem } from "./listing.ts";
import { openProduct, screens } from "./screens.ts";
import { enter, signIn } from "./students.ts";

const intoView = (page: Page, heading: string) =>
  page
    .getByRole("heading", { name: heading })
    .evaluate((element) => element.scrollIntoView({ behavior: "instant" }));

/** Visual requirements that no screen shows without an action. */
export const details: Record<string, (page: Page) => Promise<void>> = {
  "home-latest": async (page) => {
    await page.goto("/");
    await intoView(page, "Latest Products");
    await page.evaluate(() => window.scrollBy({ top: -80, behavior: "instant" }));
  },
  "about-below": async (page) => {
    await page.goto("/about");
    await intoView(page, "What we offer");
    await page.evaluate(() => window.scrollBy({ top: -80, behavior: "instant" }));
  },
  footer: async (page) => {
    await page.goto("/");
    const more = page.getByRole("contentinfo").getByText("Help and more");
    if (await more.isVisible()) await more.click();
    // The theme switch loads with the first touch.
    await expect(async () => {
      await page.mouse.move(20, 20);
      await page.mouse.move(30, 30);
      await expect(page.getByLabel("Theme")).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.evaluate(() => window.scrollTo({ top: 1e6, behavior: "instant" }));
  },
  "login-asked": async (page) => {
    await page.goto(`/item/${(await castListing(page))._id}`);
    const report = page.getByRole("button", { name: "Report", exact: true });
    await untilHydrated(report);
    await report.click();
    await expect(page.getByText("Log in to report this item.")).toBeVisible();
  },
  "sign-in-refused": async (page) => {
    await page.goto("/login?error=failed");
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  },
  "own-item": async (page) => {
    await enter(page, "Nandini Owner");
    await page.goto(`/item/${await listItem(page, { name: "Lamp on its own page" })}`);
    await expect(page.getByRole("link", { name: "Edit", exact: true })).toBeVisible();
  },
  "meet-at": async (page) => {
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await openProduct(page);
    const dialog = page.getByRole("dialog");
    const [chat] = await Promise.all([
      page.waitForEvent("popup"),
      dialog.getByRole("button", { name: "Chat on WhatsApp" }).click(),
    ]);
    await chat.close();
    await expect(dialog.getByText("Meet at:")).toBeVisible();
  },
  "sell-many-row": async (page) => {
    await screens["sell-many"]?.(page);
    await page
      .getByRole("button", { name: /^Details of / })
      .first()
      .click();
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
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
    await signIn(page, "Asha Patnaik", "/profile");
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
    // The student's own list is on a picture too.
    await signIn(page, "Asha Patnaik");
    await list(page, { name, price: "1000000", shape, photos: 5 });
    await page.goto("/buy?sort=newest");
    await page.getByRole("main").getByRole("link", { name }).first().click();
    await expect(
      page.getByRole("dialog", { name }).getByRole("button", { name: /chat/i }),
    ).toBeVisible();
  },
  panorama: async (page) => {
    const name = "Wall map";
    // The student's own list is on a picture too.
    await signIn(page, "Asha Patnaik");
    await list(page, { name, price: "1", shape: panorama, photos: 1 });
    await page.goto("/buy?sort=newest");
    await page.getByRole("main").getByRole("link", { name }).first().click();
    await expect(
      page.getByRole("dialog", { name }).getByRole("button", { name: /chat/i }),
    ).toBeVisible();
  },
  extremes: async (page) => {
    await signIn(page, "Rohan Mehta", "/buy?sort=newest");
    await expect(page.getByRole("main").getByRole("listitem").nth(3)).toBeVisible();
  },
  "one-item": async (page) => {
    await signIn(page, "Rohan Mehta", "/buy?q=wall+map");
    await expect(page.getByRole("status").filter({ hasText: /^\d+ item/ })).toBeVisible();
  },
  "own-extremes": async (page) => {
    await signIn(page, "Asha Patnaik", "/profile");
    await expect(page.getByRole("article").first()).toBeVisible();
    await intoView(page, "My Listings");
  },
};
