import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./support/market.ts";
import { chooseAccount, enter, newcomer, register, storedValue } from "./support/students.ts";

/** Lists something without the sell form, which has a test of its own. */
async function list(page: Page, context: BrowserContext, name: string): Promise<void> {
  const token = await storedValue(page, "token");
  const picture = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(400, 500);
    const pen = canvas.getContext("2d");
    if (pen) {
      pen.fillStyle = "teal";
      pen.fillRect(0, 0, 400, 500);
    }
    const photo = await canvas.convertToBlob({ type: "image/jpeg" });
    return [...new Uint8Array(await photo.arrayBuffer())];
  });
  const answer = await context.request.post("/api/products/create", {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      name,
      price: "123456",
      description: "Barely used, fresh tyres.",
      locationType: "On-Campus",
      address: "Hostel 4 gate",
      category: "Mobility & Transport",
      condition: "Used - Good",
      seller: "",
      images: { name: "cycle.jpg", mimeType: "image/jpeg", buffer: Buffer.from(picture) },
    },
  });
  expect(answer.status()).toBe(201);
}

test(
  "the semester is edited in place, and its editor stays open when it cannot be saved",
  { tag: "@sweep" },
  async ({ page }) => {
    await register(page, newcomer("Lakshmi Rao"));
    await page.goto("/profile");
    const input = page.getByRole("combobox", { name: "Semester" });
    await test.step("R163 R164 the edit icon turns it into an input", async () => {
      await expect(input).toBeHidden();
      await page.getByRole("button", { name: "Edit semester" }).click();
      await expect(input).toBeFocused();
    });
    await test.step("R167 R480 what cannot be saved leaves the input open", async () => {
      await input.fill("12");
      await input.press("Enter");
      await expect(page.getByText("Failed to update semester")).toBeVisible();
      await expect(input).toHaveValue("12");
    });
    await test.step("R165 R479 leaving the input saves it", async () => {
      await input.fill("3");
      await page.getByRole("heading", { name: "My Listings" }).click();
      await expect(page.getByText("Semester updated successfully!")).toBeVisible();
    });
    await test.step("R166 a saved semester closes the input", async () => {
      await expect(input).toBeHidden();
      await expect(page.getByText("3rd Semester", { exact: true })).toBeVisible();
    });
  },
);

