import type { Page } from "@playwright/test";
import sharp from "sharp";
import { axeViolations } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

test.use({ ...phone, bypassCSP: true });

type Product = {
  _id: string;
  name: string;
  price: number;
  version: number;
  images: { id: string; width: number }[];
};

const picture = (width: number, background: string) =>
  sharp({ create: { width, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer();
const file = async (width: number) => ({
  name: "new.jpg",
  mimeType: "image/jpeg",
  buffer: await picture(width, "tomato"),
});
const lamp = {
  name: "Study lamp",
  price: "450",
  description: "Warm light.",
  address: "Hostel 2",
  locationType: "On-Campus",
  category: "Study Essentials",
  condition: "Like New",
};

/** Lists a lamp with pictures of these widths, as a client of the API does. */
async function listLamp(page: Page, widths = [100, 110]): Promise<Product> {
  const form = new FormData();
  for (const [name, value] of Object.entries(lamp)) form.append(name, value);
  for (const width of widths) {
    const bytes = await picture(width, "teal");
    form.append("images", new File([bytes], "lamp.jpg", { type: "image/jpeg" }));
  }
  const answer = await page.request.post("/api/products/create", {
    headers: await bearer(page),
    multipart: form,
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { product: Product }).product;
}

async function bearer(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("token"))}` };
}

async function readProduct(page: Page, id: string): Promise<Product> {
  const answer = await page.request.get(`/api/products/${id}`, { headers: await bearer(page) });
  return ((await answer.json()) as { product: Product }).product;
}

/** Signs in as a new student, lists a lamp and opens it for editing. */
async function openLamp(page: Page, widths?: number[]) {
  const student = await enter(page, "Edha Editor");
  const product = await listLamp(page, widths);
  await page.goto(`/edit-product/${product._id}`);
  await expect(page.getByLabel("Name")).toHaveValue("Study lamp");
  return { ...product, student };
}

const gallery = (page: Page) => page.getByLabel("Photos from the gallery");
const update = (page: Page) => page.getByRole("button", { name: "Update Product" });
const toast = (page: Page, sentence: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(sentence, { exact: true });

test("three existing and two new photos, reordered, are saved, and the profile shows them", async ({
  page,
}) => {
  const { _id: id } = await openLamp(page, [100, 110, 120]);
  for (const [field, value] of [
    ["R192 Name", "Study lamp"],
    ["R193 Price", "450"],
    ["R194 Description", "Warm light."],
    ["R195 Address", "Hostel 2"],
  ] as const) {
    await test.step(`${field} is pre-filled`, () =>
      expect(page.getByLabel(field.slice(5))).toHaveValue(value));
  }
  for (const [field, choice] of [
    ["R196 Location type", /On-Campus/],
    ["R197 Category", /Study Essentials/],
    ["R198 Condition", /Like New/],
  ] as const) {
    await test.step(`${field} is chosen already`, () =>
      expect(page.getByRole("radio", { name: choice })).toBeChecked());
  }
  await test.step("R199 R201 the photos that it has are there, and counted", async () => {
    await expect(page.locator("[data-photo] img")).toHaveCount(3);
    await expect(page.getByText("3/5 images uploaded")).toBeVisible();
  });
  expect(await axeViolations(page)).toEqual([]);

  await test.step("R200 R202 R203 several files picked together are added with previews, and a toast says so", async () => {
    await expect(gallery(page)).toHaveAttribute("accept", /^image\//);
    await gallery(page).setInputFiles([await file(130), await file(140)]);
    await expect(toast(page, "Added 2 image(s)")).toBeVisible();
    await expect(page.locator("[data-photo] img")).toHaveCount(5);
    await expect(page.getByText("5/5 images uploaded")).toBeVisible();
  });
  await page.getByRole("button", { name: "Photo 5: ready" }).click();
  await page.getByRole("button", { name: "Make cover" }).click();
  await page.getByRole("button", { name: "Photo 3: ready" }).click();
  await page.getByRole("button", { name: "Move right" }).click();
  await page.getByLabel("Price").fill("399");
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`/api/products/${id}`, async (route) => {
    await isSeen;
    await route.continue();
  });
  const saving = page.getByRole("button", { name: "Updating..." });
  await test.step("R205 R206 R354 Update Product becomes Updating...", async () => {
    await update(page).click();
    await expect(saving).toBeVisible();
  });
  await test.step("R207 the button shows a spinner", () =>
    expect(saving.locator("svg")).toHaveCSS("animation-name", "spin"));
  await test.step("R208 R354 the button is disabled", () => expect(saving).toBeDisabled());
  await test.step("R355 R356 R492 success is shown, and leads to the profile", async () => {
    letGo();
    await expect(toast(page, "Product updated successfully!")).toBeVisible();
    await page.unroute(`/api/products/${id}`);
    await page.waitForURL("/profile");
    const { price, images } = await readProduct(page, id);
    expect(price).toBe(399);
    expect(images.map(({ width }) => width)).toEqual([140, 100, 120, 110, 130]);
  });
});

test(
  "R404, R405, R493 photos that do not fit are refused and a removed one is said to be",
  { tag: "@sweep" },
  async ({ page }) => {
    const { _id: id } = await openLamp(page);
    await gallery(page).setInputFiles(await Promise.all([130, 140, 150, 160].map(file)));
    await expect(toast(page, "Added 3 image(s)")).toBeVisible();
    await expect(toast(page, "Maximum 5 images allowed (you have 2)")).toBeVisible();
    await page.getByRole("button", { name: "Remove photo 5" }).click();
    await expect(toast(page, "Image removed")).toBeVisible();
    await expect(page.getByText("4/5 images uploaded")).toBeVisible();
    const name = "large.jpg";
    const large = { name, mimeType: "image/jpeg", buffer: Buffer.alloc(15_728_641) };
    await gallery(page).setInputFiles(large);
    await expect(toast(page, "Each image must be under 15MB")).toBeVisible();
    await expect(page.getByText("4/5 images uploaded")).toBeVisible();
    expect((await readProduct(page, id)).images).toHaveLength(2);
  },
);

test(
  "Q76 the first fault in the listed order is shown, and each at its field",
  { tag: "@sweep" },
  async ({ page }) => {
    const { _id: id } = await openLamp(page);
    await test.step("R402 a price that is none, or zero", async () => {
      await page.getByLabel("Price").fill("cheap");
      await update(page).click();
      await expect(toast(page, "Price must be a number")).toBeVisible();
      await page.getByLabel("Price").fill("0");
      await update(page).click();
      await expect(toast(page, "Price must be greater than zero.")).toBeVisible();
    });

    const faults = [
      ["R398", "Address", "Address is required"],
      ["R397", "Description", "Description is required"],
      ["R396", "Price", "Price is required"],
      ["R395", "Name", "Product name is required"],
    ] as const;
    await page.getByLabel("Price").fill("450");
    for (const [line, label, sentence] of faults) {
      await test.step(`${line} ${sentence}`, async () => {
        await page.getByLabel(label).fill(" ");
        await update(page).click();
        await expect(toast(page, sentence)).toBeVisible();
      });
    }
    const atField = (sentence: string) =>
      expect(page.locator("form").getByText(sentence, { exact: true })).toBeVisible();
    await test.step("R403 no photo", async () => {
      for (const place of [2, 1])
        await page.getByRole("button", { name: `Remove photo ${place}` }).click();
      await update(page).click();
      await atField("Please upload at least one image");
    });
    for (const [, , sentence] of faults) await atField(sentence);
    expect((await readProduct(page, id)).images).toHaveLength(2);
  },
);

test("R204, R545, Q78 leaving with changes asks first, without changes it does not", async ({
  page,
}) => {
  await openLamp(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  // The address changes before the page; going back opens another form.
  await expect(page.getByRole("heading", { name: "My Listings" })).toBeVisible();
  await expect(page).toHaveURL("/profile");
  await page.goBack();
  await expect(page.getByLabel("Name")).toHaveValue("Study lamp");
  await page.getByLabel("Name").fill("Reading lamp");
  await page.getByRole("link", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "No" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Reading lamp");
  await page.getByRole("link", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("/profile");
});

test(
  "each failure has its sentence, and the form keeps what was typed",
  { tag: "@sweep" },
  async ({ page }) => {
    await test.step("R486 without a session", async () => {
      await page.goto("/edit-product/01930000-0000-7000-8000-000000000001");
      await expect(toast(page, "Please login to continue")).toBeVisible();
      await page.waitForURL("/login");
    });

    const { _id: id, student } = await openLamp(page);
    await test.step("R487 the product is refused", async () => {
      await page.goto("/edit-product/01930000-0000-7000-8000-000000000001");
      await expect(toast(page, "Failed to load product")).toBeVisible();
    });
    await test.step("R488 the product does not come", async () => {
      await page.route(`/api/products/${id}`, (route) => route.abort(), { times: 1 });
      await page.goto(`/edit-product/${id}`);
      await expect(toast(page, "Error loading product")).toBeVisible();
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Name").fill("Reading lamp");

    const answers = [
      ["R491 no answer", "Error updating product", undefined],
      [
        "R490 an answer without a message",
        "Failed to update product",
        { status: 200, body: "<html>" },
      ],
      [
        "R490 an answer with a message",
        "That's a lot of changes for one day. Please continue tomorrow.",
        {
          status: 429,
          json: {
            code: "edit-quota",
            message: "That's a lot of changes for one day. Please continue tomorrow.",
          },
        },
      ],
    ] as const;
    for (const [name, sentence, answer] of answers) {
      await test.step(`${name}: ${sentence}`, async () => {
        await page.route(
          `/api/products/${id}`,
          (route) => (answer ? route.fulfill(answer) : route.abort()),
          { times: 1 },
        );
        await update(page).click();
        await expect(toast(page, sentence)).toBeVisible();
        await expect(page.getByLabel("Name")).toHaveValue("Reading lamp");
      });
    }

    await test.step("R489 R505 the session is over", async () => {
      await page.route(/\/api\/(products|auth\/token)/, (route) =>
        route.fulfill({ status: 401, json: {} }),
      );
      await update(page).click();
      await expect(toast(page, "Session expired. Please login again")).toBeVisible();
      await page.waitForURL("/login");
    });

    await page.unrouteAll();
    await signIn(page, student, "/");
    await page.getByRole("link", { name: /^Continue to/ }).click();
    await page.waitForURL(`/edit-product/${id}`);
    await expect(page.getByText("Your unsaved changes were restored.")).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Reading lamp");
    await update(page).click();
    await expect(toast(page, "Product updated successfully!")).toBeVisible();
  },
);

test(
  "R487 another student's listing is refused like an absent one",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    await enter(page, "Edha Editor");
    const { _id: id } = await listLamp(page);
    const other = await (await openBrowser(phone)).newPage();
    await signIn(other, "Rohan Mehta", `/edit-product/${id}`);
    await expect(toast(other, "Failed to load product")).toBeVisible();
    await expect(other.getByLabel("Name")).toHaveCount(0);
  },
);

test(
  "Q78 a newer version is shown before it is overwritten",
  { tag: "@sweep" },
  async ({ page }) => {
    const { _id: id } = await openLamp(page);
    const changeElsewhere = async (price: string) =>
      page.request.put(`/api/products/${id}`, {
        headers: await bearer(page),
        multipart: { ...lamp, price },
      });
    await page.getByLabel("Name").fill("Reading lamp");
    await changeElsewhere("500");
    await update(page).click();
    const conflict = page.getByRole("alertdialog");
    await expect(conflict).toContainText("₹500");
    expect(await axeViolations(page)).toEqual([]);
    await conflict.getByRole("button", { name: "Keep editing mine" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("Reading lamp");
    await changeElsewhere("600");
    await update(page).click();
    await conflict.getByRole("button", { name: "Use the newer version" }).click();
    await expect(page.getByLabel("Price")).toHaveValue("600");
    await page.getByLabel("Name").fill("Desk lamp");
    await update(page).click();
    await expect(toast(page, "Product updated successfully!")).toBeVisible();
    expect(await readProduct(page, id)).toMatchObject({ name: "Desk lamp", price: 600 });
  },
);
