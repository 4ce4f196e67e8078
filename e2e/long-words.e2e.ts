import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { findOverflow } from "./support/sideways.ts";
import { enter, storedValue } from "./support/students.ts";

const word = "Donaudampfschifffahrtselektrizitaetenhauptwer";
const address = `https://shop.example/${"very-long-path-without-a-break".repeat(6)}?id=1234567890&ref=x`;
const texts = [
  {
    name: word,
    description: `${word} ${word}`,
    address: word,
  },
  {
    name: address.slice(0, 100),
    description: `See ${address} for more.`,
    address: address.slice(0, 200),
  },
  {
    name: "W".repeat(100),
    description: "W".repeat(400),
    address: "W".repeat(200),
  },
];

for (const [what, long] of [
  ["a long word", texts.slice(0, 1)],
  ["a long address and a hundred capital Ws", texts.slice(1)],
] as const)
  test(
    `R1101 ${what} break no screen of a phone, and Chat stays in sight`,
    { tag: "@sweep" },
    async ({ page, openBrowser }) => {
      await page.setViewportSize(phone.viewport);
      await enter(page, `${word} Longword`);
      const listings: { id: string; text: (typeof texts)[number] }[] = [];
      for (const text of long) listings.push({ id: await listItem(page, text), text });
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect.poll(() => findOverflow(page), "/").toEqual([]);
      await page.goto("/profile");
      for (const { text } of listings) {
        const ask = page.getByRole("button", { name: `Delete ${text.name}` }).first();
        await expect(ask).toBeVisible();
        await expect.poll(() => findOverflow(page), "/profile").toEqual([]);
        await ask.click();
        const question = page.getByRole("alertdialog", {
          name: `Delete ${text.name}?`,
          exact: true,
        });
        await expect(question).toBeVisible();
        await expect.poll(() => findOverflow(page), "the question before deleting").toEqual([]);
        await page.keyboard.press("Escape");
        await expect(question).toBeHidden();
      }
      const buyer = await (await openBrowser(phone)).newPage();
      await enter(buyer, "Lokesh Longword");
      for (const { id, text } of listings)
        await test.step(text.name, async () => {
          await page.goto(`/edit-product/${id}`);
          await expect(page.getByLabel("Name")).toHaveValue(text.name);
          await expect.poll(() => findOverflow(page), "the form").toEqual([]);

          await buyer.goto(`/item/${id}`);
          const chat = buyer.getByRole("button", { name: "Chat on WhatsApp" });
          await chat.scrollIntoViewIfNeeded();
          await expect(chat).toBeInViewport({ ratio: 1 });
          for (const width of [768, phone.viewport.width]) {
            await buyer.setViewportSize({ ...phone.viewport, width });
            await expect.poll(() => findOverflow(buyer), `the item's page at ${width}`).toEqual([]);
          }
          await buyer.goto("/buy?sort=newest");
          await buyer.locator(`main a[href*="${id}"]`).first().click();
          const dialog = buyer.getByRole("dialog", { name: text.name });
          await expect(dialog.getByRole("button", { name: "Chat on WhatsApp" })).toBeInViewport({
            ratio: 1,
          });
          await expect(dialog.getByText(text.description)).toBeVisible();
          await expect.poll(() => findOverflow(buyer), "the dialog").toEqual([]);
          await dialog.getByRole("button", { name: "Add to cart" }).click();
          await dialog.getByRole("button", { name: `Save ${text.name}` }).click();
          await dialog.getByRole("button", { name: "Share" }).click();
          await expect(buyer.getByRole("dialog", { name: "Share this item" })).toBeVisible();
          await expect.poll(() => findOverflow(buyer), "the way to share").toEqual([]);
        });
      for (const screen of ["/cart", "/saved", "/buy?sort=newest", `/buy?q=${word}`]) {
        await buyer.goto(screen);
        await expect(buyer.getByRole("heading", { level: 1 })).toBeVisible();
        for (const { text } of screen.includes("?q=") ? [] : listings)
          await expect(buyer.locator("main")).toContainText(text.name);
        await expect.poll(() => findOverflow(buyer), screen).toEqual([]);
      }
      await test.step("what was deleted, and an alert", async () => {
        const headers = { authorization: `Bearer ${await storedValue(page, "token")}` };
        for (const { id } of listings)
          await page.request.delete(`/api/products/${id}`, { headers });
        await page.request.put("/api/alerts", { headers, data: { q: word } });
        await page.goto("/profile");
        for (const { text } of listings)
          await expect(page.getByRole("button", { name: `Restore: ${text.name}` })).toBeVisible();
        await expect(page.getByText(`“${word}”`)).toBeVisible();
        await expect.poll(() => findOverflow(page), "/profile").toEqual([]);
      });
    },
  );
