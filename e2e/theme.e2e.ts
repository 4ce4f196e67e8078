import type { Page } from "@playwright/test";
import { expect, test } from "./support/market.ts";

const canvas = { light: "rgb(247, 246, 242)", dark: "rgb(17, 21, 26)" };

/** The theme switch loads with the first touch. */
async function choose(page: Page, theme: string): Promise<void> {
  await expect(async () => {
    await page.mouse.move(20, 20);
    await page.mouse.move(30, 30);
    await expect(page.getByLabel("Theme")).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByLabel("Theme").selectOption(theme);
}

test("R714 the theme follows the device until one is chosen, and documents are rendered in it", async ({
  page,
}) => {
  const body = page.locator("body");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/about");
  await expect(body).toHaveCSS("background-color", canvas.dark);
  await choose(page, "Light");
  await expect(body).toHaveCSS("background-color", canvas.light);
  await page.emulateMedia({ colorScheme: "light" });
  await choose(page, "Dark");
  await expect(body).toHaveCSS("background-color", canvas.dark);

  const response = await page.goto("/");
  expect(await response?.text()).toContain('<html lang="en" data-theme="dark">');
  await expect(body).toHaveCSS("background-color", canvas.dark);
  await choose(page, "Dark");
  await choose(page, "Same as device");
  await expect(body).toHaveCSS("background-color", canvas.light);
  expect(await page.context().cookies()).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, colorScheme: "light" });

  test(
    "R714 a chosen theme is in the first paint",
    { tag: "@sweep" },
    async ({ page, baseURL }) => {
      await page.context().addCookies([{ name: "theme", value: "dark", url: baseURL ?? "" }]);
      await page.goto("/");
      await expect(page.locator("body")).toHaveCSS("background-color", canvas.dark);
    },
  );
});
