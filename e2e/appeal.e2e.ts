import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test, unwatched } from "./support/market.ts";
import { sticksOut } from "./support/sideways.ts";
import { report } from "./support/safety-steps.ts";
import { chooseAccount, newcomer, register, signIn } from "./support/students.ts";

/** No part sticks out and axe finds nothing, at three widths and in both colour schemes; with a picture of each. */
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
    expect(await sticksOut(page), `${name} ${width}`).toEqual([]);
  }
}

// Not watched: a refused call is an error to the console.
unwatched(
  "R849 R846 a suspended student reads why, appeals by phone, and is back when a moderator has seen all of it",
  async ({ browser, baseURL }) => {
    test.setTimeout(300_000);
    const open = async (options = {}) =>
      (
        await browser.newContext({ baseURL, bypassCSP: true, reducedMotion: "reduce", ...options })
      ).newPage();
    const [page, other, reporter, first, second] = await Promise.all([
      open(phone),
      open(),
      open(),
      open(),
      open({ viewport: { width: 1440, height: 900 } }),
    ]);
    const vani = newcomer("Vani Sharma");
    await register(page, vani);
    const productId = await listItem(page, { name: "Lamp of the appeal" });
    await signIn(reporter, "Ananya Das");
    expect(await report(reporter, [productId])).toBe(1);
    await signIn(first, "Meera Iyer");
    await first.goto("/moderation");
    await first.getByRole("button", { name: /Lamp of the appeal/ }).click();
    await expect(first.getByRole("heading", { name: "As it is today" })).toBeVisible();
    await first.getByRole("button", { name: /^Suspend/ }).click();
    await first.getByLabel("Note to the person concerned").fill("This lamp is not yours to sell.");
    await first.getByLabel("Days (empty: until reinstated)").fill("7");
    await first.getByRole("button", { name: "Suspend", exact: true }).last().click();
    await expect(first.getByText("Decided: Suspend")).toBeVisible();

    // The open tab notices with its next call.
    await page.goto("/profile");
    await expect(page).toHaveURL("/login");
    const notice = page.getByRole("alert").filter({ hasText: "Your account is suspended" });
    await expect(notice).toContainText(/Until \d+ \w+ \d{4}.* IST/);
    await expect(notice).toContainText("This lamp is not yours to sell.");
    await chooseAccount(page, "Login with Google", vani);
    const way = page.getByRole("link", { name: "See the decision and appeal" });
    await expect(way).toBeVisible();
    await looksRight(page, "login");
    await page.setViewportSize(phone.viewport);
    await way.tap();
    await expect(page).toHaveURL("/suspended");
    await expect(page.getByText("Your account was suspended: Lamp of the appeal")).toBeVisible();
    await looksRight(page, "suspended");
    await page.setViewportSize(phone.viewport);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
    await page.reload();
    await page.getByRole("button", { name: "Appeal", exact: true }).tap();
    await page
      .getByLabel("Why should this be decided differently?")
      .fill("I have the bill of the lamp.");
    await page.getByRole("button", { name: "Send appeal" }).tap();
    await expect(page.getByText("Your appeal is being looked at.")).toBeVisible();
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download my data" }).tap();
    await downloaded;

    // In this tab, as in an installed app.
    await other.goto("/login");
    await other.evaluate(() => sessionStorage.setItem("sign-in", "{}"));
    const choice = await other.request.get("/api/auth/start?mode=redirect");
    await other.request.post(choice.url(), { form: { account: vani.email } });
    await other.evaluate(() => localStorage.setItem("account", "yes"));
    await other.goto("/");
    await expect(other).toHaveURL("/login");
    await expect(other.getByRole("alert")).toContainText("This lamp is not yours to sell.");

    await signIn(second, "Lakshmi Reddy");
    await second.goto("/moderation");
    await second.getByRole("button", { name: /Lamp of the appeal/ }).click();
    const shown = second.getByRole("article", { name: "Case" });
    for (const text of [
      "I have the bill of the lamp.",
      "This lamp is not yours to sell.",
      "Looks too new",
      "Not shown at present",
    ])
      await expect(shown).toContainText(text);
    await expect(shown.getByRole("img", { name: "Lamp of the appeal, photo 1" })).toBeVisible();
    await looksRight(second, "appeal");
    await second.getByRole("button", { name: /^Lift the decision/ }).click();
    await second.getByRole("button", { name: "Lift the decision" }).last().click();
    await expect(second.getByText("Decided: Lift the decision")).toBeVisible();

    await page.reload();
    await expect(page).toHaveURL("/");
    expect((await page.request.get(`/api/items/${productId}`)).status()).toBe(200);
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "Vani Sharma" })).toBeVisible();
    for (const each of [page, other, reporter, first, second]) await each.context().close();
  },
);
