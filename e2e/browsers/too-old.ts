import { expect, phone, test } from "../support/market.ts";

test.use(phone);

const line =
  "This browser is too old for logging in, searching and selling. Please update it, or open this page in a newer one.";

test("a browser that is too old shows public pages as they came, and one line that says what to do", async ({
  page,
  browser,
}) => {
  expect(browser.version()).toMatch(/^108\./);
  await page.goto("/");
  await expect(page.getByText(line)).toBeVisible();
  const card = page.locator("main a[href^='/item/']").first();
  const name = await card.getByRole("heading").textContent();
  await card.tap();
  await expect(page).toHaveURL(/\/item\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "");
  await expect(page.getByRole("main").locator("img").first()).toBeVisible();
  for (const path of ["/buy", "/sell", "/cart", "/saved", "/profile"]) {
    await page.goto(path);
    await expect(page.getByText(line)).toBeVisible();
    await expect(page.getByText("Loading...")).toBeHidden();
  }
});
