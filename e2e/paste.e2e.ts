import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { picturePaths } from "@market/fixtures/pictures";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use({ ...phone, bypassCSP: true });

/** Puts text into the clipboard, as copied from a chat. */
async function copy(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
}
const button = (page: Page) => page.getByRole("button", { name: "Paste a message" });
const price = (page: Page) => page.getByLabel(/^Price/);
const name = (page: Page) => page.getByLabel(/^Name/);

test("R1074 R1072 a message that was copied fills the form with one tap, without its number, and is marked until it is touched", async ({
  page,
}) => {
  await enter(page, "Asha Paster");
  await page.goto("/sell");
  await copy(page, "Selling Hero cycle, good condition, 3500 nego, Hostel 4. Call 9876543210");
  await button(page).tap();
  await expect(name(page)).toHaveValue("Hero cycle");
  await expect(price(page)).toHaveValue("3500");
  await expect(page.getByRole("radio", { name: "Mobility & Transport" })).toBeChecked();
  await expect(page.getByRole("radio", { name: /^Used - Good/ })).toBeChecked();
  await expect(page.getByLabel(/^Address/)).toHaveValue("Hostel 4");
  await expect(page.getByRole("switch", { name: "Open to offers" })).toBeChecked();
  await expect(
    page.getByText("We left out a phone number: buyers reach you through the market."),
  ).toBeVisible();
  await expect(page.getByLabel(/^Description/)).not.toHaveValue(/\d{6}/);
  const marks = page.getByText("from your message");
  const before = await marks.count();
  expect(before).toBeGreaterThan(4);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await price(page).fill("3200");
  await expect(marks).toHaveCount(before - 1);
});

test(
  "R1074 what was typed is kept unless the student says otherwise, and without a clipboard there is a field",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Asha Typer");
    await page.goto("/sell");
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new Error("denied"));
    });
    await name(page).fill("My lamp");
    await button(page).tap();
    const field = page.getByLabel("Your message");
    await expect(field).toBeFocused();
    await field.fill("Good morning");
    await page.getByRole("button", { name: "Fill in" }).tap();
    await expect(page.getByText("No item was found in this message.")).toBeVisible();
    await expect(field).toHaveValue("Good morning");
    await field.fill("Table fan 600");
    await page.getByRole("button", { name: "Fill in" }).tap();
    const question = page.getByRole("alertdialog", { name: "Replace what you have typed?" });
    await question.getByRole("button", { name: "Cancel" }).tap();
    await expect(name(page)).toHaveValue("My lamp");
    await button(page).tap();
    await field.fill("Table fan 600");
    await page.getByRole("button", { name: "Fill in" }).tap();
    await question.getByRole("button", { name: "Replace" }).tap();
    await expect(name(page)).toHaveValue("Table fan");
    await test.step("R1076 a number that is typed is warned of, and not refused", async () => {
      await page.getByLabel(/^Description/).fill("Call me: 98765 43210");
      await expect(page.getByText("This looks like a number, an address or a link.")).toBeVisible();
    });
  },
);

test(
  "R1075 a list that was copied opens a row for each item, which photos fill in order, and survives a reload",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Asha Lister");
    await page.goto("/sell");
    await copy(page, "Table fan 600\nStudy table 1200\nBucket 80");
    await button(page).tap();
    await expect(page).toHaveURL("/sell/many");
    const names = () =>
      page
        .getByLabel("Name")
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await expect.poll(names).toEqual(["Table fan", "Study table", "Bucket"]);
    await expect(
      page.getByText("Photos that you add go to the items in this order."),
    ).toBeVisible();
    const [first = "", second = ""] = picturePaths("study-lamp").concat(picturePaths("kettle"));
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add photos" }).tap();
    await (await chooser).setFiles([first, second]);
    await expect(page.locator("[data-photo]")).toHaveCount(2);
    await expect.poll(names).toEqual(["Table fan", "Study table", "Bucket"]);
    await page.reload();
    await expect.poll(names).toEqual(["Table fan", "Study table", "Bucket"]);
    await page.getByRole("button", { name: /^Details of Bucket/ }).tap();
    await page.getByRole("button", { name: "Remove Bucket" }).tap();
    await expect.poll(names).toEqual(["Table fan", "Study table"]);
  },
);
