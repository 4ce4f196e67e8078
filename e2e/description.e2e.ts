import type { Page } from "@playwright/test";
import { axeViolations } from "./axe.ts";
import { expect, phone, test } from "./market.ts";
import { signIn } from "./students.ts";

test.use({ ...phone, bypassCSP: true });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Generate with AI" });
const inside = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true });
const formText = (page: Page) => page.locator("main form").getByLabel("Description");
const address = "/api/ai/generate-description";

async function openDialog(page: Page): Promise<void> {
  await signIn(page, "Arjun Menon");
  await page.goto("/sell");
  await page.getByLabel("Name").fill("Acoustic guitar");
  await page.getByRole("button", { name: "Generate with AI" }).click();
  await expect(dialog(page)).toBeVisible();
}

test("R136 to R141, R349, R350 a description is generated, changed and used", async ({ page }) => {
  await openDialog(page);
  await expect(dialog(page).getByLabel("Title")).toHaveValue("Acoustic guitar");
  await expect(inside(page, "Use AI")).toBeDisabled();
  await dialog(page).getByLabel("Features").fill("new strings, , soft case,new strings");
  const { promise: wanted, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await wanted;
    await route.continue();
  });
  const sent = page.waitForRequest(address);
  await inside(page, "Generate").click();
  await expect(inside(page, "Generating...")).toBeDisabled();
  expect((await sent).postDataJSON()).toEqual({
    title: "Acoustic guitar",
    features: ["new strings", "soft case"],
  });
  letThrough();

  const text = dialog(page).getByLabel("Description");
  await expect(text).toHaveValue(/guitar/i);
  await expect(dialog(page).getByText("by our own server, without an AI")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await text.fill("My own words.");
  await inside(page, "Use AI").click();
  await expect(dialog(page)).toBeHidden();
  await expect(formText(page)).toHaveValue("My own words.");

  await page.getByRole("button", { name: "Generate with AI" }).click();
  await inside(page, "Generate").click();
  await expect(text).toHaveValue(/guitar/i);
  await inside(page, "Discard").click();
  await expect(dialog(page)).toBeHidden();
  await expect(formText(page)).toHaveValue("My own words.");
});

test("R136 the dialog asks for a title and sends nothing without one", async ({ page }) => {
  await openDialog(page);
  await dialog(page).getByLabel("Title").fill(" ");
  await inside(page, "Generate").click();
  await expect(dialog(page).getByText("Say in a few words what it is.")).toBeVisible();
  await expect(dialog(page).getByLabel("Title")).toBeFocused();
});

for (const [name, answer, title] of [
  ["R470 a refusal", "refuse", "Failed to generate description"],
  ["R471 a lost connection", "lose", "Error generating description"],
  ["R471 an unreadable answer", "garble", "Error generating description"],
] as const) {
  test(`${name} is told in an alert, and the dialog can go on`, async ({ page }) => {
    await openDialog(page);
    await page.route(
      address,
      (route) => {
        if (answer === "lose") return route.abort();
        if (answer === "garble") return route.fulfill({ contentType: "text/html", body: "<p>" });
        return route.fulfill({
          status: 429,
          json: { success: false, code: "description-quota", message: "Please try again later." },
        });
      },
      { times: 1 },
    );
    await inside(page, "Generate").click();
    const alert = page.getByRole("alertdialog", { name: title });
    await expect(alert.getByRole("heading")).toHaveText(title);
    if (answer === "refuse") await expect(alert).toContainText("Please try again later.");
    await alert.getByRole("button", { name: "OK" }).click();
    await inside(page, "Generate").click();
    await expect(dialog(page).getByLabel("Description")).toHaveValue(/guitar/i);
  });
}
