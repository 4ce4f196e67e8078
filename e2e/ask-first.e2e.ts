import type { Page } from "@playwright/test";
import { axeViolations, settle } from "./support/axe.ts";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { enter, storedValue } from "./support/students.ts";

const narrow = { ...phone, viewport: { width: 360, height: 740 }, bypassCSP: true };
test.use(narrow);

/** All that a browser stores for the market. */
const stores = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        texts.push(request.url);
        if (/json|html/.test(answer?.headers.get("content-type") ?? ""))
          texts.push((await answer?.text()) ?? "");
      }
    }
    return texts.join("\n");
  });
async function expectWellMade(page: Page): Promise<void> {
  await settle(page);
  expect(await findOverflow(page)).toEqual([]);
  expect(await axeViolations(page)).toEqual([]);
}

test("R1203 R1204 R1190 a buyer asks on a phone, the seller answers in the bell, and the buyer chats", async ({
  page: buyer,
  openBrowser,
}) => {
  const seller = await (await openBrowser(narrow)).newPage();
  await enter(seller, "Nila Number");
  // All who enter here have the same one.
  const number = "+919700011122";
  const changed = await seller.request.put("/api/auth/profile", {
    headers: { authorization: `Bearer ${await storedValue(seller, "token")}` },
    data: { phone: number, country: "India" },
  });
  expect(changed.status()).toBe(200);
  await test.step("the seller chooses for all items", async () => {
    await seller.goto("/profile");
    const choice = seller.getByRole("switch", { name: "Buyers ask first" });
    await choice.tap();
    await expect(choice).toHaveAttribute("aria-checked", "true");
    await expectWellMade(seller);
  });
  const id = await listItem(seller, { name: "Lamp to ask for", address: "East door of hostel 9" });

  await buyer.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
  const { name } = await enter(buyer, "Rishi Request");
  await buyer.goto(`/item/${id}`);
  const note = buyer.getByText("Chat asks with your first name and deals.");
  const chat = buyer.getByRole("button", { name: "Chat on WhatsApp" });
  const dialog = buyer.getByRole("dialog");
  await expect(note).toBeVisible();
  await test.step("the tap asks", async () => {
    await chat.tap();
    await expect(dialog).toContainText("Nila was asked for the number.");
    await expectWellMade(buyer);
    await dialog.getByText("Close", { exact: true }).tap();
    await expect(buyer.getByText("Nila has not answered yet.")).toBeVisible();
    await expect(note).toHaveCount(0);
  });
  await test.step("another tap says where it stands, and can take it back", async () => {
    await chat.tap();
    await expect(dialog).toContainText("Nila has not answered yet.");
    await dialog.getByRole("button", { name: "Withdraw" }).tap();
    await expect(note).toBeVisible();
    await chat.tap();
    await expect(dialog).toContainText("Nila was asked for the number.");
    await dialog.getByText("Close", { exact: true }).tap();
  });
  const stored = await stores(buyer);
  expect(stored).not.toContain(number.slice(-8));
  expect(stored).not.toContain("East door");

  await test.step("the notice leads to the profile, where the student can also be blocked", async () => {
    await seller.goto("/notices");
    await expectWellMade(seller);
    await seller
      .getByRole("link", { name: `${name.split(" ")[0]} (no deals yet) asks for your number` })
      .tap();
    await expect(seller).toHaveURL(/\/profile#requests$/);
    const request = seller
      .getByRole("article")
      .filter({ hasText: "Rishi asks for your number: Lamp to ask for" });
    await expect(request.getByRole("button", { name: "Not now" })).toBeVisible();
    await expect(request.getByRole("button", { name: "It is sold" })).toBeVisible();
    await expect(request.getByRole("button", { name: "Block Rishi" })).toBeVisible();
    await expectWellMade(seller);
  });
  await test.step("the seller answers in the bell", async () => {
    await seller.goto("/notices");
    await seller.getByRole("button", { name: "Share my number" }).tap();
    await expect(seller.getByText("You shared your number.")).toBeVisible();
  });
  await test.step("the buyer is told, and chats", async () => {
    await buyer.goto("/notices");
    await buyer.getByRole("link", { name: /Nila shares the number with you/ }).tap();
    await expect(buyer.getByText("Nila shares the number with you.")).toBeVisible();
    const popup = buyer.waitForEvent("popup");
    await chat.tap();
    await (await popup).waitForURL(`https://wa.me/${number.slice(1)}?**`);
    await expect(buyer.getByText("East door of hostel 9")).toBeVisible();
  });
});

test(
  "R1204 a listing has a choice of its own, which the form begins with",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Charu Choice");
    const id = await listItem(page, { name: "Lamp with a choice", contact: "ask" });
    await page.goto(`/edit-product/${id}`);
    const choice = page.getByRole("switch", { name: "Buyers ask first" });
    await expect(choice).toHaveAttribute("aria-checked", "true");
    await choice.tap();
    await page.getByRole("button", { name: "Update Product" }).tap();
    await expect(page).toHaveURL("/profile");
    const answer = await page.request.get(`/api/items/${id}`);
    expect(((await answer.json()) as { product: object }).product).toMatchObject({
      contact: "open",
    });
  },
);
