import { picturePaths } from "@market/fixtures/pictures";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expect, phone, test } from "./support/market.ts";
import { type Orientation, phonePhoto } from "./support/phone-photo.ts";
import { untilSeen } from "./support/still-clock.ts";
import { enter } from "./support/students.ts";

test.use(phone);

type Picked = { name: string; mimeType: string; buffer: Buffer };
async function photoFiles(...orientations: Orientation[]): Promise<Picked[]> {
  const photos = await Promise.all(orientations.map(phonePhoto));
  return photos.map((buffer, place) => ({
    name: `held ${orientations[place]}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
}

async function smallPicture(): Promise<Picked> {
  const create = { width: 64, height: 64, channels: 3, background: "teal" } as const;
  return {
    name: "small.png",
    mimeType: "image/png",
    buffer: await sharp({ create }).png().toBuffer(),
  };
}

async function openSell(page: Page): Promise<void> {
  await enter(page, "Sanjay Selling");
  await page.goto("/sell");
  await expect(page.getByRole("button", { name: "List Item" })).toBeVisible();
}

const gallery = (page: Page) => page.getByLabel("Photos from the gallery");
const photo = (page: Page, place: number) =>
  page.getByRole("button", { name: `Photo ${place}: ready` });

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Price").fill("1200");
  await page.getByText("Mobility & Transport", { exact: true }).click();
  await page.getByText("Used - Good").click();
  await page.getByText("Nearby").click();
  await page.getByLabel("Address").fill("Patia, near the bus stop");
  await page.getByLabel("Description").fill("Two years old, new tyres.\nLock included.");
}

type Own = {
  name: string;
  price: number;
  locationType: string;
  images: { width: number; height: number }[];
};

/** The student's own products, as a client with the same token reads them. */
async function ownProducts(page: Page): Promise<Own[]> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.get("/api/products/user", {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { products: Own[] }).products;
}

test("an incomplete form says why, in a notice and under the field, and keeps its input", async ({
  page,
}) => {
  await openSell(page);
  await test.step("R125 R126 the page has its title and its tagline", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sell an Item");
    await expect(page.getByText("List your item for sale to CGU people.")).toBeVisible();
  });
  const group = (name: string) => page.getByRole("group", { name });
  for (const [field, part] of [
    ["R127 name", page.getByLabel("Name")],
    ["R128 price", page.getByLabel("Price")],
    ["R129 description", page.getByLabel("Description")],
    ["R130 locationType", group("Location type").getByRole("radio").first()],
    ["R131 address", page.getByLabel("Address")],
    ["R132 category", group("Category").getByRole("radio").first()],
    ["R133 condition", group("Condition").getByRole("radio").first()],
    ["R134 images", gallery(page)],
  ] as const) {
    await test.step(`${field} is a field`, () => expect(part).toBeEditable());
  }
  await page.getByLabel("Name").fill("Cycle");
  await page.getByRole("button", { name: "List Item" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Please fill in all fields and upload at least one image.",
  );
  await expect(page.getByText("Please upload at least one image")).toBeVisible();
  await expect(page.getByText("Price is required")).toBeVisible();
  await expect(page.getByRole("button", { name: "Gallery" })).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Cycle");

  await gallery(page).setInputFiles(await smallPicture());
  await expect(page.getByText("1 image(s) added successfully!")).toBeVisible();
  await fillIn(page, "Cycle");
  await test.step("R378 a price of zero is refused", async () => {
    await page.getByLabel("Price").fill("0");
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(page.getByText("Price must be greater than zero.").last()).toBeVisible();
    expect(await ownProducts(page)).not.toContainEqual(expect.objectContaining({ name: "Cycle" }));
  });

  await test.step("R368 a student who is no longer logged in is refused", async () => {
    await page.getByLabel("Price").fill("1200");
    await page.route(/\/api\/(products\/create|auth\/token)/, (route) =>
      route.fulfill({ status: 401, json: {} }),
    );
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(page.getByText("User not logged in")).toBeVisible();
    await expect(page).toHaveURL("/login");
  });
});

test("only five photos of at most 15 MB are taken", async ({ page }) => {
  await openSell(page);
  const small = await smallPicture();
  const large = { name: "large.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(15_728_641) };
  const text = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
  await test.step("R379 R381 a photo above 15 MB and a text are refused", async () => {
    await gallery(page).setInputFiles([large, text]);
    await expect(page.getByText("File is too large (Max: 15MB).")).toBeVisible();
    await expect(page.getByText("This file is not a photo that can be read.")).toBeVisible();
  });
  await test.step("R380 R382 R406 five of six are added, and toasts say so", async () => {
    await gallery(page).setInputFiles([small, small, small, small, small, small]);
    await expect(page.getByText("5 image(s) added successfully!")).toBeVisible();
    await expect(page.getByText("You can upload a maximum of 5 images.")).toBeVisible();
    await expect(page.getByText("5 of 5")).toBeVisible();
  });
  await test.step("R135 each can be removed again", async () => {
    for (const place of [5, 4, 3, 2, 1])
      await page.getByRole("button", { name: `Remove photo ${place}` }).click();
    await expect(page.getByText("0 of 5")).toBeVisible();
  });
});

test("three phone photos are shrunk and listed although a connection is cut in the second", async ({
  page,
}) => {
  await page.clock.install();
  await openSell(page);
  const keys: string[] = [];
  await page.route("**/api/photos", async (route) => {
    const headers = await route.request().allHeaders();
    keys.push(headers["idempotency-key"] ?? "");
    if (keys.length === 2) return route.abort("connectionreset");
    return route.continue();
  });
  await gallery(page).setInputFiles(await photoFiles(6, 3, 8));
  await fillIn(page, "Hero Sprint cycle");
  for (const place of [1, 2, 3]) await expect(photo(page, place)).toBeVisible();
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(3);
  const shrunk = await page
    .locator("[data-photo] img")
    .evaluateAll((all: HTMLImageElement[]) =>
      all.map((each) => [each.naturalWidth, each.naturalHeight]),
    );
  expect(shrunk).toEqual([
    [1536, 2048],
    [2048, 1536],
    [1536, 2048],
  ]);

  await page.getByRole("button", { name: "Photo 3: ready" }).click();
  await page.getByRole("button", { name: "Make cover" }).click();
  await expect(page.getByText("₹1,200")).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await test.step("R345 success is shown", async () => {
    await page.getByRole("button", { name: "List Item" }).click();
    await untilSeen(page.getByText("Product listed successfully!"));
    await expect(page).toHaveURL("/sell");
  });
  const sheet = page.getByRole("dialog", { name: "Share it with your hostel" });
  await test.step("R613 it can be shared immediately", async () => {
    await expect(sheet).toContainText("Hero Sprint cycle");
    await expect(sheet).toContainText("₹1,200");
    await expect(sheet.getByLabel("Link")).toHaveValue(/\/i\/[a-z2-9]{7}$/);
    await expect(sheet.getByRole("link", { name: "Send on WhatsApp" })).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Copy link" })).toBeVisible();
  });
  await test.step("R142 R347 R520 success leads to the profile after 3 s", async () => {
    await page.clock.fastForward(3000);
    await page.waitForURL("/profile");
    await page.clock.resume();
  });
  await test.step("R613 the sheet stays over the profile until it is closed", async () => {
    await expect(page.getByRole("heading", { name: "My Listings" })).toBeAttached();
    await expect(sheet).toBeVisible();
    await sheet.getByRole("button", { name: "Close this dialog" }).click();
    await expect(sheet).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { name: "My Listings" })).toBeVisible();
    await expect(sheet).toHaveCount(0);
  });

  const listed = (await ownProducts(page)).filter(({ name }) => name === "Hero Sprint cycle");
  expect(listed).toEqual([expect.objectContaining({ price: 1200, locationType: "nearby" })]);
  const shapes = listed[0]?.images.map(({ width, height }) => (width > height ? "wide" : "tall"));
  expect(shapes).toEqual(["tall", "tall", "wide"]);
  await test.step("R346 the form is empty again", async () => {
    await page.getByRole("link", { name: "Sell", exact: true }).last().tap();
    await expect(page).toHaveURL("/sell");
    await expect(page.getByLabel("Name")).toHaveValue("");
  });
  await test.step("R611 but for the place of the last listing, which is no draft", async () => {
    await expect(page.getByLabel("Address")).toHaveValue("Patia, near the bus stop");
    await expect(page.getByRole("radio", { name: /^Nearby/ })).toBeChecked();
    await page.reload();
    await expect(page.getByLabel("Address")).toHaveValue("Patia, near the bus stop");
    await expect(page.getByText("Continue your draft?")).toBeHidden();
  });
  await test.step("R612 the name suggests a category, and one tap accepts it", async () => {
    await page.getByLabel("Name").fill("Study lamp");
    const suggestion = page.getByRole("button", { name: "Choose the category Study Essentials" });
    await suggestion.tap();
    await expect(page.getByRole("radio", { name: "Study Essentials" })).toBeChecked();
    await expect(suggestion).toBeHidden();
  });
});

test(
  "R619 a fully uploaded photo is shown as being checked, and its ring turns",
  { tag: "@sweep" },
  async ({ page }) => {
    // To the page, a request that the test holds back has sent no bytes.
    await page.addInitScript(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function sendAll(body) {
        send.call(this, body);
        this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 9, total: 9 }));
      };
    });
    await openSell(page);
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/api/photos", async (route) => {
      await isSeen;
      await route.continue();
    });
    await gallery(page).setInputFiles(await smallPicture());
    await expect(page.getByRole("button", { name: "Photo 1: being checked" })).toBeVisible();
    await expect(page.locator("[data-photo] .animate-spin")).toBeVisible();
    letGo();
    await expect(photo(page, 1)).toBeVisible();
  },
);

test(
  "a reload brings the draft back with its photos and goes on uploading",
  { tag: "@sweep" },
  async ({ page }) => {
    await openSell(page);
    let isHeld = true;
    let sent = 0;
    await page.route("**/api/photos", (route) => {
      sent += 1;
      // Neither answered nor cut off, as on a train in a tunnel.
      if (!isHeld || sent === 1) return route.continue();
      return undefined;
    });
    await gallery(page).setInputFiles(picturePaths("study-lamp").slice(0, 3));
    await fillIn(page, "Study lamp");
    await expect(photo(page, 1)).toBeVisible();
    await expect(page.getByText("2 of 3 photos still uploading")).toBeVisible();
    // The last word is typed, and the page is left in the same moment.
    await page.getByLabel("Description").fill("Bright and warm.\nBulb included.");
    await page.goto("/about");
    isHeld = false;
    await page.goto("/sell");
    await expect(page.getByText("Continue your draft?")).toBeVisible();
    for (const place of [1, 2, 3]) await expect(photo(page, place)).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Study lamp");
    await expect(page.getByLabel("Description")).toHaveValue("Bright and warm.\nBulb included.");
    await expect(page.getByRole("radio", { name: /Mobility & Transport/ })).toBeChecked();

    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Name")).toHaveValue("");
    await page.reload();
    await expect(page.getByText("0 of 5")).toBeVisible();
    await expect(page.getByText("Continue your draft?")).toBeHidden();
  },
);

test("an error keeps the form, and a second try under the same key lists once", async ({
  page,
}) => {
  await openSell(page);
  const keys: string[] = [];
  const message = "You have reached the number of items for now.";
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/products/create", async (route) => {
    keys.push((await route.request().allHeaders())["idempotency-key"] ?? "");
    switch (keys.length) {
      case 1:
        // The server does the work, and its answer is lost.
        await route.fetch();
        await isSeen;
        return route.abort("connectionreset");
      case 2:
        return route.fulfill({
          status: 429,
          json: { success: false, status: 429, code: "listing-quota", message },
        });
      case 3:
        return route.fulfill({ status: 502, body: "Bad gateway" });
      default:
        return route.continue();
    }
  });
  await gallery(page).setInputFiles(await smallPicture());
  await fillIn(page, "Scientific calculator");
  await test.step("R343 R344 while it works the button says so and is disabled", async () => {
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(page.getByRole("button", { name: "Processing..." })).toBeDisabled();
  });
  const toasts = page.getByRole("region", { name: "Notifications" });
  await test.step("R348 R473 a lost answer is shown", async () => {
    letGo();
    await expect(toasts.getByText("Error listing product. Please try again.")).toBeVisible();
  });
  await test.step("R472 a refusal is shown, with and without a message from the server", async () => {
    for (const sentence of [message, "Error listing product"]) {
      await page.getByRole("button", { name: "List Item" }).click();
      await expect(toasts.getByText(sentence, { exact: true })).toBeVisible();
    }
  });
  await expect(page.getByLabel("Name")).toHaveValue("Scientific calculator");
  await page.getByRole("button", { name: "List Item" }).click();
  await expect(page.getByText("Product listed successfully!")).toBeVisible();
  await test.step("R1100 the success replaces what failed before", async () =>
    expect(await toasts.getByText(/^Error listing product/).count()).toBe(0));
  expect(new Set(keys).size).toBe(1);
  const listed = (await ownProducts(page)).filter(({ name }) => name === "Scientific calculator");
  expect(listed).toHaveLength(1);
});

test("photos change places by keyboard and by dragging", { tag: "@sweep" }, async ({ page }) => {
  await openSell(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await gallery(page).setInputFiles([await smallPicture(), await smallPicture()]);
  for (const place of [1, 2]) await expect(photo(page, place)).toBeVisible();
  const pictures = () =>
    page
      .locator("[data-photo] img")
      .evaluateAll((all) => all.map((each) => each.getAttribute("src")));
  const [first, second] = await pictures();
  await photo(page, 1).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Move right" }).focus();
  await page.keyboard.press("Enter");
  expect(await pictures()).toEqual([second, first]);
  await photo(page, 2).dragTo(photo(page, 1));
  expect(await pictures()).toEqual([first, second]);
});

test(
  "beside a keyboard on a small phone, what has the focus is never under the button that sends",
  { tag: "@sweep" },
  async ({ page }) => {
    await openSell(page);
    await page.setViewportSize({ width: 360, height: 400 });
    const bar = page.locator(".submit-bar");
    const send = page.getByRole("button", { name: "List Item" });
    await page.getByRole("button", { name: "Add a cover photo" }).focus();
    const reached: string[] = [];
    while (!(await send.evaluate((button) => button === document.activeElement))) {
      await page.keyboard.press("Tab");
      const focused = page.locator("form :focus:not(textarea):not(.submit-bar *)");
      if ((await focused.count()) === 0) continue;
      const { y, height } = (await focused.boundingBox()) ?? { y: Number.NaN, height: 0 };
      reached.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 80)));
      expect(y + height, reached.at(-1)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    }
    expect(reached.length).toBeGreaterThan(6);
  },
);
