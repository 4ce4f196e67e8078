import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

test.use(phone);

test("a student sees who sells, a visitor only since when", async ({ page, openBrowser }) => {
  const seller = await (await openBrowser()).newPage();
  await enter(seller, "Mohini Seller");
  const id = await listItem(seller, { name: "Lamp of a seller" });
  const since = /^Verified CGU student since [A-Z][a-z]+ \d{4}$/;

  await test.step("R602 the item's page tells a visitor neither name nor avatar", async () => {
    await page.goto(`/item/${id}`);
    await expect(page.getByText(since)).toBeVisible();
    await expect(page.getByText("Mohini")).toHaveCount(0);
    await expect(page.locator('main img[src^="/avatars/"]')).toHaveCount(0);
  });
  await signIn(page, "Rohan Mehta", "/buy?sort=newest");
  await page.locator(`main a[href*="${id}"]`).first().tap();
  const dialog = page.getByRole("dialog", { name: "Lamp of a seller" });
  await test.step("R601 the dialog tells a student the first name", async () => {
    await expect(dialog.getByText("Mohini", { exact: true })).toBeVisible();
    await expect(dialog.getByText("Mohini Seller")).toHaveCount(0);
    await expect(dialog.locator('img[src^="/avatars/"]')).toBeVisible();
    await expect(dialog.getByText(since)).toBeVisible();
  });
  await test.step("R604 a line on meeting safely stands above the chat", async () => {
    const line = dialog.getByText("Meet on campus, check the item, then pay.");
    const chat = dialog.getByRole("button", { name: "Chat on WhatsApp" });
    await expect(line).toBeInViewport({ ratio: 1 });
    const [above, below] = [await line.boundingBox(), await chat.boundingBox()];
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  });
  await test.step("the photo fills the width of the phone", async () => {
    expect((await dialog.locator(".gallery-photo").boundingBox())?.width).toBe(360);
  });
});

test("R603 R414 R415 a seller's own listing is changed, shared and sold where it is looked at", async ({
  page,
}) => {
  await enter(page, "Ojas Owner");
  const id = await listItem(page, { name: "Lamp of my own" });
  await page.goto("/buy?sort=newest");
  await page.locator(`main a[href*="${id}"]`).first().tap();
  const dialog = page.getByRole("dialog", { name: "Lamp of my own" });
  await expect(dialog.getByRole("link", { name: "Edit", exact: true })).toHaveAttribute(
    "href",
    `/edit-product/${id}`,
  );
  await expect(dialog.getByRole("button", { name: "Share" })).toHaveCount(1);
  await expect(dialog.getByText("then pay")).toHaveCount(0);
  await dialog.getByRole("button", { name: "You can't chat with yourself" }).press("Enter");
  await expect(dialog.getByText("This is your product.")).toBeVisible();
  await dialog.getByRole("button", { name: "Mark as Sold" }).tap();
  await expect(page.getByText("Product marked as sold")).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goto(`/item/${id}`);
  await expect(page.getByText("This item has been sold.")).toBeVisible();
});

test(
  "R1133 the seller's facts are on lines of their own, block and report are behind one button",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    const seller = await (await openBrowser()).newPage();
    await enter(seller, "Mridula Lines");
    const id = await listItem(seller, { name: "Lamp of two lines" });
    await enter(page, "Ravi Reader");
    await page.route("**/api/sellers/*", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { seller: object };
      return route.fulfill({
        response: answer,
        json: { ...body, seller: { ...body.seller, deals: 2, good: 2, replies: "usually" } },
      });
    });
    await page.goto(`/item/${id}`);
    for (const line of [/^Verified CGU student since /, /^2 deals, all good$/, /^Usually replies$/])
      await expect(page.getByText(line)).toBeVisible();

    const block = page.getByRole("button", { name: "Block", exact: true });
    await expect(block).toBeHidden();
    await page.getByRole("button", { name: "More about Mridula" }).tap();
    await expect(block).toBeVisible();
    await page.getByRole("button", { name: "Report Mridula" }).tap();
    await expect(page.getByRole("dialog", { name: "Report this student" })).toBeVisible();
  },
);
