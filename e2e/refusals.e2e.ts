import type { Page } from "@playwright/test";
import { listItem, smallPhoto } from "./support/listing.ts";
import { expect, test } from "./support/market.ts";
import { untilServed } from "./support/served.ts";
import { enter } from "./support/students.ts";

/** An answer from between browser and server: JSON without a reason. */
async function refuse(page: Page, address: string | RegExp): Promise<void> {
  await untilServed(page);
  await page.route(address, (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ status: 403, json: { error: "forbidden" } }),
  );
}
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });

test(
  "R472 a listing refused without a word shows the form's own sentence",
  {
    tag: "@sweep",
  },
  async ({ page }) => {
    await enter(page, "Refused Listing");
    await page.goto("/sell");
    await page.getByLabel("Photos from the gallery").setInputFiles(smallPhoto);
    await page.getByLabel("Name").fill("Refused lamp");
    await page.getByLabel("Price").fill("₹1,200");
    await expect(page.getByText("₹1,200", { exact: true })).toBeVisible();
    await page.getByText("Room & Living", { exact: true }).click();
    await page.getByText("Like New").click();
    await page.getByText("On-Campus").click();
    await page.getByLabel("Address").fill("Hostel 4 gate");
    await page.getByLabel("Description").fill("Warm light.");
    await refuse(page, "**/api/products/create");
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(toast(page, "Error listing product")).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Refused lamp");
    await page.unroute("**/api/products/create");
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(toast(page, "Product listed successfully!")).toBeVisible();
    await expect(page).toHaveURL("/profile");
    const listed = page.getByRole("article").filter({ hasText: "Refused lamp" });
    await expect(listed.getByText("₹1,200", { exact: true })).toBeVisible();
  },
);

test("R490 R483 so do an edit and the sold switch", { tag: "@sweep" }, async ({ page }) => {
  await enter(page, "Refused Changes");
  const id = await listItem(page, { name: "Study lamp" });
  await page.goto(`/edit-product/${id}`);
  await page.getByLabel("Price").fill("12.555");
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(
    toast(page, "Please use at most two decimals in the price, such as 12.50."),
  ).toBeVisible();
  await page.getByLabel("Price").fill("12.50 ");
  await refuse(page, `**/api/products/${id}`);
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(toast(page, "Failed to update product")).toBeVisible();

  await refuse(page, "**/toggle-sold");
  await page.goto("/profile");
  const sold = page.getByRole("switch", { name: "Mark as Sold: Study lamp" });
  await sold.click();
  await expect(toast(page, "Failed to update sold status")).toBeVisible();
  await expect(sold).not.toBeChecked();
});
