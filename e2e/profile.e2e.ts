import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./market.ts";
import { kept, newcomer, register } from "./students.ts";

/** Lists something without the sell form, which has a story of its own. */
async function list(page: Page, context: BrowserContext, name: string): Promise<void> {
  const token = await kept(page, "token");
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

test("R163, R164, R165, R166, R167, R479, R480 the semester is edited in place, and kept open when it cannot be saved", async ({
  page,
}) => {
  await register(page, newcomer("Lakshmi Rao"));
  await page.goto("/profile");
  const input = page.getByRole("combobox", { name: "Semester" });
  await page.getByRole("button", { name: "Edit semester" }).click();
  await expect(input).toBeFocused();
  await input.fill("12");
  await input.press("Enter");
  await expect(page.getByText("Failed to update semester")).toBeVisible();
  await expect(input).toHaveValue("12");
  await input.fill("3");
  await page.getByRole("heading", { name: "My Listings" }).click();
  await expect(page.getByText("Semester updated successfully!")).toBeVisible();
  await expect(input).toBeHidden();
  await expect(page.getByText("3rd Semester", { exact: true })).toBeVisible();
});

test("R173–R176, R178–R184, R342, R481–R485, R530, R546 own listings are counted, marked sold and unsold, and deleted after a question", async ({
  page,
  context,
}) => {
  await register(page, newcomer("Priya Nair"));
  await page.goto("/profile");
  await expect(page.getByText("0 items")).toBeVisible();
  await list(page, context, "Red cycle");
  await list(page, context, "Blue cycle");
  await page.reload();
  await expect(page.getByText("2 items")).toBeVisible();
  const shelf = page.getByRole("region", { name: "My Listings" }).getByRole("list");
  await expect(shelf).toHaveCSS("max-height", "600px");
  await expect(shelf).toHaveCSS("overflow-y", "auto");

  const card = page.getByRole("article").filter({ hasText: "Red cycle" });
  await expect(card.getByRole("heading", { name: "Red cycle" })).toBeVisible();
  await expect(card.getByRole("img", { name: "Red cycle" })).toBeVisible();
  await expect(card).toContainText("₹1,23,456");
  await expect(card).toContainText("Barely used, fresh tyres.");
  await expect(card).toContainText("Hostel 4 gate");
  await expect(card.getByRole("link", { name: "Edit Red cycle" })).toHaveAttribute(
    "href",
    /^\/edit-product\/[0-9a-f-]{36}$/,
  );

  const sold = page.getByRole("switch", { name: "Mark as Sold: Red cycle" });
  await sold.click();
  await expect(page.getByText("Product marked as sold")).toBeVisible();
  await page.reload();
  await expect(sold).toBeChecked();
  await expect(card.locator(".photo-strip")).toHaveCSS("opacity", "0.45");
  await sold.click();
  await expect(page.getByText("Product marked as unsold")).toBeVisible();
  await expect(sold).not.toBeChecked();

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

  const question = page.getByRole("alertdialog", { name: "Delete Red cycle?" });
  await page.getByRole("button", { name: "Delete Red cycle" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(card).toBeVisible();
  const own = /\/api\/products\/[0-9a-f-]{36}$/;
  await context.route(own, (route) => route.abort());
  await page.getByRole("button", { name: "Delete Red cycle" }).click();
  await question.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("Failed to delete product")).toBeVisible();
  await context.unroute(own);
  await page.getByRole("button", { name: "Delete Red cycle" }).click();
  await question.getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("Product deleted successfully!")).toBeVisible();
  await expect(card).toBeHidden();
  await expect(page.getByText("1 item", { exact: true })).toBeVisible();
});
