import type { Locator, Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { smallPhoto } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Your items" }).getByRole("listitem");
const names = (page: Page) => page.getByLabel("Name", { exact: true });
const prices = (page: Page) => page.getByLabel("Price", { exact: true });
const more = (row: Locator) => row.getByRole("button", { name: /^Details of / });
const heights = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));

/** Adds photos, each of which becomes an item. */
async function addItems(page: Page, count: number): Promise<void> {
  await page
    .getByLabel("Add photos")
    .setInputFiles(Array.from({ length: count }, () => smallPhoto));
  await expect(names(page)).toHaveCount(count);
}

test("R1139 R1205 fourteen items are rows of 96 px on a phone and of 72 px elsewhere, with photo, name and price; the rest unfolds", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ ...phone, bypassCSP: true })).newPage();
  await enter(page, "Nila Fourteen");
  await page.goto("/sell/many");
  await test.step("R1139 an empty page shows its steps", async () => {
    await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
      /Add photos of everything you leave behind\./,
      /Give each item a name and a price\./,
      /Share one page, or print it as a poster\./,
    ]);
  });
  await addItems(page, 14);
  await expect(page.getByText("Give each item a name and a price.")).toHaveCount(0);
  await names(page).first().fill("Wooden study table with two drawers and a lamp that swivels");
  await prices(page).first().fill("1000000");
  await expect(prices(page).first()).toHaveValue("1000000");
  for (const [width, height] of [
    [360, 96],
    [768, 72],
    [1440, 72],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => heights(page)).toEqual(Array.from({ length: 14 }, () => height));
    for (const field of [names(page).nth(3), prices(page).nth(3), more(rows(page).nth(3))])
      await expect(field).toBeVisible();
  }
  await page.setViewportSize(phone.viewport);
  const second = rows(page).nth(1);
  await test.step("by keyboard: name, price, the rest", async () => {
    await names(page).nth(1).focus();
    await page.keyboard.type("Kettle");
    await page.keyboard.press("Tab");
    await page.keyboard.type("350");
    await page.keyboard.press("Tab");
    await expect(more(second)).toBeFocused();
    await expect(more(second)).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByLabel("Category", { exact: true })).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(more(second)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Tab");
    await expect(second.getByLabel("Category", { exact: true })).toBeFocused();
  });
  await second.getByLabel("Category", { exact: true }).selectOption("Room & Living");
  await expect(second.getByLabel("Condition", { exact: true })).toHaveValue("Used - Good");
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await more(second).tap();
  await expect(second.getByLabel("Category", { exact: true })).toHaveCount(0);
  await expect(more(second)).toContainText("Room & Living");
  await test.step("R1218 what goes with its row leaves the focus beside it", async () => {
    await more(rows(page).nth(2)).tap();
    await rows(page).nth(2).getByRole("button", { name: "Same item as above" }).tap();
    await expect(rows(page)).toHaveCount(13);
    await expect(more(second)).toBeFocused();
    await more(second).tap();
    await expect(second.getByRole("img", { name: "Kettle, photo 2" })).toBeVisible();
    await second.getByRole("button", { name: "Remove Kettle" }).tap();
    await expect(rows(page)).toHaveCount(12);
    await expect(more(second)).toBeFocused();
  });
});

test(
  "R1206 a refused row unfolds itself, and the focus goes to the field that is refused",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.setViewportSize(phone.viewport);
    await enter(page, "Nila Refused");
    await page.goto("/sell/many");
    await addItems(page, 3);
    for (const [place, name] of ["Zzyx", "Kettle", "Helmet"].entries()) {
      await names(page).nth(place).fill(name);
      await prices(page).nth(place).fill("350");
    }
    await page.getByLabel("Meeting place").fill("Hostel 4 gate");
    const leavingOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("You leave on").fill(leavingOn);
    const list = page.getByRole("button", { name: "List 3 items" });

    await test.step("before anything is sent", async () => {
      await expect(page.getByLabel("Category", { exact: true })).toHaveCount(0);
      await list.click();
      const category = rows(page).first().getByLabel("Category", { exact: true });
      await expect(category).toBeFocused();
      await expect(category).toBeInViewport();
      await expect(category).toHaveAccessibleDescription("Category is required");
      await expect(page.getByLabel("Category", { exact: true })).toHaveCount(1);
      await category.selectOption("Room & Living");
      await more(rows(page).first()).click();
    });
    await test.step("by the server", async () => {
      await page.route("**/api/products/create", (route) =>
        route.request().postDataBuffer()?.includes("Helmet")
          ? route.fulfill({
              status: 422,
              contentType: "application/problem+json",
              json: {
                code: "invalid-product",
                message: "The form has faults.",
                success: false,
                errors: [{ field: "condition", message: "Helmets are sold new." }],
              },
            })
          : route.continue(),
      );
      await list.click();
      await expect(page.getByText("Listed: Kettle")).toBeVisible();
      const condition = rows(page).nth(2).getByLabel("Condition", { exact: true });
      await expect(condition).toBeFocused();
      await expect(condition).toHaveAccessibleDescription("Helmets are sold new.");
      await expect(names(page)).toHaveValue("Helmet");
    });
  },
);

test(
  "R1139 one saved item has new ones below it, and empty notices lead to Sell and Buy",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await (await openBrowser(phone)).newPage();
    await enter(page, "Nila Firstheart");
    await page.goto("/");
    const heart = page.getByRole("button", { name: /^Save / }).first();
    await heart.tap();
    await expect(page.getByRole("button", { name: /^Save /, pressed: true }).first()).toBeVisible();
    await page.goto("/saved");
    const saved = page.getByRole("region", { name: "Products" }).getByRole("link");
    await expect(saved).toHaveCount(1);
    const latest = page.getByRole("region", { name: "New on campus" }).getByRole("link");
    await expect(latest).toHaveCount(4);
    const address = await saved.getAttribute("href");
    for (const link of await latest.all())
      expect(await link.getAttribute("href")).not.toBe(address);

    await page.goto("/notices");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "List an item" })).toHaveAttribute("href", "/sell");
    await expect(main.getByRole("link", { name: "Browse items" })).toHaveAttribute("href", "/buy");
  },
);
