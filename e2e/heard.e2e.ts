import { castListing } from "./support/listing.ts";
import { expect, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

/** What a screen reader says; what is seen beside it is tested with the pages. */

test("R1235 a card and its dialog say a name once, and headings stand below each other", async ({
  page,
}) => {
  await signIn(page, "Rohan Mehta");
  const { _id, name } = await castListing(page);
  await page.goto("/buy?sort=price-high");
  const card = page.locator(`main a[href="/item/${_id}"]`);
  await expect(card).toMatchAriaSnapshot(`
    - link /^₹40,000 Gaming laptop, i5 12th gen, RTX 3050, 16 GB Used - Good On-Campus/:
      - /children: equal
      - /url: /item/${_id}
      - paragraph: ₹40,000
      - heading "Gaming laptop, i5 12th gen, RTX 3050, 16 GB" [level=3]
      - paragraph: Used - Good On-Campus
      - paragraph
  `);
  await page.goto(`/buy?sort=price-high&item=${_id}`);
  const dialog = page.getByRole("dialog", { name });
  await expect(dialog.getByRole("heading", { level: 2 })).toHaveText([name]);
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveText([
    "Description",
    "More from this seller",
    "More like this",
  ]);
  await expect(dialog.getByRole("button", { name: "Add to cart" })).toHaveAccessibleDescription("");
  const others = dialog.getByRole("region").getByRole("listitem");
  await expect(others.getByRole("heading", { level: 4 })).toHaveCount(await others.count());
});

test("R1235 an item's page says price and name before what can be done", async ({ page }) => {
  const { _id } = await castListing(page);
  await page.goto(`/item/${_id}`);
  await expect(page.getByRole("article")).toMatchAriaSnapshot(`
    - paragraph: ₹40,000
    - heading "Gaming laptop, i5 12th gen, RTX 3050, 16 GB" [level=1]
    - button "Share"
  `);
});

test("R1235 the sell form says no empty list and no empty place", async ({ page }) => {
  await signIn(page, "Rohan Mehta", "/sell");
  await expect(page.getByRole("group", { name: "Photos" })).toMatchAriaSnapshot(`
    - group "Photos 0 of 5":
      - /children: deep-equal
      - text: Photos
      - status: 0 of 5
      - list:
        - listitem:
          - button "Add a cover photo"
      - button "Gallery"
      - paragraph: or drop photos here, or paste them
  `);
});
