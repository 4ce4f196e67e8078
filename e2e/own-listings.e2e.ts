import { openDatabase } from "@market/server/db/database";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

test("R1106 R1218 a hidden listing asks its seller nothing that cannot be answered, and after an answer the focus stays on the listing", async ({
  page,
  market,
}) => {
  await enter(page, "Sana Seller");
  const ids = [];
  for (const name of ["Paused lamp", "Expired kettle", "Hidden chair", "Sold stool"])
    ids.push(await listItem(page, { name }));
  const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
  await db.run(
    `update products set resting_at = case when id <> $2 then now() end,
       expired_at = case when id in ($2, $3) then now() end, hidden_at = case when id = $3 then now() end
     where id in ($1, $2, $3, $4)`,
    ids,
  );
  await db.close();
  await page.goto("/profile");
  const card = (name: string) => page.getByRole("article").filter({ hasText: name });
  await expect(card("Hidden chair")).toContainText("Hidden");
  await expect(card("Hidden chair").getByRole("button", { name: /Still|Renew/ })).toHaveCount(0);

  await card("Paused lamp").getByRole("button", { name: "Still available" }).tap();
  await expect(card("Paused lamp").getByRole("heading")).toBeFocused();
  await card("Expired kettle").getByRole("button", { name: "Renew" }).tap();
  await expect(card("Expired kettle").getByRole("heading")).toBeFocused();
  const stool = card("Sold stool");
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    "**/toggle-sold",
    async (route) => {
      await isAnswered;
      await route.fallback();
    },
    { times: 1 },
  );
  await stool.getByRole("button", { name: "Mark as Sold" }).tap();
  await expect(stool.getByRole("heading")).toBeFocused();
  await expect(page.getByRole("button", { name: /Still available|Renew/ })).toHaveCount(0);
  // While the sale is still being sent.
  await stool.getByRole("button", { name: "List again" }).tap();
  await expect(stool.getByRole("heading")).toBeFocused();
  answer();
  await expect(page.getByText("Product marked as unsold")).toBeVisible();
  await stool.getByRole("button", { name: "More for Sold stool" }).tap();
  await stool.getByRole("button", { name: "Reserve: Sold stool" }).tap();
  await page.getByRole("button", { name: "Tonight" }).tap();
  const release = stool.getByRole("button", { name: "No longer reserved" });
  await expect(release).toBeVisible();
  await expect(stool.getByRole("heading")).toBeFocused();
  await release.tap();
  await expect(release).toHaveCount(0);
  await expect(stool.getByRole("heading")).toBeFocused();
});

test(
  "R1130 R1131 the profile is short at 360 px, and a listing keeps what is rarely needed behind one button",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Meghna Compact");
    const id = await listItem(page, { name: "Lamp of one row" });
    await page.goto("/profile");
    const facts = page.getByRole("region", { name: "About you" }).locator("dl > div");
    const card = page.getByRole("article").filter({ hasText: "Lamp of one row" });
    const share = card.getByRole("button", { name: "Share Lamp of one row" });
    const reserve = card.getByRole("button", { name: "Reserve: Lamp of one row" });
    const more = card.getByRole("button", { name: "More for Lamp of one row" });

    await test.step("R1130 phone, email, course and semester are two by two, and the first listing is on the screen", async () => {
      const [phoneBox, emailBox, courseBox, semesterBox] = await Promise.all(
        [0, 1, 2, 3].map(async (nth) => (await facts.nth(nth).boundingBox()) ?? { x: -1, y: -1 }),
      );
      expect(emailBox?.y).toBe(phoneBox?.y);
      expect(semesterBox?.y).toBe(courseBox?.y);
      expect(emailBox?.x).toBeGreaterThan(phoneBox?.x ?? Infinity);
      await expect(card.getByRole("heading")).toBeInViewport();
      expect((await card.boundingBox())?.y).toBeLessThan(380);
    });
    await test.step("R1131 one line of description and of address, one row of actions", async () => {
      await expect(share).toBeHidden();
      await expect(reserve).toBeHidden();
      const row = [
        card.getByRole("switch", { name: "Mark as Sold: Lamp of one row" }),
        more,
        card.getByRole("link", { name: "Edit Lamp of one row" }),
        card.getByRole("button", { name: "Delete Lamp of one row" }),
      ];
      const middles = await Promise.all(
        row.map(async (action) => {
          const box = await action.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 0) / 2;
        }),
      );
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
      expect((await card.boundingBox())?.height).toBeLessThan(260);
    });
    await test.step("R1131 one button shows the others, and hides them again", async () => {
      await more.tap();
      await expect(more).toHaveAttribute("aria-expanded", "true");
      await expect(share).toBeVisible();
      await expect(reserve).toBeVisible();
      await expect(card.getByRole("link", { name: "Poster of Lamp of one row" })).toHaveAttribute(
        "href",
        `/item/${id}/poster`,
      );
      await more.tap();
      await expect(reserve).toBeHidden();
    });
  },
);
