import { axeViolations, settle } from "./support/axe.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { enter } from "./support/students.ts";

test.use({ ...phone, viewport: { width: 360, height: 740 }, bypassCSP: true });

test("R1041 R1035 a student keeps a key on a phone, sells with it without signing in, and ends it", async ({
  page,
  browser,
  baseURL,
}) => {
  await enter(page, "Kavya Keys");
  await listItem(page, { name: "Lamp of the key" });
  await listItem(page, { name: "Chair of the key" });
  await page.goto("/profile");
  await page.getByRole("button", { name: "Keep a key to my items" }).tap();
  const dialog = page.getByRole("dialog", { name: "Your key" });
  const address = dialog.getByRole("textbox", { name: "Address" });
  await expect(address).toHaveValue(/\/k\/[\w-]{22}$/);
  const url = await address.inputValue();
  await expect(dialog.getByRole("img", { name: "Code for the address of your key" })).toBeVisible();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await test.step("the paper has the key alone", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("textbox", { name: "Address" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(page.getByRole("heading", { name: "Without logging in" })).toBeHidden();
    const pages = (await page.pdf()).toString("latin1").match(/\/Type \/Page\b/g);
    expect(pages).toHaveLength(1);
    await page.emulateMedia({ media: "screen" });
  });
  await dialog.getByRole("button", { name: "Close" }).tap();
  await expect(page.getByText(/^You have a key since .+\. It works until .+\./)).toBeVisible();
  await expect(page.getByText(url.slice(-22))).toHaveCount(0);

  const elsewhere = await browser.newContext({
    ...phone,
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 360, height: 740 },
  });
  const other = await elsewhere.newPage();
  await test.step("the key works in a browser that is not signed in", async () => {
    await other.goto(url);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your items");
    expect(await findOverflow(other)).toEqual([]);
    await other.getByRole("button", { name: "Sold: Lamp of the key" }).tap();
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Is Lamp of the key sold?");
    await other.getByRole("button", { name: "Yes, sold" }).tap();
    await expect(other).toHaveURL(url);
    await expect(other.getByRole("listitem").filter({ hasText: "Lamp of the key" })).toContainText(
      "· Sold",
    );
    await expect(other.getByRole("button", { name: "Sold: Lamp of the key" })).toHaveCount(0);
  });

  await test.step("its student reads of it and undoes it", async () => {
    await page.goto("/notices");
    const notice = page.getByRole("article").filter({
      hasText: "Lamp of the key was marked sold with your key.",
    });
    await notice.getByRole("button", { name: "Undo" }).tap();
    await expect(notice.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await other.reload();
    await expect(other.getByRole("listitem").filter({ hasText: "Lamp of the key" })).toContainText(
      "· Listed",
    );
  });

  await test.step("nothing of the key is copied in the browser", async () => {
    const cached = await other.evaluate(async () => {
      const names = await caches.keys();
      const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return keys.flat().map((request) => request.url);
    });
    expect(cached.filter((each) => each.includes("/k/"))).toEqual([]);
  });

  await test.step("its pages are readable for all", async () => {
    await page.goto(url);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Take down: All of them" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Take down all of these\?/);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Cancel" }).tap();
    await expect(page).toHaveURL(url);
  });

  await page.goto("/profile");
  const end = page.getByRole("button", { name: "End the key" });
  const question = page.getByRole("alertdialog", { name: "End the key?" });
  const verb = question.getByRole("button", { name: "End the key" });
  await end.tap();
  await expect(question).toContainText(
    "Its address stops working, and so do such links in emails that you got. Your items stay as they are",
  );
  await question.getByRole("button", { name: "Cancel" }).tap();
  await expect(question).toBeHidden();
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your items");
  await end.tap();
  await verb.tap();
  await expect(page.getByRole("button", { name: "Keep a key to my items" })).toBeFocused();
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("This key opens nothing");
  await other.getByRole("link", { name: "Log in" }).tap();
  await expect(other).toHaveURL("/login");
  await elsewhere.close();
});
