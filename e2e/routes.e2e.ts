import { expect, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

/** Every row of the route table as a student sees it; documents.e2e.ts has a visitor's side. */
const open = [
  ["R030", "/", "Your campus, Your Marketplace !"],
  ["R031", "/home", "Your campus, Your Marketplace !"],
  ["R032", "/about", "About Us"],
  ["R033", "/terms", "Terms and Conditions"],
  ["R034", "/privacy", "Privacy Policy"],
  ["R036", "/how-it-works", "How it works"],
  ["R037", "/community-guidelines", "Community guidelines"],
  ["R038", "/buy", "Buy"],
  ["R039", "/sell", "Sell an Item"],
  ["R040", "/cart", "Cart"],
  ["R041", "/profile", "Asha Patnaik"],
] as const;

test(
  "R045 R049 R411 a student reaches every page of the route table but the two for visitors (Q73)",
  {
    tag: "@sweep",
  },
  async ({ page }) => {
    await signIn(page, "Asha Patnaik");
    for (const [line, path, heading] of open) {
      await test.step(`${line} ${path}`, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
        await expect(page, path).toHaveURL(path);
        await expect(
          page.getByRole("region", { name: "Notifications", includeHidden: true }),
        ).toHaveCount(1);
      });
    }
    await test.step("R042 /edit-product/{productId}", async () => {
      await page
        .getByRole("link", { name: /^Edit / })
        .first()
        .click();
      await expect(page).toHaveURL(/\/edit-product\/[0-9a-f-]{36}$/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit product");
    });
    for (const path of ["/login", "/register"]) {
      await page.goto(path);
      await expect(page, path).toHaveURL("/");
    }
  },
);
