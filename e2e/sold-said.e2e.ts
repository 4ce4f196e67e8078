import type { Page } from "@playwright/test";
import { openDatabase } from "@market/server/db/database";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter, storedValue } from "./support/students.ts";

test.use(phone);

/** A new student who asked for the number hours ago, with an account that is older than a day. */
async function enterBuyer(page: Page, name: string, productId: string, databaseUrl: string) {
  const { email } = await enter(page, name);
  const authorization = `Bearer ${await storedValue(page, "token")}`;
  const contact = await page.request.get(`/api/products/${productId}`, {
    headers: { authorization },
  });
  expect(contact.status()).toBe(200);
  const db = openDatabase(databaseUrl, () => undefined, { size: 1 });
  await db.run(
    `with buyer as (
       update users set created_at = created_at - interval '2 days'
       where identity_id = (select id from identities where email = $1) returning id
     )
     update outcomes set contacted_at = contacted_at - interval '5 hours' where buyer_id = (select id from buyer)`,
    [email],
  );
  await db.close();
}

test("R1058 R1050 buyers say in the strip and in the item's dialog that it was sold, and its seller brings it back", async ({
  page: first,
  openBrowser,
  market,
}) => {
  const name = "Red cycle that is gone";
  const seller = await (await openBrowser(phone)).newPage();
  await enter(seller, "Asha Gone");
  const id = await listItem(seller, { name });
  await enterBuyer(first, "Rohan Gone", id, market.databaseUrl);

  await test.step("the strip has a third answer", async () => {
    await first.goto("/");
    const strip = first.getByRole("complementary", { name: "How did it go?" });
    await expect(strip).toContainText(`Did Asha reply about ${name}?`);
    await expect(strip.getByRole("button")).toHaveText(["", "Yes", "No", "It was sold"]);
    await strip.getByRole("button", { name: "It was sold" }).tap();
    await expect(first.getByText("Thank you.")).toBeVisible();
    await expect(strip).toBeHidden();
  });

  const second = await (await openBrowser(phone)).newPage();
  await test.step("the item's page and dialog offer it to those who have asked, and to no others", async () => {
    await enter(second, "Neha Gone");
    await second.goto(`/item/${id}`);
    await expect(second.getByText("Asha", { exact: true })).toBeVisible();
    await expect(second.getByRole("button", { name: "It was sold" })).toHaveCount(0);
    const third = await (await openBrowser(phone)).newPage();
    await enterBuyer(third, "Farhan Gone", id, market.databaseUrl);
    await third.goto(`/item/${id}`);
    await expect(third.getByRole("button", { name: "It was sold" })).toBeVisible();
    await third.goto(`/buy?q=${encodeURIComponent(name)}`);
    await third.getByRole("link", { name }).first().tap();
    const dialog = third.getByRole("dialog", { name });
    await dialog.getByRole("button", { name: "It was sold" }).tap();
    await expect(dialog.getByText("Thank you.")).toBeVisible();
  });

  await test.step("its page gives no number any more, and the seller reads why", async () => {
    await second.goto(`/item/${id}`);
    await expect(second.getByText("This item is not offered at the moment.")).toBeVisible();
    await expect(second.getByRole("button", { name: "Chat on WhatsApp" })).toHaveCount(0);
    await seller.goto("/notices");
    await expect(
      seller.getByText(`Paused: 2 buyers say that it was sold. Still there? ${name}`),
    ).toBeVisible();
    await seller.goto("/profile");
    const card = seller.getByRole("article").filter({ hasText: name });
    await expect(card).toContainText("Paused: buyers say that it was sold.");
    await card.getByRole("button", { name: "Still available" }).tap();
    await expect(card).not.toContainText("Paused");
    await second.goto(`/item/${id}`);
    await expect(second.getByRole("button", { name: "Chat on WhatsApp" })).toBeVisible();
  });
});

test(
  "R1059 a listing that nobody has confirmed for long says so on its card and page",
  { tag: "@sweep" },
  async ({ page, market }) => {
    const name = "Kettle of October";
    await enter(page, "Silent Seller");
    const id = await listItem(page, { name });
    const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
    await db.run("update products set unconfirmed_since = '2026-10-03' where id = $1", [id]);
    await db.close();
    await page.goto(`/item/${id}`);
    await expect(page.getByText("Not confirmed since 3 October")).toBeVisible();
    await page.goto(`/buy?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole("link", { name }).first()).toContainText(
      "Not confirmed since 3 October",
    );
  },
);
