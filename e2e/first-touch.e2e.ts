import type { Page } from "@playwright/test";
import { untilAwake } from "./awake.ts";
import { expect, phone, test } from "./market.ts";
import { signIn } from "./students.ts";

test.use(phone);

const scripts = /\/assets\/[^/]+\.js$/;
const footerLink = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name });
const firstCard = (page: Page) => page.locator("main a[href^='/item/']").first();

/** Paths of everything that the page asks for. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

test("a link of a page that is awake asks for no document", async ({ page }) => {
  await page.goto("/");
  await untilAwake(footerLink(page, "About Us"));
  const asked = requestsOf(page);
  await footerLink(page, "About Us").tap();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
  expect(asked).not.toContain("/about");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(firstCard(page)).toBeVisible();
});

test("a link that is tapped before the scripts are there leads on by itself", async ({ page }) => {
  await page.context().route(scripts, () => undefined);
  await page.goto("/", { waitUntil: "commit" });
  await footerLink(page, "About Us").tap();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
});

test("after a reload Back leads where it should although nothing was touched", async ({ page }) => {
  await page.goto("/");
  await firstCard(page).tap();
  await expect(page.locator("dialog.dialog-detail")).toBeVisible();
  await page.reload();
  await expect(page.locator("dialog.dialog-detail")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.locator("dialog.dialog-detail")).toBeHidden();

  await footerLink(page, "About Us").scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await footerLink(page, "About Us").tap();
  await expect(page).toHaveURL("/about");
  await page.reload();
  await untilAwake(footerLink(page, "About Us"));
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(firstCard(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "About Us" })).toBeHidden();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("how far the home page was scrolled is kept for the way back", async ({ page }) => {
  await page.goto("/");
  await untilAwake(footerLink(page, "About Us"));
  await footerLink(page, "About Us").scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(500);
  await footerLink(page, "About Us").tap();
  await expect(page).toHaveURL("/about");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("taps that are quicker than the network count once", async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.context().route(/\/assets\/opened-item-[^/]+\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto("/");
  await untilAwake(firstCard(page));
  await firstCard(page).tap();
  await firstCard(page).tap();
  gate.resolve();
  const dialog = page.locator("dialog.dialog-detail");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close this dialog" }).tap();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/");
});

test("a choice that is taken back at once is not made", async ({ page }) => {
  await signIn(page, "Sneha Kulkarni", "/buy");
  const chip = (name: string) => page.locator("main").getByRole("button", { name, exact: true });
  await untilAwake(chip("All"));
  const steps = await page.evaluate(() => history.length);
  await chip("Study Essentials").tap();
  await expect(chip("Study Essentials")).toHaveAttribute("aria-pressed", "true");
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
  );
  await chip("All").tap();
  await expect(chip("All")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps + 2);
  await expect(page).toHaveURL("/buy");
  await expect(chip("All")).toHaveAttribute("aria-pressed", "true");
});
