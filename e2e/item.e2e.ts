import { untilHydrated } from "./support/hydrated.ts";
import { castListing } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

test.use({ ...phone, permissions: ["clipboard-read", "clipboard-write"] });

test("Q10, Q47, R728 a product is shared from its dialog, opened by a visitor, and says when it is sold", async ({
  page,
  openBrowser,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await signIn(page, "Priya Nair");
  const product = await castListing(page);
  await page.goto("/buy?sort=price-high");
  await page.locator(`a[href="/item/${product._id}"]`).first().tap();
  const dialog = page.getByRole("dialog", { name: product.name });
  await dialog.getByRole("button", { name: "Share" }).tap();
  const sheet = page.getByRole("dialog", { name: "Share this item" });
  const address = new URL(`/item/${product._id}`, page.url()).href;
  const short = new URL(`/i/${product.code}`, page.url()).href;
  await expect(sheet.getByLabel("Link")).toHaveValue(short);
  const messenger = await sheet
    .getByRole("link", { name: "Send on WhatsApp" })
    .getAttribute("href");
  expect(decodeURIComponent(messenger ?? "")).toMatch(
    new RegExp(`^https://wa\\.me/\\?text=.+ for ₹[\\d,.]+\\n${short}$`),
  );
  await sheet.getByRole("button", { name: "Copy link" }).tap();
  await expect(page.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(short);
  await dialog.getByRole("link", { name: "Open page" }).tap();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.name);

  const visitor = await (await openBrowser(phone)).newPage();
  const document = await visitor.goto(short);
  expect(document?.status()).toBe(200);
  await expect(visitor).toHaveURL(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(product.name);
  const chat = visitor.getByRole("button", { name: "Chat on WhatsApp" });
  for (const part of [chat, visitor.getByRole("heading", { level: 1 })])
    await expect(part).toBeInViewport({ ratio: 1 });
  await expect(visitor.getByRole("button", { name: "Share" })).toBeInViewport({ ratio: 1 });
  await visitor.getByRole("heading", { name: "Description" }).scrollIntoViewIfNeeded();
  await expect(chat).toBeInViewport({ ratio: 1 });
  const image = await visitor.locator('meta[property="og:image"]').getAttribute("content");
  const card = await visitor.request.get(image ?? "");
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
  expect((await card.body()).length).toBeLessThan(300_000);

  const similar = visitor.getByRole("region", { name: "More like this" }).getByRole("link");
  // An impatient visitor taps twice while the page is coming: Back still leads to the first one.
  const released = Promise.withResolvers<void>();
  await visitor.context().route("**/api/items/*", async (route) => {
    await released.promise;
    await route.fallback();
  });
  await similar.first().tap();
  await expect(visitor).not.toHaveURL(address);
  await similar.first().tap();
  released.resolve();
  await expect(visitor.getByRole("heading", { level: 1 })).not.toHaveText(product.name);
  await expect(visitor.getByRole("button", { name: "Chat on WhatsApp" })).toBeVisible();
  await visitor.goBack();
  await expect(visitor).toHaveURL(address);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(product.name);
  await visitor.getByRole("button", { name: "Chat on WhatsApp" }).tap();
  await expect(visitor).toHaveURL("/login");
  // The address changes with the tap, the page when it has loaded.
  await expect(visitor.getByRole("button", { name: /^Login with/ })).toBeVisible();

  await visitor.context().route(`**/api/items/${product._id}`, async (route) => {
    const answer = await route.fetch();
    const item = (await answer.json()) as { product: object };
    await route.fulfill({ json: { ...item, product: { ...item.product, isSold: true } } });
  });
  await visitor.goBack();
  await expect(visitor.getByText("This item has been sold.")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Chat on WhatsApp" })).toHaveCount(0);
});

test("R102 the dialog opens immediately, with a placeholder of its content", async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.context().route("**/assets/detail-*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto("/");
  const dialog = page.locator("dialog.dialog-detail");
  const card = page.locator('main a[href^="/item/"]').first();
  await untilHydrated(card);
  await card.tap();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Close this dialog" })).toBeFocused();
  await expect(dialog.locator("[aria-busy]")).toBeVisible();
  release();
  await expect(dialog.getByRole("heading", { level: 2 }).first()).toBeVisible();
  await expect(dialog.locator("[aria-busy]")).toHaveCount(0);
});
