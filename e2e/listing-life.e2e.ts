import { openDatabase } from "@market/server/db/database";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

test("R778 R782 a seller reserves a listing with two taps, takes it back, deletes it and brings it back", async ({
  page,
}) => {
  await enter(page, "Leela Seller");
  const id = await listItem(page, { name: "Lamp for later" });
  await page.goto("/profile");
  const listing = page.getByRole("article").filter({ hasText: "Lamp for later" });
  await listing.getByRole("button", { name: "More for Lamp for later" }).click();
  await listing.getByRole("button", { name: "Reserve: Lamp for later" }).click();
  await page
    .getByRole("dialog", { name: "Reserve until" })
    .getByRole("button", { name: "Tonight" })
    .click();
  await expect(listing.getByText(/^Reserved until \w+$/)).toBeVisible();

  await test.step("R778 the listing says so", async () => {
    await page.goto(`/item/${id}`);
    await expect(page.getByText(/^Reserved until \w+$/)).toBeVisible();
    await page.goto("/profile");
    await listing.getByRole("button", { name: "No longer reserved" }).click();
    await listing.getByRole("button", { name: "More for Lamp for later" }).click();
    await expect(listing.getByRole("button", { name: /^Reserve/ })).toBeVisible();
  });

  await test.step("R782 R1114 a deleted listing says until when it can be brought back from the profile", async () => {
    await listing.getByRole("button", { name: "Delete Lamp for later" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    const inAWeek = new Date(Date.now() + 7 * 86_400_000);
    await expect(listing).toHaveCount(0);
    const deleted = page.getByRole("listitem").filter({ hasText: "Lamp for later" });
    const [, until = ""] = /until (.* [ap]m)/.exec(await deleted.innerText()) ?? [];
    expect(until).toMatch(/^\d+ [A-Z][a-z]+, \d+:\d\d [ap]m$/);
    const shown = new Date(`${until} +0530 ${inAWeek.getFullYear()}`.replace(",", ""));
    expect(Math.abs(shown.getTime() - inAWeek.getTime())).toBeLessThan(120_000);
    await page.getByRole("button", { name: "Restore: Lamp for later" }).click();
    await expect(listing).toBeVisible();
    await page.goto(`/item/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lamp for later");
  });
});

test(
  "R1115 who types the name of an item that is listed already renews it with one tap, and keeps what was typed",
  { tag: "@sweep" },
  async ({ page, market }) => {
    await enter(page, "Leela Forgetful");
    const id = await listItem(page, { name: "Blue study lamp" });
    const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
    await db.run("update products set expired_at = now() where id = $1", [id]);
    await db.close();
    await page.goto("/sell");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Study lamp, blue");
    const offer = page.getByText(
      /^This looks like your Blue study lamp of \d+ [A-Z][a-z]+: renew it\?$/,
    );
    await expect(offer).toBeVisible();
    await name.fill("Study table");
    await expect(offer).toBeHidden();
    await name.fill("Study lamp, blue");
    await page.getByRole("button", { name: "Renew it: Blue study lamp" }).tap();
    // Checked before the page, because the toast disappears after seconds.
    await expect(page.getByText("Renewed. It is back in the lists.")).toBeVisible();
    await expect(page).toHaveURL(`/item/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blue study lamp");
    const { product } = (await (await page.request.get(`/api/items/${id}`)).json()) as {
      product: object;
    };
    expect(product).not.toHaveProperty("expired");
    await page.goto("/sell");
    await expect(name).toHaveValue("Study lamp, blue");
  },
);
