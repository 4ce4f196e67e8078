import type { Page } from "@playwright/test";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

const box = (page: Page) => page.getByRole("main").getByRole("searchbox");
const results = (page: Page) =>
  page.getByRole("region", { name: /^Results|Mobility/ }).locator("a.card");

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

    await page.getByRole("link", { name: "Mobility & Transport" }).tap();
    await expect(page).toHaveURL("/?category=Mobility+%26+Transport");
    await expect(results(page).first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /^\d+\+? items?$/ })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/?q=cycel");
    await expect(results(page).first()).toContainText(/cycle/i);
    await page.getByRole("link", { name: "Back to home" }).tap();
    await expect(page.getByText("Your campus, Your Marketplace !")).toBeVisible();
    await box(page).fill("zzzyyyxxx");
    await box(page).press("Enter");
    await expect(page.getByText("Nothing found for “zzzyyyxxx”")).toBeVisible();
    await page.getByRole("link", { name: "Log in to filter and sort" }).tap();
    await expect(page).toHaveURL("/login");
  });
});

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
