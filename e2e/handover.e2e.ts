import { axeViolations, settle } from "./support/axe.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { enter } from "./support/students.ts";

test.use({ ...phone, viewport: { width: 360, height: 740 }, bypassCSP: true });

test(
  "R1172 R1173 a student asks a friend to sell an item on a phone, withdraws, asks again, and the friend accepts",
  { tag: "@sweep" },
  async ({ page, browser, baseURL }) => {
    const context = await browser.newContext({
      ...phone,
      ...(baseURL !== undefined && { baseURL }),
      viewport: { width: 360, height: 740 },
      bypassCSP: true,
    });
    const other = await context.newPage();
    const { email } = await enter(other, "Farida Friend");
    await enter(page, "Gita Giver");
    await listItem(page, { name: "Lamp for a friend" });
    await page.goto("/farewell");
    const row = page.getByRole("article").filter({ hasText: "Lamp for a friend" });
    const ask = async () => {
      await row.getByRole("button", { name: "A friend sells it: Lamp for a friend" }).tap();
      await row.getByLabel("Your friend's college email").fill(email);
      await row.getByRole("button", { name: "Ask", exact: true }).tap();
      await expect(row.getByRole("status")).toContainText(`You asked ${email}`);
    };
    await ask();
    await test.step("the row has no overflow and no violation", async () => {
      await settle(page);
      expect(await findOverflow(page)).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
    });
    const withdraw = row.getByRole("button", { name: "Withdraw: Lamp for a friend" });
    await expect(withdraw).toBeFocused();
    await withdraw.tap();
    await expect(row.getByRole("button", { name: "Sold: Lamp for a friend" })).toBeFocused();
    await ask();
    await page.reload();
    await expect(row.getByRole("status")).toContainText(`You asked ${email}`);

    await test.step("R1173 the friend reads of it, opens it and says where buyers meet", async () => {
      await other.goto("/notices");
      const notice = other.getByRole("article").filter({
        has: other.getByRole("link", { name: "Accept" }),
      });
      await expect(notice).toContainText("Will you sell “Lamp for a friend” for Gita?");
      await notice.getByRole("link", { name: "Accept" }).tap();
      await expect(other).toHaveURL(/\/profile#handovers$/);
      const offer = other.getByRole("region", { name: "Offers from friends" }).getByRole("article");
      await offer.getByRole("button", { name: "Accept" }).tap();
      await expect(offer.getByLabel("Where buyers meet you")).toBeFocused();
      await offer.getByLabel("Where buyers meet you").fill("Library gate");
      await settle(other);
      expect(await findOverflow(other)).toEqual([]);
      expect(await axeViolations(other)).toEqual([]);
      await offer.getByRole("button", { name: "Accept" }).tap();
      await expect(offer).toContainText("It is your item now.");
      await offer.getByRole("link", { name: "Lamp for a friend" }).tap();
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("Lamp for a friend");
    });

    await page.reload();
    await expect(page.getByText("Nothing is open: every item of yours is decided.")).toBeVisible();
    await context.close();
  },
);

test(
  "R1229 the choices of a row on the farewell page stay within it at 200 % text",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Lata Large");
    await listItem(page, { name: "Lamp in large letters" });
    await page.goto("/farewell");
    const row = page.getByRole("article").filter({ hasText: "Lamp in large letters" });
    await expect(row.getByRole("button", { name: /^A friend sells it/ })).toBeVisible();
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    const inner = (await row.boundingBox()) ?? { x: 0, width: 0 };
    for (const button of await row.getByRole("button").all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(inner.x + inner.width);
    }
  },
);

test(
  "R1174 a student who leaves sends the key to another mailbox",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Kiran Key");
    await page.goto("/farewell");
    await page.getByRole("button", { name: "Send the key to myself" }).tap();
    const dialog = page.getByRole("dialog", { name: "Your key" });
    const address = dialog.getByRole("textbox", { name: "Address" });
    await expect(address).toHaveValue(/\/k\/[\w-]{22}$/);
    const mail = await dialog.getByRole("link", { name: "Email" }).getAttribute("href");
    expect(mail).toBe(
      `mailto:?subject=Your%20key&body=${encodeURIComponent(await address.inputValue())}`,
    );
    await settle(page);
    expect(await findOverflow(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  },
);