test("own listings are counted, marked sold and unsold, and deleted after a question", async ({
  page,
  context,
}) => {
  await enter(page, "Priya Nair");
  await page.goto("/profile");
  const cards = page.getByRole("region", { name: "My Listings" }).getByRole("list");
  const card = page.getByRole("article").filter({ hasText: "Red cycle" });
  await test.step("R173 R174 My Listings are counted", async () => {
    await expect(page.getByText("0 items")).toBeVisible();
    await list(page, context, "Red cycle");
    await list(page, context, "Blue cycle");
    await page.reload();
    await expect(page.getByText("2 items")).toBeVisible();
    await expect(cards.getByRole("article")).toHaveCount(2);
  });
  await test.step("R175 R530 they scroll past a height of 600 px", async () => {
    await expect(cards).toHaveCSS("max-height", "600px");
    await expect(cards).toHaveCSS("overflow-y", "auto");
  });

  await test.step("R176 R178 a card has its photo and its name", async () => {
    await expect(card.getByRole("heading", { name: "Red cycle" })).toBeVisible();
    await expect(card.locator("img")).toBeVisible();
  });
  await test.step("R1151 a card without views and contacts does not count them", async () => {
    await expect(card.getByText("Barely used, fresh tyres.")).toBeVisible();
    await expect(card.getByText("asked")).toHaveCount(0);
  });
  await test.step("R605 a card is shared", async () => {
    await card.getByRole("button", { name: "More for Red cycle" }).click();
    await expect(card.getByRole("button", { name: "Share Red cycle" })).toBeVisible();
  });
  for (const [line, text] of [
    ["R179 its description", "Barely used, fresh tyres."],
    ["R180 its price in rupees", "₹1,23,456"],
    ["R181 its address", "Hostel 4 gate"],
  ] as const) {
    await test.step(`${line}`, () => expect(card).toContainText(text));
  }
  await test.step("R183 its edit button leads to the edit page", () =>
    expect(card.getByRole("link", { name: "Edit Red cycle" })).toHaveAttribute(
      "href",
      /^\/edit-product\/[0-9a-f-]{36}$/,
    ));

  const sold = page.getByRole("switch", { name: "Mark as Sold: Red cycle" });
  await test.step("R182 R481 its switch marks it as sold", async () => {
    await sold.click();
    await expect(page.getByText("Product marked as sold")).toBeVisible();
    await page.reload();
    await expect(sold).toBeChecked();
    await expect(card.locator(".photo-strip")).toHaveCSS("opacity", "0.45");
  });
  await test.step("R606 R1100 one tap lists it again, and says so instead of the opposite", async () => {
    await sold.click();
    await expect(page.getByText("Product marked as unsold")).toBeVisible();
    await sold.click();
    await expect(page.getByText("Product marked as sold")).toBeVisible();
    await card.getByRole("button", { name: "List again" }).click();
    await expect(page.getByText("Product marked as unsold")).toBeVisible();
    expect(await page.locator(".toast[data-visible=true]").allTextContents()).toEqual([
      "Product marked as unsold",
    ]);
    await expect(sold).not.toBeChecked();
    await expect(card.getByRole("button", { name: "List again" })).toHaveCount(0);
    const saved = page.waitForResponse("**/toggle-sold");
    await sold.click();
    await saved;
    await expect(sold).toBeChecked();
    // The next step expects a toast of its own.
    await expect(page.getByText("Product marked as unsold")).toHaveCount(0);
  });
  await test.step("R342 R482 its switch marks it as unsold again", async () => {
    await sold.click();
    await expect(page.getByText("Product marked as unsold")).toBeVisible();
    await expect(sold).not.toBeChecked();
  });
  await test.step("R483 a failure is shown, in the server's words where it has some", async () => {
    await context.route("**/toggle-sold", (route) => route.abort());
    await sold.click();
    await expect(page.getByText("Failed to update sold status")).toBeVisible();
    await expect(sold).not.toBeChecked();
    const message = "Too many requests. Please wait a moment.";
    await context.route("**/toggle-sold", (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, status: 429, code: "rate-limited", message },
      }),
    );
    await sold.click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(sold).not.toBeChecked();
  });

  const question = page.getByRole("alertdialog", { name: "Delete Red cycle?" });
  const remove = page.getByRole("button", { name: "Delete Red cycle" });
  await test.step("R184 R546 its delete button asks first, and Cancel keeps it", async () => {
    await remove.click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(card).toBeVisible();
  });
  await test.step("R485 a failure is shown", async () => {
    const own = /\/api\/products\/[0-9a-f-]{36}$/;
    await context.route(own, (route) => route.abort());
    await remove.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Failed to delete product")).toBeVisible();
    await context.unroute(own);
  });
  await test.step("R484 R1134 Delete deletes it", async () => {
    await remove.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Product deleted successfully!")).toBeVisible();
    await expect(card).toBeHidden();
    await expect(page.getByText("1 item", { exact: true })).toBeVisible();
  });
});

