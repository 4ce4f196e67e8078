import type { Page } from "@playwright/test";
import { axeViolations } from "./support/axe.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

const box = (page: Page) =>
  page.getByRole("main").getByRole("combobox", { name: "Search products" });
const results = (page: Page) =>
  page.getByRole("region", { name: /^Results|Mobility|Tech|Products/ }).locator("a.card");

test.use({ bypassCSP: true });

test.describe("on a phone", () => {
  test.use(phone);

  test("R048 R705 a visitor searches and browses by category on the home page", async ({
    page,
  }) => {
    await page.goto("/");
    await box(page).fill("  cycel ");
    await box(page).press("Enter");
    await expect(page).toHaveURL("/?q=cycel");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “cycel”");
    await expect(results(page).first()).toContainText(/cycle/i);
    await expect(page.getByText("Your campus, Your Marketplace !")).toBeHidden();
    await results(page).first().tap();
    await expect(page.getByRole("dialog").getByRole("button", { name: /chat/i })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(box(page)).toHaveValue("cycel");

    await page.getByRole("button", { name: "Mobility & Transport" }).tap();
    await expect(page).toHaveURL("/?q=cycel&category=Mobility+%26+Transport");
    await expect(results(page).first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^\d+\+? items?/ })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/?q=cycel");
    await expect(results(page).first()).toContainText(/cycle/i);
    await page.getByRole("link", { name: "Back to home" }).tap();
    await expect(page.getByText("Your campus, Your Marketplace !")).toBeVisible();
    await box(page).fill("zzzyyyxxx");
    await box(page).press("Enter");
    await expect(page.getByText("Nothing found for “zzzyyyxxx”")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).tap();
    await expect(page).toHaveURL("/?sort=newest");
    await expect(results(page).first()).toBeVisible();
  });

  test(
    "R1138 a visitor filters and sorts the public results as students do",
    { tag: "@sweep" },
    async ({ page }) => {
      await page.goto("/?category=Tech+%26+Accessories");
      await page.getByRole("button", { name: "Filters" }).tap();
      const sheet = page.getByRole("dialog", { name: "Filters" });
      await sheet.getByText("Like New").tap();
      await sheet.getByRole("button", { name: /^Show \d+ items?$/ }).tap();
      await expect(page).toHaveURL("/?category=Tech+%26+Accessories&condition=Like+New");
      await page.getByLabel("Sort by").selectOption("Price: low to high");
      await expect(page).toHaveURL(/&sort=price-low$/);
      const prices = async () =>
        (await results(page).locator(".card-price > .font-bold").allTextContents()).map((price) =>
          Number(price.replace(/\D/g, "")),
        );
      await expect
        .poll(async () => {
          const found = await prices();
          return found.length > 1 && found.join() === found.toSorted((a, b) => a - b).join();
        })
        .toBe(true);
      await page.getByRole("button", { name: "Clear Filters" }).first().tap();
      await expect(page).toHaveURL("/?sort=price-low");
    },
  );
});

test(
  "R1227 the home page suggests to a visitor as Buy does, by keyboard, and loads nothing for it before the field has the focus",
  { tag: "@sweep" },
  async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/");
    await untilHydrated(box(page));
    const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
    const isOfSuggestions = (url: string) => /products\/names|assets\/suggest/.test(url);
    expect(asked.filter(isOfSuggestions)).toEqual([]);
    const named = page.waitForResponse("**/api/products/names");
    await box(page).focus();
    await named;
    await box(page).pressSequentially("geared cyc");
    await expect(options.filter({ hasText: "Geared cycle, 21 speed" })).toBeVisible();
    expect(await options.count()).toBeLessThanOrEqual(8);
    await expect(box(page)).toHaveAttribute("aria-expanded", "true");
    expect(await axeViolations(page)).toEqual([]);
    await box(page).press("Escape");
    await expect(options).toHaveCount(0);
    await expect(box(page)).toHaveAttribute("aria-expanded", "false");
    await expect(box(page)).toHaveValue("geared cyc");

    await box(page).fill("kursi");
    await expect(options.first()).toHaveText("In Room & Living");
    await box(page).press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await box(page).press("Enter");
    await expect(page).toHaveURL("/?category=Room+%26+Living");
    await expect(box(page)).toHaveValue("");

    await box(page).fill("lamp bend");
    await options.filter({ hasText: "Study lamp, bendable" }).click();
    await expect(page).toHaveURL("/?q=Study+lamp%2C+bendable+neck%2C+warm+bulb");
    await expect(results(page).first()).toContainText("Study lamp, bendable");
    await expect(options).toHaveCount(0);
    await box(page).fill("chair");
    await box(page).press("Enter");
    await expect(page).toHaveURL("/?q=chair");

    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL("/");
    await box(page).click();
    const own = page.getByRole("region", { name: "Recent searches" });
    await expect(own.getByRole("listitem")).toHaveText([
      "chair",
      "Study lamp, bendable neck, warm bulb",
    ]);
    await own.getByRole("button", { name: /^Study lamp/ }).click();
    await expect(page).toHaveURL("/?q=Study+lamp%2C+bendable+neck%2C+warm+bulb");
  },
);

test(
  "R705 a student's search and categories on the home page lead to the Buy page",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/");
    await expect(page.getByText("Hi, Rohan")).toBeVisible();
    await box(page).fill("kursi");
    await box(page).press("Enter");
    await expect(page).toHaveURL("/buy?q=kursi");
    await expect(page.locator("main a.card").first()).toContainText(/chair/i);
    await page.goBack();
    await page.getByRole("main").getByRole("link", { name: "Tech & Accessories" }).click();
    await expect(page).toHaveURL("/buy?category=Tech+%26+Accessories");
  },
);
