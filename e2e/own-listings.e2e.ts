import { openDatabase } from "@market/server/db/database";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

test("R1106 R977 a hidden listing asks its seller nothing that cannot be answered, and after an answer the focus stays on the listing", async ({
  page,
  market,
}) => {
  await enter(page, "Sana Seller");
  const ids = [];
  for (const name of ["Paused lamp", "Expired kettle", "Hidden chair"])
    ids.push(await listItem(page, { name }));
  const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
  await db.run(
    `update products set listed = false, resting_at = case when id <> $2 then now() end,
       expired_at = case when id <> $1 then now() end, hidden_at = case when id = $3 then now() end
     where id in ($1, $2, $3)`,
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
  await expect(page.getByRole("button", { name: /Still available|Renew/ })).toHaveCount(0);
});
