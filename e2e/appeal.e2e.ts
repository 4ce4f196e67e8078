import type { Browser, Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { untilFilesAreCached } from "./support/cached-files.ts";
import { illegible } from "./support/clipped.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { report, showCasesOf, suspendSellerOf } from "./support/safety-steps.ts";
import { chooseAccount, enter, type newcomer, signIn } from "./support/students.ts";

// The student's picture is hidden with the account.
test.use({ mayBeGone: /\/avatars\// });

const calm = { bypassCSP: true, reducedMotion: "reduce" } as const;
const reason = "This lamp is not yours to sell.";
const appeal = "I have the bill of the lamp.";

type Open = (options?: object) => ReturnType<Browser["newContext"]>;
const open = async (openBrowser: Open, options = {}) =>
  (await openBrowser({ ...calm, ...options })).newPage();

/** A new student who sells a lamp on a phone, and is suspended for a week because of a report. */
async function suspendSomebody(openBrowser: Open) {
  const page = await open(openBrowser, phone);
  const vani = await enter(page, "Vani Sharma");
  const productId = await listItem(page, { name: "Lamp of the appeal" });
  const other = await open(openBrowser);
  await enter(other, "Ravi Reporter");
  expect(await report(other, [productId])).toBe(1);
  const moderator = await open(openBrowser);
  await signIn(moderator, "Meera Iyer");
  await suspendSellerOf(moderator, productId, reason);
  return { page, vani, productId };
}

const notice = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Your account is suspended" });

async function logInToAppeal(page: Page, vani: ReturnType<typeof newcomer>): Promise<void> {
  await page.goto("/login");
  await chooseAccount(page, "Login with Google", vani);
  await page.getByRole("link", { name: "See the decision and appeal" }).tap();
  await expect(page.getByText("Your account was suspended: Lamp of the appeal")).toBeVisible();
}

async function writeAppeal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Appeal", exact: true }).tap();
  await expect(page.getByLabel("Why should we reconsider?")).toBeFocused();
  await page.getByLabel("Why should we reconsider?").fill(appeal);
}

async function sendAppeal(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send appeal" }).tap();
  await expect(page.getByText("Your appeal is being looked at.")).toBeFocused();
}

/** Without a network a page that is reloaded or opened still says why and until when. */
async function staysOffline(page: Page): Promise<void> {
  const reading = page.waitForResponse("**/api/decisions");
  await untilServed(page);
  await reading;
  // A page that was never opened is shown in that of Buy.
  await untilFilesAreCached(page, "/buy");
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your account is suspended" })).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText(/Until \d+ \w+ \d{4}.* IST/);
  await expect(main).toContainText(reason);
  await expect(main).toContainText("You are offline. Please try again when you are connected.");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await page.goto("/profile");
  await expect(notice(page)).toContainText(reason);
  await page.getByRole("link", { name: "See the decision and appeal" }).tap();
  await expect(page).toHaveURL("/suspended");
  await page.context().setOffline(false);
  await expect(page.getByText("Your account was suspended: Lamp of the appeal")).toBeVisible();
}

/** Reloads until the service worker answers, which then has cached what the page needs. */
async function untilServed(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect(async () => {
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  }).toPass();
}

/** Another moderator than the one who decided, with the case of the appeal. */
async function openAppeal(openBrowser: Open, productId: string): Promise<Page> {
  const page = await open(openBrowser, { viewport: { width: 1440, height: 900 } });
  await signIn(page, "Lakshmi Reddy");
  await showCasesOf(page, [productId]);
  await page.goto("/moderation");
  await page.getByRole("button", { name: /Lamp of the appeal/ }).click();
  const shown = page.getByRole("article", { name: "Case" });
  for (const text of [appeal, reason, "Looks too new", "Not shown at present"])
    await expect(shown).toContainText(text);
  await expect(shown.getByRole("img", { name: "Lamp of the appeal, photo 1" })).toBeVisible();
  return page;
}

test("R849 R846 R896 a suspended student reads why, also offline, appeals by phone, and is back when a moderator has seen all of it", async ({
  openBrowser,
}) => {
  const { page, vani, productId } = await suspendSomebody(openBrowser);

  // The open tab notices with its next call.
  await page.goto("/profile");
  await expect(page).toHaveURL("/login");
  await expect(notice(page)).toContainText(/Until \d+ \w+ \d{4}.* IST/);
  await page.reload();
  await expect(notice(page)).toContainText(reason);
  await logInToAppeal(page, vani);
  await expect(page).toHaveURL("/suspended");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await test.step("R1105 other pages lead back to the decision", async () => {
    await page.goto("/");
    const strip = page.getByRole("complementary", { name: "Your account is suspended" });
    await strip.getByRole("link", { name: "See the decision and appeal" }).tap();
    await expect(page).toHaveURL("/suspended");
    await expect(strip).toBeHidden();
  });
  await page.reload();
  await staysOffline(page);
  const second = await page.context().newPage();
  await second.goto("/suspended");
  await writeAppeal(second);
  await writeAppeal(page);
  await sendAppeal(page);
  await sendAppeal(second);
  await expect(second.getByText("You have appealed against this already.")).toBeVisible();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).tap();
  await downloaded;

  // The link opens in this tab, as in an installed app.
  const other = await open(openBrowser);
  await other.goto("/healthz");
  await other.evaluate(() => sessionStorage.setItem("sign-in", "{}"));
  const choice = await other.request.get("/api/auth/start?mode=redirect");
  await other.request.post(choice.url(), { form: { account: vani.email } });
  await other.goto("/");
  await expect(other).toHaveURL("/login");
  await expect(notice(other)).toContainText(reason);

  const moderator = await openAppeal(openBrowser, productId);
  await moderator.getByRole("button", { name: /^Lift the decision/ }).click();
  await moderator.getByRole("button", { name: "Lift the decision" }).last().click();
  await expect(moderator.getByText("Decided: Lift the decision")).toBeVisible();

  // The student comes back to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL("/");
  await expect(second).toHaveURL("/");
  expect((await page.request.get(`/api/items/${productId}`)).status()).toBe(200);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Vani Sharma" })).toBeVisible();
});

test(
  "R849 R846 the way of an appeal looks right at every width, light and dark",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const { page, vani, productId } = await suspendSomebody(openBrowser);
    await page.goto("/login");
    await chooseAccount(page, "Login with Google", vani);
    await expect(page.getByRole("link", { name: "See the decision and appeal" })).toBeVisible();
    await looksRight(page, "login");
    await page.setViewportSize(phone.viewport);
    await page.getByRole("link", { name: "See the decision and appeal" }).tap();
    await page.getByRole("button", { name: "Appeal", exact: true }).tap();
    await looksRight(page, "suspended");
    await page.setViewportSize(phone.viewport);
    await page.reload();
    await writeAppeal(page);
    await sendAppeal(page);
    await looksRight(page, "appealed");
    await looksRight(await openAppeal(openBrowser, productId), "case");
  },
);

/** Nothing overflows and axe finds nothing; the pictures are for review. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      await page.screenshot({
        path: test.info().outputPath(`${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      });
      expect(await axeViolations(page), `${name} ${width} ${colorScheme}`).toEqual([]);
    }
    for (const percent of [100, 131, 200]) {
      await page.evaluate((size) => {
        document.documentElement.style.setProperty("font-size", `${size}%`);
      }, percent);
      const how = `${name} at ${width} px and ${percent} %`;
      await expect.poll(() => findOverflow(page), how).toEqual([]);
      await expect.poll(() => illegible(page), how).toEqual([]);
    }
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  }
}
