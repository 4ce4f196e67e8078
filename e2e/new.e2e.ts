import { axeViolations, settle } from "./support/axe.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { enter } from "./support/students.ts";

test.use({ ...phone, bypassCSP: true, mayBeGone: /Spaceships/ });

test("R1091 R1088 a visitor sees what is new and shares it as a message that leads back", async ({
  page,
  openBrowser,
}) => {
  const seller = await (await openBrowser(phone)).newPage();
  await enter(seller, "Asha Newest");
  const id = await listItem(seller, { name: "Newest lamp of all" });
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto("/about");
  await page.getByRole("contentinfo").getByText("Help and more").tap();
  await page.getByRole("link", { name: "New on campus" }).tap();
  await expect(page).toHaveURL("/new");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New on campus");
  await expect(page.locator(`a[href="/item/${id}"]`)).toBeVisible();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Share as a message" }).tap();
  const dialog = page.getByRole("dialog", { name: "Share what is new" });
  const text = await dialog.getByLabel("The message").inputValue();
  expect(text).toMatch(/^CGU: \d+ new items/);
  const [, code = ""] = /Newest lamp of all – ₹450 \S+\/i\/(\w+)/.exec(text) ?? [];
  await page.goto(`/i/${code}`);
  await expect(page).toHaveURL(`/item/${id}`);

  await test.step("of one category, and of none that exists", async () => {
    const document = await page.goto(`/new?category=${encodeURIComponent("Study Essentials")}`);
    expect(document?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New in Study Essentials");
    await expect(page.locator(`a[href="/item/${id}"]`)).toBeVisible();
    const unknown = await page.goto("/new?category=Spaceships");
    expect(unknown?.status()).toBe(404);
  });

  await test.step("R1187 a search is shared as the same message, on a narrow phone too", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enter(page, "Ravi Reader");
    await page.goto("/buy?category=Study+Essentials&q=newest+lamp");
    await page.getByRole("button", { name: "Share", exact: true }).tap();
    expect(await dialog.getByLabel("The message").inputValue()).toMatch(
      /^CGU: 1 new item this week\n• Newest lamp of all – ₹450 \S+$/,
    );
    expect(await findOverflow(page)).toEqual([]);
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
  });
});
