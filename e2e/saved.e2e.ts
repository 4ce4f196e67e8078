import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { chooseAccount, enter } from "./support/students.ts";

const hearts = (page: Page) => page.getByRole("button", { name: /^Save / });
const cards = (page: Page) => page.getByRole("region", { name: "Products" }).getByRole("listitem");

/** Lists axe's findings in both colour schemes, which differ in colours only. */
async function violations(page: Page): Promise<string[]> {
  await settle(page);
  const light = await axeViolations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await settle(page);
  const dark = await axeViolations(page, "color-contrast");
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark];
}

test("a visitor's heart survives the login; saved items are one tap away and marked when sold, and a failed tap is undone", async ({
  openBrowser,
}) => {
  const calm = { bypassCSP: true, reducedMotion: "reduce" } as const;
  const student = await enter(await (await openBrowser()).newPage(), "Naina Saver");
  const page = await (await openBrowser({ ...phone, ...calm })).newPage();
  // One of the demo students', and not of the student who will save it.
  await page.goto("/?q=gaming+laptop");
  const heart = page.getByRole("button", { name: /^Save Gaming laptop/ });
  const put = Promise.withResolvers<void>();
  await page.route("**/api/saved/*", async (route) => {
    await put.promise;
    await route.continue();
  });
  const name = (await heart.getAttribute("aria-label"))?.replace("Save ", "") ?? "";
  await heart.tap();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Log in to save this item.")).toBeVisible();
  await chooseAccount(page, "Login with Google", student);
  await expect(page).toHaveURL(/\/(\?q=gaming\+laptop)?$/);

  // The student is faster than the network: the list waits for pending changes.
  await page.getByRole("link", { name: "Saved" }).tap();
  await expect(page).toHaveURL("/saved");
  await expect(page.getByText("Saved for you.", { exact: true })).toBeHidden();
  put.resolve();
  await expect(page.getByText("Saved for you.", { exact: true })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(name);
  await cards(page).getByRole("link").tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: `Save ${name}`, pressed: true })).toBeVisible();
  const chat = dialog.getByRole("button", { name: "Chat on WhatsApp" });
  expect((await chat.boundingBox())?.height).toBe(56);
  await page.goBack();

  await page.unroute("**/api/saved/*");
  await page.route("**/api/saved/*", (route) => route.abort());
  await hearts(page).tap();
  await expect(page.getByText("This could not be removed from your saved items.")).toBeVisible();
  await expect(hearts(page)).toHaveAttribute("aria-pressed", "true");
  await page.unroute("**/api/saved/*");

  await page.route("**/api/saved", async (route) => {
    const response = await route.fetch();
    const { products } = (await response.json()) as { products: { price: number }[] };
    await route.fulfill({
      response,
      json: {
        success: true,
        products: products.map((product) => ({ ...product, priceBefore: product.price + 0.5 })),
      },
    });
  });
  await page.reload();
  await expect(cards(page)).toContainText("Price drop");
  await expect(cards(page)).toContainText(/₹[\d,]+(\.\d\d)? Was ₹[\d,]+\.50/);
  expect(await violations(page)).toEqual([]);
  await page.unroute("**/api/saved");

  await page.route("**/api/saved", async (route) => {
    const response = await route.fetch();
    const { products } = (await response.json()) as { products: object[] };
    await route.fulfill({
      response,
      json: { success: true, products: products.map((product) => ({ ...product, isSold: true })) },
    });
  });
  await page.reload();
  await expect(cards(page)).toContainText("Sold");
  await expect(cards(page).getByRole("link")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  const taken = page.waitForResponse((response) => response.request().method() === "DELETE");
  await hearts(page).tap();
  await expect(hearts(page)).toHaveAttribute("aria-pressed", "false");
  await taken;
  await page.unroute("**/api/saved");
  await page.reload();
  await expect(page.getByText("Nothing saved yet")).toBeVisible();
});
