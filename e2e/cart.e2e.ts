import type { Page } from "@playwright/test";
import { expect, phone, test } from "./support/market.ts";
import { signIn, storedValue } from "./support/students.ts";

const dialog = (page: Page) => page.getByRole("dialog");
const alert = (page: Page) => page.getByRole("alertdialog");

/** Adds the most expensive demo products to the cart. @returns their names */
async function fillCart(page: Page, count: number): Promise<string[]> {
  await page.goto("/buy?sort=price-high");
  // Sold ones have no link.
  const cards = page
    .getByRole("region", { name: "Products" })
    .getByRole("listitem")
    .getByRole("link");
  const names: string[] = [];
  for (let place = 0; names.length < count; place += 1) {
    await cards.nth(place).click();
    const add = dialog(page).getByRole("button", { name: "Add to cart" });
    await expect(dialog(page).getByRole("button", { name: /chat/i })).toBeVisible();
    if (await add.isVisible()) {
      names.push(await dialog(page).getByRole("heading", { level: 2 }).first().innerText());
      await add.click();
      await expect(dialog(page).getByRole("link", { name: "View cart" })).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  }
  return names;
}

const sum = (prices: string[]) =>
  prices.reduce((total, price) => total + Number(price.replace(/[$,]/g, "")), 0);

test("R040 R046 a visitor is sent from the cart to the login page", async ({ page }) => {
  await page.goto("/cart");
  await expect(page).toHaveURL("/login");
});

test(
  "R189, R190 R1139 an empty cart says so and shows what is new, and Continue Shopping only shows an alert",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/about");
    await page.getByRole("link", { name: "Cart" }).click();
    await expect(page).toHaveURL("/cart");
    const latest = page.getByRole("region", { name: "New on campus" });
    await expect(latest.getByRole("link")).toHaveCount(4);
    await page.getByRole("button", { name: "Continue Shopping" }).click();
    await expect(alert(page)).toContainText("Your cart is empty. Find something on the Buy page.");
    await alert(page).getByRole("button", { name: "OK" }).click();
    await expect(alert(page)).toBeHidden();
    await expect(page).toHaveURL("/cart");
  },
);

test("the cart lists its items with prices, quantity and total", async ({ page }) => {
  await signIn(page, "Rohan Mehta");
  const names = await fillCart(page, 2);
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  const rows = page.getByRole("main").getByRole("article");
  const summary = page.getByRole("region", { name: "Total" });
  await expect(rows).toHaveCount(2);
  await test.step("R186 each with its quantity", async () => {
    for (const name of names)
      await expect(rows.filter({ hasText: name })).toContainText("Quantity 1");
  });
  await test.step("R185 R187 R191 each with its price in dollars, and their total", async () => {
    const prices = await rows.getByText(/^\$[\d,.]+$/).allInnerTexts();
    expect(prices).toHaveLength(2);
    expect(sum([await summary.getByText(/^\$[\d,.]+$/).innerText()])).toBe(sum(prices));
  });
  await test.step("R010 R509 a platform fee of 0 under the early-bird offer", async () => {
    await expect(summary).toContainText("Platform fee ₹0");
    await expect(summary).toContainText("Early-bird offer");
  });
  await test.step("R1142 the chat is the loud button, not Buy Now", async () => {
    const ground = (name: string) =>
      page
        .getByRole("button", { name })
        .first()
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await ground("Buy Now")).toBe("rgb(255, 255, 255)");
    expect(await ground("Chat on WhatsApp")).toBe("rgb(10, 122, 63)");
  });
  await test.step("R188 Buy Now only shows an alert", async () => {
    await summary.getByRole("button", { name: "Buy Now" }).click();
    await expect(alert(page)).toContainText(
      "Payments are not handled here. Message the seller to complete the deal. Tap Chat beside an item",
    );
    await alert(page).getByRole("button", { name: "OK" }).click();
    await expect(page).toHaveURL("/cart");
  });

  await test.step("R618 each row has its own chat with the seller", async () => {
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await expect(rows.getByRole("button", { name: "Chat on WhatsApp" })).toHaveCount(2);
    const [chat] = await Promise.all([
      page.waitForEvent("popup"),
      rows.last().getByRole("button", { name: "Chat on WhatsApp" }).click(),
    ]);
    await chat.waitForURL("https://wa.me/**");
    expect(new URL(chat.url()).searchParams.get("text")).toBe(`interested in buying ${names[1]}`);
    await chat.close();
  });

  await page.reload();
  await rows.first().getByRole("link").click();
  await expect(dialog(page).getByRole("button", { name: "Chat on WhatsApp" })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: `Remove ${names[0]}` }).click();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Cart" })).toBeFocused();

  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("cart"))).toBeNull();
});

