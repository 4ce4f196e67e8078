import type { Page } from "@playwright/test";
import { axeViolations } from "./support/axe.ts";
import { smallPhoto } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use({ ...phone, bypassCSP: true });

const dialog = (page: Page) => page.getByRole("dialog", { name: "Generate with AI" });
const inside = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true });
const formText = (page: Page) => page.locator("main form").getByLabel("Description");
const address = "/api/ai/generate-description";

async function openDialog(page: Page): Promise<void> {
  await enter(page, "Arjun Describer");
  await page.goto("/sell");
  await page.getByLabel("Name").fill("Acoustic guitar");
  await page.getByRole("button", { name: "Generate with AI" }).click();
  await expect(dialog(page)).toBeVisible();
}

test("a description is generated, changed and used", async ({ page }) => {
  const text = dialog(page).getByLabel("Description");
  const { promise: wanted, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await wanted;
    await route.continue();
  });
  await test.step("R136 the dialog opens with the name as its title", async () => {
    await openDialog(page);
    await expect(dialog(page).getByLabel("Title")).toHaveValue("Acoustic guitar");
    await expect(inside(page, "Use AI")).toBeDisabled();
  });
  await test.step("R137 R138 R290 it sends the title and the features between the commas", async () => {
    await dialog(page).getByLabel("Title").fill("Acoustic guitar, small");
    await dialog(page).getByLabel("Features").fill("new strings, , soft case,new strings");
    const sent = page.waitForRequest(address);
    await inside(page, "Generate").click();
    expect((await sent).postDataJSON()).toEqual({
      title: "Acoustic guitar, small",
      features: ["new strings", "soft case"],
    });
  });
  await test.step("R349 it says that it is busy", () =>
    expect(inside(page, "Generating...")).toBeDisabled());
  await test.step("R291 R350 it shows the description of the answer", async () => {
    letThrough();
    await expect(text).toHaveValue(/guitar/i);
    await expect(dialog(page).getByText("A simple draft from your words.")).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });
  await test.step("R139 R140 Use AI takes it over and closes the dialog", async () => {
    await text.fill("My own words.");
    await inside(page, "Use AI").click();
    await expect(dialog(page)).toBeHidden();
    await expect(formText(page)).toHaveValue("My own words.");
  });
  await test.step("R141 Discard closes it and leaves the form as it was", async () => {
    await page.getByRole("button", { name: "Generate with AI" }).click();
    await inside(page, "Generate").click();
    await expect(text).toHaveValue(/guitar/i);
    await inside(page, "Discard").click();
    await expect(dialog(page)).toBeHidden();
    await expect(formText(page)).toHaveValue("My own words.");
  });
});

test("D51 a listing says that its description was drafted", { tag: "@sweep" }, async ({ page }) => {
  await openDialog(page);
  await inside(page, "Generate").click();
  await expect(dialog(page).getByLabel("Description")).toHaveValue(/guitar/i);
  await inside(page, "Use AI").click();
  await page.getByLabel("Photos from the gallery").setInputFiles(smallPhoto);
  await page.getByLabel("Price").fill("1850");
  await page.getByText("Mobility & Transport", { exact: true }).tap();
  await page.getByText("Used - Good").tap();
  await page.getByText("On-Campus").tap();
  await page.getByLabel("Address").fill("Hostel 4 gate");
  const listed = page.waitForResponse("**/api/products/create");
  await page.getByRole("button", { name: "List Item" }).tap();
  const { product } = (await (await listed).json()) as {
    product: { _id: string; drafted?: boolean };
  };
  expect(product.drafted).toBe(true);
  await page.goto(`/?item=${product._id}`);
  const line = page.getByRole("dialog").getByText("Drafted by the description writer.");
  await line.scrollIntoViewIfNeeded();
  await expect(line).toBeVisible();
});

test(
  "R136 the dialog asks for a title and sends nothing without one",
  { tag: "@sweep" },
  async ({ page }) => {
    await openDialog(page);
    await dialog(page).getByLabel("Title").fill(" ");
    await inside(page, "Generate").click();
    await expect(dialog(page).getByText("Say in a few words what it is.")).toBeVisible();
    await expect(dialog(page).getByLabel("Title")).toBeFocused();
  },
);

test(
  "a failure is shown in an alert, and the dialog stays usable",
  { tag: "@sweep" },
  async ({ page }) => {
    await openDialog(page);
    for (const [name, answer, title] of [
      ["R470 a refusal", "refuse", "Failed to generate description"],
      ["R471 a lost connection", "lose", "Error generating description"],
      ["R471 an unreadable answer", "garble", "Error generating description"],
    ] as const)
      await test.step(`${name} is shown`, async () => {
        await page.route(
          address,
          (route) => {
            if (answer === "lose") return route.abort();
            if (answer === "garble")
              return route.fulfill({ contentType: "text/html", body: "<p>" });
            return route.fulfill({
              status: 429,
              json: {
                success: false,
                code: "description-quota",
                message: "Please try again later.",
              },
            });
          },
          { times: 1 },
        );
        await inside(page, "Generate").click();
        const alert = page.getByRole("alertdialog", { name: title });
        await expect(alert.getByRole("heading")).toHaveText(title);
        if (answer === "refuse") await expect(alert).toContainText("Please try again later.");
        await alert.getByRole("button", { name: "OK" }).click();
      });
    await inside(page, "Generate").click();
    await expect(dialog(page).getByLabel("Description")).toHaveValue(/guitar/i);
  },
);
