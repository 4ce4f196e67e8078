import type { Locator, Page } from "@playwright/test";
import { cardOfAnother } from "./support/cards.ts";
import { expect, test } from "./support/market.ts";

/** Presses Tab until the focus is there; it is seen on every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 80; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      const { outlineStyle, boxShadow } = await target.evaluate((element) => {
        const style = getComputedStyle(element);
        return { outlineStyle: style.outlineStyle, boxShadow: style.boxShadow };
      });
      expect(outlineStyle !== "none" || boxShadow !== "none").toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error("The focus did not get there.");
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("R003 a student without a mouse signs in, filters, opens a product and starts the chat", async ({
  page,
  context,
}) => {
  await context.route("https://wa.me/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
  await page.goto("/login");
  const google = page.getByRole("button", { name: "Login with Google" });
  await expect(page.getByText("Loading...")).toBeHidden();
  const opened = page.waitForEvent("popup");
  await enter(page, google);
  const popup = await opened;
  await enter(popup, popup.getByRole("button", { name: "Rohan Mehta" }));
  await expect(page).toHaveURL("/");

  await enter(
    page,
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Buy" }),
  );
  await expect(page).toHaveURL("/buy");
  await expect(page.getByRole("main")).toBeFocused();
  const products = page.getByRole("region", { name: "Products" }).getByRole("listitem");
  await expect(products.getByRole("link").first()).toBeVisible();
  const any = page.getByRole("complementary").getByRole("radio").first();
  await tabTo(page, any);
  const answered = page.waitForResponse(/\/api\/products\/filter\?condition=/);
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/\/buy\?condition=/);
  await answered;
  await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^\d/ })).toBeVisible();

  const card = await cardOfAnother(page);
  await enter(page, card);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Close this dialog" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(card).toBeFocused();
  await page.keyboard.press("Enter");
  const chat = page.waitForEvent("popup");
  await enter(page, dialog.getByRole("button", { name: "Chat on WhatsApp" }));
  await (await chat).waitForURL("https://wa.me/**");
});