test("phone and course are changed in the profile, the phone after a new sign-in", async ({
  page,
  context,
}) => {
  const student = await enter(page, "Tara Sen");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit your details" }).click();
  const form = page.getByRole("dialog", { name: "Edit your details" });
  const number = form.getByLabel("WhatsApp number");
  const save = form.getByRole("button", { name: "Save" });
  await test.step("R607 by the rules of the registration", async () => {
    await expect(number).toHaveValue("9876543210");
    await number.fill("12345");
    await save.click();
    await expect(form.getByText("Invalid phone number format for India")).toBeVisible();
  });
  await test.step("R610 the link leads to a chat with the number that is typed", async () => {
    await number.fill("98123 45678");
    await expect(form.getByRole("link", { name: "Test my WhatsApp link" })).toHaveAttribute(
      "href",
      "https://wa.me/919812345678",
    );
  });
  await test.step("R609 R898 a session that is too old asks for a new sign-in, and what was typed stays", async () => {
    await context.route("**/api/auth/profile", (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({
            status: 401,
            contentType: "application/problem+json",
            json: { success: false, status: 401, code: "sign-in-again", message: "" },
          })
        : route.continue(),
    );
    await form.getByLabel("Course").fill("M.Tech CSE");
    await save.click();
    await expect(
      form.getByText("Please log in again before you change your number."),
    ).toBeVisible();
    await page.reload();
    await expect(number).toHaveValue("98123 45678");
    await save.click();
    await expect(form.getByRole("button", { name: "Log in again" })).toBeVisible();
    await context.unroute("**/api/auth/profile");
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      context.waitForEvent("request", (request) => request.url().endsWith("&fresh=true")),
      form.getByRole("button", { name: "Log in again" }).click(),
    ]);
    await popup.getByLabel("Email address").fill(student.email);
    await popup.getByLabel("Name", { exact: true }).fill(student.name);
    await popup.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Your details are saved.")).toBeVisible();
    await expect(page).toHaveURL("/profile");
  });
  await expect(form).toBeHidden();
  await expect(page.getByText("+919812345678", { exact: true })).toBeVisible();
  await expect(page.getByText("M.Tech CSE", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("+919812345678", { exact: true })).toBeVisible();
});

test(
  "R1208 logging out everywhere asks first, with the devices that it is about",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    const student = await enter(page, "Tara Everywhere");
    const question = page.getByRole("alertdialog", { name: "Log out everywhere?" });
    const cancel = question.getByRole("button", { name: "Cancel" });
    await test.step("with one device it speaks of one", async () => {
      await page.goto("/profile");
      await page.getByRole("button", { name: "Log out everywhere" }).click();
      await expect(question).toContainText("You will be logged out on this device:");
      await expect(question).toContainText("You need to log in again. Your items and your account");
      await cancel.click();
      await expect(question).toBeHidden();
    });
    const other = await (await openBrowser()).newPage();
    await other.goto("/login");
    await chooseAccount(other, "Login with Google", student);
    await expect(other).toHaveURL("/");
    await page.goto("/profile");
    const sessions = page.getByRole("region", { name: "Logged in on" });
    await expect(sessions.getByRole("listitem")).toHaveCount(2);
    const [here = "", there = ""] = await sessions.getByRole("strong").allInnerTexts();
    const everywhere = sessions.getByRole("button", { name: "Log out everywhere" });
    await everywhere.click();
    await expect(cancel).toBeFocused();
    await expect(question).toContainText("You will be logged out on 2 devices, this one included:");
    // The order is that of their last use.
    const devices = question.getByRole("listitem");
    await expect(devices).toHaveCount(2);
    await expect(devices.getByText(`${here} (this browser)`, { exact: true })).toBeVisible();
    await expect(devices.getByText(new RegExp(`^${there}, last used on `))).toBeVisible();
    await expect(question).toContainText(
      "You need to log in again on each of them. Your items and your account stay",
    );
    await cancel.click();
    await expect(question).toBeHidden();
    await expect(everywhere).toBeFocused();
    await other.goto("/profile");
    await expect(other.getByRole("region", { name: "Logged in on" })).toBeVisible();

    await everywhere.click();
    await question.getByRole("button", { name: "Log out everywhere" }).click();
    await expect(page).toHaveURL("/login");
    await other.reload();
    await expect(other).toHaveURL("/login");
  },
);
