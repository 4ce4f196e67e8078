import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

test(
  "R1222 the last tap on a switch of the notices counts, though the first is still on its way",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Suri Switches");
    await page.goto("/notices");
    const choice = page.getByRole("switch", { name: "Price drops of saved items" });
    await expect(choice).toBeChecked();
    const isTapped = Promise.withResolvers<void>();
    await page.route(
      "**/api/notices/settings",
      async (route) => {
        await isTapped.promise;
        await route.fallback();
      },
      { times: 1 },
    );
    let answers = 0;
    page.on("response", (response) => {
      if (response.request().method() === "PUT" && response.url().endsWith("/settings"))
        answers += 1;
    });
    await choice.tap();
    await expect(choice).not.toBeChecked();
    await choice.tap();
    await expect(choice).toBeChecked();
    isTapped.resolve();
    await expect.poll(() => answers).toBe(2);
    await page.reload();
    await expect(choice).toBeChecked();
  },
);
