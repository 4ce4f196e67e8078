import type { BrowserContext, Locator, Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { listItem } from "./support/listing.ts";
import { expect, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

/** Durations to the millisecond, by a clock that stands still until a test moves it. */

test.use({ viewport: { width: 1440, height: 900 } });

/** Opens a page whose clock then only moves on demand. */
async function openStill(page: Page, path: string, isThere: Locator): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await expect(isThere).toBeVisible();
  await untilHydrated(isThere);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Lets the page finish its tasks, in which React works and which the clock does not stop. */
async function settle(part: Locator): Promise<void> {
  await untilHydrated(part);
  await part.evaluate(async () => {
    const turn = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", resolve, { once: true });
        port1.start();
        port2.postMessage(undefined);
      });
    for (let turns = 0; turns < 5; turns += 1) await turn();
  });
}

/** Checks that something happens after these milliseconds, and not before. */
async function expectAfter(
  page: Page,
  milliseconds: number,
  before: () => Promise<void>,
  after: () => Promise<void>,
): Promise<void> {
  await page.clock.runFor(milliseconds - 1);
  await before();
  await page.clock.runFor(1);
  await after();
}

async function expectToastFor(page: Page, sentence: string, milliseconds: number): Promise<void> {
  const toast = page.locator(".toast").filter({ hasText: sentence });
  const isShown = () => expect(toast).toHaveAttribute("data-visible", "true");
  await isShown();
  await expectAfter(page, milliseconds, isShown, () =>
    expect(toast).toHaveAttribute("data-visible", "false"),
  );
}

const track = (page: Page) => page.locator(".carousel-track");
/** Restarts the carousel's timer. */
async function touchCarousel(page: Page): Promise<void> {
  await settle(track(page));
  await page.mouse.move(720, 300);
  await page.mouse.move(2, 880);
  await settle(track(page));
}
async function expectTurnAfter(page: Page, milliseconds: number): Promise<void> {
  await touchCarousel(page);
  const place = (await track(page).getAttribute("data-index")) ?? "";
  await expectAfter(
    page,
    milliseconds,
    () => expect(track(page)).toHaveAttribute("data-index", place),
    () => expect(track(page)).not.toHaveAttribute("data-index", place),
  );
}

/** Checks that a card's photos turn under the mouse after these milliseconds. */
async function expectSlideshow(page: Page, card: Locator, milliseconds: number): Promise<void> {
  const strip = card.locator(".photo-strip");
  const place = () =>
    strip.evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth));
  await settle(strip);
  await strip.hover();
  await settle(strip);
  await expectAfter(
    page,
    milliseconds,
    async () => expect(await place()).toBe(0),
    () => expect.poll(place).toBe(1),
  );
}

/** Lists something with two photos as a new student, so that it is among the newest. @returns its card's address */
async function listWithPhotos(openBrowser: () => Promise<BrowserContext>): Promise<string> {
  const seller = await (await openBrowser()).newPage();
  await enter(seller, "Tarini Timed");
  return `/item/${await listItem(seller, { name: "Lamp with photos" }, 2)}`;
}

test("a visitor's carousel and cards", { tag: "@sweep" }, async ({ page, openBrowser }) => {
  const address = await listWithPhotos(openBrowser);
  await openStill(page, "/", page.getByRole("button", { name: "Pause slides" }));
  await test.step("R086 R515 the carousel turns every 2000 ms", () => expectTurnAfter(page, 2000));
  await test.step("R517 a turn takes 1000 ms", () =>
    expect(track(page)).toHaveCSS("transition-duration", "1s"));
  await test.step("R101 R518 a card's photos turn every 1000 ms", async () =>
    expectSlideshow(page, page.locator(`main a[href="${address}"]`).last(), 1000));
  await test.step("R522 a toast of neither success nor error stays 4 s", async () => {
    await page.mouse.move(2, 880);
    await page.context().setOffline(true);
    await expect(page.getByRole("complementary", { name: "Connection" })).toBeVisible();
    await page.context().setOffline(false);
    await expectToastFor(page, "You are back online.", 4000);
  });
});

