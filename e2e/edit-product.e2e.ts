import sharp from "sharp";
import type { Page } from "@playwright/test";
import { expect, phone, test } from "./market.ts";
import { signIn } from "./students.ts";

test.use(phone);

type Product = {
  _id: string;
  name: string;
  price: number;
  images: { url: string; width: number }[];
};

const picture = (width: number, background: string) =>
  sharp({ create: { width, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Lists a lamp with two pictures, 100 and 110 pixels wide, as a client of the API does. */
async function listLamp(page: Page): Promise<Product> {
  const form = new FormData();
  const fields = {
    name: "Study lamp",
    price: "450",
    description: "Warm light.",
    address: "Hostel 2",
    locationType: "On-Campus",
    category: "Study Essentials",
    condition: "Like New",
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [width, colour] of [
    [100, "teal"],
    [110, "navy"],
  ] as const) {
    form.append(
      "images",
      new File([await picture(width, colour)], "lamp.jpg", { type: "image/jpeg" }),
    );
  }
  const answer = await page.request.post("/api/products/create", {
    headers: await bearer(page),
    multipart: form,
  });
  return ((await answer.json()) as { product: Product }).product;
}

async function bearer(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("token"))}` };
}

async function readProduct(page: Page, id: string): Promise<Product> {
  const answer = await page.request.get(`/api/products/${id}`, { headers: await bearer(page) });
  return ((await answer.json()) as { product: Product }).product;
}

test("R192 to R208 a listing is changed, its photos in another order, and the profile follows", async ({
  page,
}) => {
  await signIn(page, "Asha Patnaik");
  const { _id: id } = await listLamp(page);
  await page.goto(`/edit-product/${id}`);
  await expect(page.getByLabel("Name")).toHaveValue("Study lamp");
  await expect(page.getByLabel("Price")).toHaveValue("450");
  await expect(page.getByLabel("Address")).toHaveValue("Hostel 2");
  await expect(page.getByLabel("Description")).toHaveValue("Warm light.");
  await expect(page.getByRole("radio", { name: /On-Campus/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /Study Essentials/ })).toBeChecked();
  await expect(page.getByRole("radio", { name: /Like New/ })).toBeChecked();
  await expect(page.getByText("2/5 images uploaded")).toBeVisible();

  const file = { name: "new.jpg", mimeType: "image/jpeg", buffer: await picture(120, "tomato") };
  await page.getByLabel("Photos from the gallery").setInputFiles(file);
  await expect(page.getByText("Added 1 image(s)")).toBeVisible();
  await page.getByRole("button", { name: "Photo 3: ready" }).click();
  await page.getByRole("button", { name: "Make cover" }).click();
  await page.getByRole("button", { name: "Remove photo 3" }).click();
  await expect(page.getByText("Image removed")).toBeVisible();
  await expect(page.getByText("2/5 images uploaded")).toBeVisible();
  await page.getByLabel("Price").fill("399");
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(page.getByText("Product updated successfully!")).toBeVisible();
  await page.waitForURL("/profile");
  const { price, images } = await readProduct(page, id);
  expect(price).toBe(399);
  expect(images.map(({ width }) => width)).toEqual([120, 100]);
});

test("R395 to R404 a form that is not right is not sent", async ({ page }) => {
  await signIn(page, "Asha Patnaik");
  const { _id: id } = await listLamp(page);
  await page.goto(`/edit-product/${id}`);
  await page.getByLabel("Price").fill("cheap");
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(page.getByText("Price must be a number").first()).toBeVisible();
  await page.getByLabel("Name").fill(" ");
  for (const place of [2, 1])
    await page.getByRole("button", { name: `Remove photo ${place}` }).click();
  await page.getByRole("button", { name: "Update Product" }).click();
  await expect(page.getByText("Product name is required").first()).toBeVisible();
  await expect(page.getByText("Please upload at least one image").first()).toBeVisible();
  expect((await readProduct(page, id)).images).toHaveLength(2);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL("/profile");
});