test(
  "an item that has been sold or deleted since is marked and not counted",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta");
    await fillCart(page, 3);
    await page.evaluate(() => {
      const [sold, gone] = JSON.parse(localStorage.getItem("cart") ?? "[]") as {
        product: { _id: string; isSold: boolean };
      }[];
      if (sold) sold.product.isSold = true;
      if (gone) gone.product._id = gone.product._id.replace(/.{4}$/, "ffff");
      const entries = JSON.parse(localStorage.getItem("cart") ?? "[]") as unknown[];
      localStorage.setItem("cart", JSON.stringify([sold, gone, entries[2]]));
    });
    await page.goto("/cart");
    const rows = page.getByRole("main").getByRole("article");
    // An item that is for sale again returns automatically.
    await expect(rows.filter({ hasText: "Sold or taken down" })).toHaveCount(1);
    await expect(rows.getByRole("link")).toHaveCount(2);
    await test.step("R618 what cannot be bought has no chat", () =>
      expect(rows.getByRole("button", { name: "Chat on WhatsApp" })).toHaveCount(2));
    await expect(page.getByText("Items that are gone are not counted.")).toBeVisible();
  },
);

test(
  "R414 R415 a seller's own item can be neither added to the cart nor contacted; its toast is closed inside the dialog",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta");
    const headers = { authorization: `Bearer ${await storedValue(page, "token")}` };
    const answer = await page.request.get("/api/products/user", { headers });
    const { products } = (await answer.json()) as { products: { _id: string; isSold: boolean }[] };
    const own = products.find(({ isSold }) => !isSold);
    await page.context().route("**/api/products/filter*", async (route) => {
      const [other] = (await (await route.fetch()).json()) as { seller: object }[];
      const user = await page.evaluate(
        () => (JSON.parse(localStorage.getItem("user") ?? "{}") as { _id: string })._id,
      );
      await route.fulfill({ json: [{ ...other, ...own, seller: { _id: user, phone: null } }] });
    });
    await page.goto("/buy");
    await page.getByRole("region", { name: "Products" }).getByRole("link").first().click();
    const chat = dialog(page).getByRole("button", { name: "You can't chat with yourself" });
    await expect(chat).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Add to cart" })).toHaveCount(0);
    await chat.press("Enter");
    const toast = dialog(page).locator(".toast").filter({ hasText: "This is your product." });
    await expect(toast).toBeVisible();
    await toast.getByRole("button", { name: "Close" }).click();
    await expect(toast).toBeHidden();
    await expect(dialog(page)).toBeVisible();
  },
);

test.describe("on a phone", () => {
  test.use(phone);

  test(
    "the menu leads to the cart, and nothing is cut off",
    { tag: "@sweep" },
    async ({ page }) => {
      await signIn(page, "Rohan Mehta");
      await fillCart(page, 1);
      await page.getByRole("button", { name: "Menu" }).tap();
      await page
        .getByRole("navigation", { name: "Menu" })
        .getByRole("link", { name: "Cart" })
        .tap();
      await expect(page.getByRole("button", { name: "Buy Now" })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    },
  );
});
