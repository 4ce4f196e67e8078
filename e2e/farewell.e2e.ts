import { openDatabase } from "@market/server/db/database";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

const dayAhead = (days: number) =>
  new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

test(
  "R1123 R1120 a student who leaves decides about each item on a phone, and changes a decision",
  { tag: "@sweep" },
  async ({ page, market }) => {
    await enter(page, "Leela Leaver");
    const names = ["Brass lamp", "Rocking chair", "Ceiling fan", "Copper kettle"];
    for (const name of names) await listItem(page, { name });
    await page.goto("/profile");
    await page.getByRole("link", { name: "When you leave" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Before you leave");
    await page.getByLabel("I leave on").fill(dayAhead(10));
    await page.getByRole("button", { name: "Save" }).tap();
    await expect(page.getByText("Saved.")).toBeVisible();
    const row = (name: string) => page.getByRole("article").filter({ hasText: name });
    await page.getByRole("button", { name: "Sold: Brass lamp" }).tap();
    await expect(row("Brass lamp").getByRole("status")).toContainText("Sold");
    await page.getByRole("button", { name: "Take down: Rocking chair" }).tap();
    await expect(row("Rocking chair").getByRole("status")).toContainText("Taken down");
    await page.getByRole("button", { name: "Keep until …: Ceiling fan" }).tap();
    await row("Ceiling fan").getByLabel("Keep until", { exact: true }).fill(dayAhead(40));
    await row("Ceiling fan").getByRole("button", { name: "Keep", exact: true }).tap();
    await expect(row("Ceiling fan").getByRole("status")).toContainText(
      /Kept until \d+ [A-Z][a-z]+/,
    );
    await test.step("the focus goes on to what can be done next", () =>
      expect(page.getByRole("button", { name: "Change: Ceiling fan" })).toBeFocused());
    await page.getByRole("button", { name: "Change: Brass lamp" }).tap();
    await expect(page.getByRole("button", { name: "Sold: Brass lamp" })).toBeFocused();

    await test.step("R1120 a strip asks about the others, once a visit", async () => {
      const other = await page.context().newPage();
      await other.goto("/about");
      const strip = other.getByRole("complementary", { name: "Before you leave" });
      await expect(strip).toContainText(
        /You leave on \d+ [A-Z][a-z]+: what happens with your 2 items\?/,
      );
      await strip.getByRole("link", { name: "Decide" }).tap();
      await expect(other).toHaveURL("/farewell");
      await expect(strip).toBeHidden();
    });

    await test.step("the profile says why what stayed open is paused", async () => {
      const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
      await db.run(
        "update products set resting_at = now(), resting_because = 'left' where name = $1",
        ["Copper kettle"],
      );
      await db.close();
      await page.goto("/profile");
      await expect(row("Copper kettle")).toContainText(
        "Paused: the day until which you were here is over.",
      );
      await expect(row("Ceiling fan")).not.toContainText("Paused");
    });
  },
);
