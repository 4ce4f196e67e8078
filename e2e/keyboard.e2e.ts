import type { Locator, Page } from "@playwright/test";
import { cardOfAnother } from "./support/cards.ts";
import { smallPhoto } from "./support/listing.ts";
import { expect, test } from "./support/market.ts";
import { enter as enterMarket } from "./support/students.ts";

/** Runs in the page. @returns the element whose focus is not drawn, out of sight or under something else */
function unseenFocus(): string | undefined {
  const focused = document.activeElement ?? document.body;
  // In the browser's own bar, or on its button for a calendar, which it outlines.
  if (focused.matches("body, input[type=date]:not(:focus)")) return undefined;
  const isSeen = [focused, focused.closest("label")].some((element) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2 || width < 8 || height < 8)
      return false;
    return [0.1, 0.5, 0.9].some((part) => {
      const top = document.elementFromPoint(x + width * part, y + height / 2);
      return element.contains(top);
    });
  });
  return isSeen ? undefined : focused.outerHTML.slice(0, 200);
}

/** Presses Tab until the element has the focus, which must be visible at every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < 120; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    // A bar comes back, and the page scrolls.
    await expect.poll(() => page.evaluate(unseenFocus)).toBe(undefined);
  }
  throw new Error("The focus did not get there.");
}

async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Opens the market, and from there the window in which an account is chosen. */
async function openAccounts(page: Page): Promise<Page> {
  await page.goto("/");
  await enter(page, page.getByRole("banner").getByRole("link", { name: "Login" }));
  await expect(page).toHaveURL("/login");
  await expect(page.getByText("Loading...")).toBeHidden();
  const opened = page.waitForEvent("popup");
  await enter(page, page.getByRole("button", { name: "Login with Google" }));
  return opened;
}

/** Waits for a page that has taken the focus, so that the next Tab leads into it. */
async function arrivesAt(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("main")).toBeFocused();
}

const goTo = (page: Page, name: string) =>
  enter(page, page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }));

test("R003 R1234 a student without a mouse gets from the address bar to a chat", async ({
  page,
  context,
}) => {
  await context.route("https://wa.me/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
  const popup = await openAccounts(page);
  await enter(popup, popup.getByRole("button", { name: "Rohan Mehta" }));
  await arrivesAt(page, "/");

  await goTo(page, "Buy");
  await arrivesAt(page, "/buy");
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

test("R004 R1234 a student without a mouse gets from the address bar to a listed item", async ({
  page,
  openBrowser,
}) => {
  const { name, email } = await enterMarket(
    await (await openBrowser()).newPage(),
    "Kiran Keyboard",
  );
  const popup = await openAccounts(page);
  await type(popup, "Email address", email);
  await type(popup, "Name", name);
  await enter(popup, popup.getByRole("button", { name: "Continue" }));
  await arrivesAt(page, "/");

  await goTo(page, "Sell");
  await arrivesAt(page, "/sell");
  const chooser = page.waitForEvent("filechooser");
  await enter(page, page.getByRole("button", { name: "Gallery" }));
  await (await chooser).setFiles(smallPhoto);
  await expect(page.getByRole("button", { name: "Photo 1: ready" })).toBeVisible();
  await type(page, "Name", "Lamp by the keys");
  await type(page, "Price", "450");
  for (const [legend, downs] of [
    ["Category", 1],
    ["Condition", 2],
    ["Location type", 0],
  ] as const) {
    const choices = page.getByRole("group", { name: legend }).getByRole("radio");
    await tabTo(page, choices.first());
    await page.keyboard.press("Space");
    for (let down = 0; down < downs; down += 1) await page.keyboard.press("ArrowDown");
    await expect(choices.nth(downs)).toBeChecked();
  }
  await type(page, "Address", "Hostel 2");
  await type(page, "Description", "Warm light.");
  await enter(page, page.getByRole("button", { name: "List Item" }));
  await expect(page).toHaveURL("/profile");
  const card = page.getByRole("region", { name: "My Listings" }).getByRole("article");
  await expect(card).toHaveCount(1);
  for (const text of ["Lamp by the keys", "₹450", "Warm light.", "Hostel 2"])
    await expect(card).toContainText(text);
  const listed = await page.request.get("/api/products?limit=10");
  expect(await listed.json()).toContainEqual(
    expect.objectContaining({
      name: "Lamp by the keys",
      category: "Room & Living",
      condition: "Used - Good",
      locationType: "On-Campus",
    }),
  );
});
