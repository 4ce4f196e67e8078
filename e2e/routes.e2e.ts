import { expect, test } from "./market.ts";
import { signIn } from "./students.ts";

/** Every row of the route table as a student sees it; a visitor's side is told in documents.e2e.ts. */
const open = [
  ["/", /./],
  ["/home", /./],
  ["/about", "About Us"],
  ["/terms", "Terms and Conditions"],
  ["/privacy", "Privacy Policy"],
  ["/how-it-works", "How it works"],
  ["/community-guidelines", "Community guidelines"],
  ["/buy", "Buy"],
  ["/sell", "Sell an Item"],
  ["/cart", "Cart"],
  ["/profile", "Asha Patnaik"],
] as const;

test("R028 to R042, R045, R049, R411 a student reaches every page of the route table but the two for visitors (Q73)", async ({
  page,
}) => {
  await signIn(page, "Asha Patnaik");
  for (const [path, heading] of open) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading);
    await expect(page, path).toHaveURL(path);
    await expect(
      page.getByRole("region", { name: "Notifications", includeHidden: true }),
    ).toHaveCount(1);
  }
  await page
    .getByRole("link", { name: /^Edit / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/edit-product\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit product");
  for (const path of ["/login", "/register"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL("/");
  }
});
