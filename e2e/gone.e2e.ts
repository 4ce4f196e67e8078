import { untilHydrated } from "./support/hydrated.ts";
import { goBack } from "./support/go-back.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { stopClock, untilSeen } from "./support/still-clock.ts";
import { enter, storedValue, signIn } from "./support/students.ts";

// A list that the browser keeps shows a deleted listing's card until the network has answered.
test.use({ ...phone, mayBeGone: /\/(photos|item)\// });

test("Back closes the phone's menu, and the page stays", { tag: "@sweep" }, async ({ page }) => {
  await signIn(page, "Rohan Mehta", "/about");
  const button = page.getByRole("button", { name: "Menu" });
  await untilHydrated(button);
  await button.click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeVisible();
  await goBack(page);
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL("/about");
  await page.goBack();
  await expect(page).not.toHaveURL("/about");
});

test("an address of a listing that is gone says so, in the list and in its open dialog", async ({
  page,
  openBrowser,
}) => {
  const seller = await (await openBrowser()).newPage();
  await enter(seller, "Govind Gone");
  const id = await listItem(seller, { name: "Lamp that goes" });
  await signIn(page, "Rohan Mehta", `/buy?category=Mobility+%26+Transport&item=${id}`);
  const dialog = page.getByRole("dialog", { name: "Lamp that goes" });
  // Waits for the dialog's content, or the deletion instead of the reload would close the dialog.
  await expect(dialog.getByRole("heading", { name: "More like this" })).toBeVisible();

  const removed = await seller.request.delete(`/api/products/${id}`, {
    headers: { authorization: `Bearer ${await storedValue(seller, "token")}` },
  });
  expect(removed.ok()).toBe(true);
  // On a busy computer the service worker would answer with a cached list that has the listing.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await stopClock(page);
  await page.reload({ waitUntil: "commit" });
  const message = page.getByText("This item is no longer available");
  await untilSeen(message);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/buy?category=Mobility+%26+Transport");

  for (const screen of ["/", "/saved", "/cart"]) {
    await page.goto(`${screen}?item=${id}`, { waitUntil: "commit" });
    await untilSeen(message, screen);
    await expect(page, screen).toHaveURL(screen);
  }
});

test(
  "a search whose only hit was just sold shows it as sold",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    const word = `zygo${Date.now().toString(36)}`;
    const seller = await (await openBrowser()).newPage();
    await enter(seller, "Govind Gone");
    const id = await listItem(seller, { name: `Telescope ${word}` });
    await signIn(page, "Rohan Mehta", `/buy?q=${word}`);
    const hit = page.locator(`main a[href*="${id}"]`);
    await hit.click();
    const dialog = page.getByRole("dialog", { name: `Telescope ${word}` });
    await expect(dialog).toBeVisible();
    const sold = await seller.request.put(`/api/products/${id}/toggle-sold`, {
      headers: { authorization: `Bearer ${await storedValue(seller, "token")}` },
      data: { isSold: true },
    });
    expect(sold.ok()).toBe(true);
    await dialog.getByRole("button", { name: "Chat on WhatsApp" }).click();
    await expect(page.getByText("This item has just been sold.")).toBeVisible();
    await expect(dialog).toBeHidden();
    const products = page.getByRole("region", { name: "Products" });
    await expect(products.getByRole("listitem")).toHaveText([
      new RegExp(`Sold.*Telescope ${word}`, "s"),
    ]);
    await expect(page.getByText("Nothing found")).toHaveCount(0);

    await page.getByRole("combobox", { name: "Search products" }).fill(`telescope ${word}`);
    await expect(page).toHaveURL(/telescope/);
    await expect(products.getByRole("listitem")).toHaveText([
      new RegExp(`Sold.*Telescope ${word}`, "s"),
    ]);
    await expect(hit).toHaveCount(0);
  },
);

test(
  "R079 R080 R083 the demo campus has an address for each outside link of the footer",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.goto("/about");
    await page.getByRole("contentinfo").getByText("Help and more").tap();
    const outside = page.getByRole("contentinfo").locator("a[target=_blank]:visible");
    await expect(outside).toHaveText([
      "Report an issue",
      "Careers",
      "Instagram",
      "LinkedIn",
      "Community chat",
    ]);
    for (const link of await outside.all())
      await expect(link).toHaveAttribute("href", /^https:\/\/\w+\.example\//);
  },
);