test("a student's carousel, cards and toasts", { tag: "@sweep" }, async ({ page, openBrowser }) => {
  const address = await listWithPhotos(openBrowser);
  await signIn(page, "Asha Patnaik");
  await test.step("R516 signed in the carousel turns every 1500 ms", async () => {
    await openStill(page, "/", page.getByText("Hi, Asha"));
    await expectTurnAfter(page, 1500);
  });

  await page.clock.resume();
  await test.step("R519 on the Buy page a card's photos turn every 500 ms", async () => {
    const products = page.getByRole("region", { name: "Products" });
    await openStill(page, "/buy?sort=newest", products.getByRole("link").first());
    await expectSlideshow(page, page.locator(`main a[href="${address}"]`).first(), 500);
  });

  await page.clock.resume();
  // The oldest came with the demo data, and has several photos.
  const own = page
    .getByRole("article")
    .filter({ has: page.locator(".photo-strip") })
    .last();
  await test.step("R177 in the profile a card's photos turn every second", async () => {
    await openStill(page, "/profile", own);
    await expectSlideshow(page, own, 1000);
  });

  const sold = own.getByRole("switch");
  const isSold = !(await sold.isChecked());
  await page.route("**/toggle-sold", (route) => route.abort());
  await page.route(
    "**/toggle-sold",
    (route) => route.fulfill({ json: { success: true, isSold, message: "" } }),
    { times: 1 },
  );
  await test.step("R524 a toast of success stays 2 s", async () => {
    await sold.click();
    await page.mouse.move(2, 880);
    const sentence = isSold ? "Product marked as sold" : "Product marked as unsold";
    await expectToastFor(page, sentence, 2000);
  });
  await test.step("R523 a toast of an error stays 4 s", async () => {
    await sold.click();
    await page.mouse.move(2, 880);
    await expectToastFor(page, "Failed to update sold status", 4000);
  });

  await test.step("R531 a tooltip comes after 700 ms", async () => {
    const edit = own.getByRole("link", { name: /^Edit / });
    await edit.hover();
    const tip = await edit.evaluate((link) => {
      const { content, transitionDelay } = getComputedStyle(link, "::after");
      return { content, transitionDelay };
    });
    expect(tip).toEqual({
      content: JSON.stringify(await edit.getAttribute("aria-label")),
      transitionDelay: "0.7s",
    });
  });
});

test("R347 R520 R524 a listing leads to the profile after 3 s, and its toast is gone after 2 s", async ({
  page,
}) => {
  await signIn(page, "Asha Patnaik");
  await page.clock.install();
  await page.route("**/api/products/create", (route) =>
    route.fulfill({ status: 201, json: { success: true, message: "", product: listed } }),
  );
  await page.goto("/sell");
  await page
    .getByLabel("Photos from the gallery")
    .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: dot });
  await page.getByLabel("Name").fill("Desk lamp");
  await page.getByLabel("Price").fill("300");
  for (const choice of ["Study Essentials", "Like New", "On-Campus"])
    await page.getByText(choice).click();
  await page.getByLabel("Address").fill("Library gate");
  await page.getByLabel("Description").fill("Warm light.");
  await expect(page.getByRole("button", { name: "Photo 1: ready" })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: "List Item" }).click();
  await page.mouse.move(2, 880);
  await expectToastFor(page, "Product listed successfully!", 2000);
  await expectAfter(
    page,
    1000,
    () => expect(page).toHaveURL("/sell"),
    () => expect(page).toHaveURL("/profile"),
  );
});

test("the edit page's toasts, and where it leads", { tag: "@sweep" }, async ({ page }) => {
  await signIn(page, "Asha Patnaik", "/profile");
  const address = await page
    .getByRole("link", { name: /^Edit / })
    .first()
    .getAttribute("href");
  const update = page.getByRole("button", { name: "Update Product" });
  await openStill(page, address ?? "", update);
  const answers = [{ status: 500, body: "" }, { json: { success: true, message: "" } }];
  await page.route("**/api/products/*", (route) =>
    route.request().method() === "PUT" ? route.fulfill(answers.shift()) : route.continue(),
  );
  await page.getByLabel("Name").fill("Another name");
  await test.step("R525 a toast of an error stays 4 s", async () => {
    await update.click();
    await page.mouse.move(2, 880);
    await expectToastFor(page, "Failed to update product", 4000);
  });
  await test.step("R355 R356 R521 success is shown, and leads to the profile after 2 s", async () => {
    await update.click();
    await page.mouse.move(2, 880);
    await expect(page.getByText("Product updated successfully!")).toBeVisible();
    await expectAfter(
      page,
      2000,
      () => expect(page).toHaveURL(address ?? ""),
      () => expect(page).toHaveURL("/profile"),
    );
  });
  await test.step("R526 a toast of success stays 3 s", () =>
    expectToastFor(page, "Product updated successfully!", 1000));
});

const listed = { _id: "lamp", name: "Desk lamp", price: 300, condition: "Like New", images: [] };

const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==",
  "base64",
);
