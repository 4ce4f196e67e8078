import type { Locator, Page } from "@playwright/test";
import { listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

/** Finds what covers or clips a field, its label or its error. */
const coversOf = (field: Locator) =>
  field.evaluate((control) => {
    const box = control.closest("[data-field]")?.getBoundingClientRect();
    if (!box) return ["no field"];
    const covers = [...document.querySelectorAll("header.bar, .submit-bar, .toast")].filter(
      (cover) => {
        const { top, bottom, left, right } = cover.getBoundingClientRect();
        return top < box.bottom - 1 && bottom > box.top + 1 && left < box.right && right > box.left;
      },
    );
    const seen = covers.map(({ className }) => className.split(" ", 1)[0]);
    if (box.top < 0 || box.bottom > innerHeight)
      seen.push(`${Math.round(box.top)} to ${Math.round(box.bottom)} of ${innerHeight}`);
    return seen;
  });

const sizes = [phone.viewport, { width: 768, height: 1024 }, { width: 1440, height: 900 }];
const spoil = {
  Name: (page: Page) => page.getByLabel("Name").fill(""),
  Price: (page: Page) => page.getByLabel("Price").fill("free"),
  Address: (page: Page) => page.getByLabel("Address").fill(""),
  Description: (page: Page) => page.getByLabel("Description").fill(""),
};
type Fault = [label: keyof typeof spoil, from: "top" | "bottom"];
const every = (["Name", "Price", "Address", "Description"] as const).flatMap((label): Fault[] => [
  [label, "top"],
  [label, "bottom"],
]);

for (const viewport of sizes) {
  test(
    `the first field that is wrong is wholly in sight at ${viewport.width} px, and no notice covers it`,
    { tag: "@sweep" },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await enter(page, "Firoz Faulty");
      const address = `/edit-product/${await listItem(page)}`;
      // Otherwise the draft would bring back earlier invalid values.
      await page.addInitScript(() => sessionStorage.clear());
      for (const [label, from] of every) {
        await page.goto(address);
        await expect(page.getByLabel("Name")).not.toHaveValue("");
        await spoil[label](page);
        await page.evaluate(
          (end) => window.scrollTo({ top: end === "top" ? 0 : 1e6, behavior: "instant" }),
          from,
        );
        // Enter is no substitute: the focused button would scroll into view.
        await page.getByRole("button", { name: "Update Product" }).click();
        await expect(page.locator(".toast")).toBeVisible();
        await expect(page.getByLabel(label)).toBeFocused();
        await expect
          .poll(() => coversOf(page.getByLabel(label)), `${label}, from the ${from}`)
          .toEqual([]);
      }
    },
  );
}
