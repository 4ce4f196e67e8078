import type { Locator } from "@playwright/test";
import { settle } from "./support/axe.ts";
import { list, panorama, portrait } from "./support/extremes.ts";
import { castListing, listItem } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

const boxOf = async (part: Locator) => {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (!box) throw new Error("It is not drawn");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test(
  "R1152 R1154 a phone counts the photos, with their strip below; the seller follows the title",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await (await openBrowser(phone)).newPage();
    await enter(page, "Pranav Photos");
    const [two, five] = [
      await listItem(page, { name: "Pranav's lamp, two photos" }, 2),
      await listItem(page, { name: "Pranav's lamp, five photos" }, 5),
    ];
    const buyer = await (await openBrowser(phone)).newPage();
    await enter(buyer, "Bhavna Buyer");
    for (const path of [`/item/${five}`, `/buy?sort=newest&item=${five}`])
      await test.step(path, async () => {
        await buyer.goto(path);
        const scope = buyer.locator(path.includes("?") ? "dialog[open]" : "main");
        const title = scope.getByRole("heading", { name: "Pranav's lamp, five photos" });
        await expect(title).toBeVisible();
        await settle(buyer);
        const photo = scope.locator(".gallery-photo");
        const strip = scope.locator(".gallery-strip");
        const [above, below] = [await boxOf(photo), await boxOf(strip)];
        expect([above.x, above.width]).toEqual([0, 360]);
        expect(below.height).toBe(48);
        expect(below.y - above.bottom).toBeGreaterThanOrEqual(0);
        expect(below.y - above.bottom).toBeLessThan(16);
        const count = photo.getByText("1/5", { exact: true });
        await expect(count).toBeInViewport({ ratio: 1 });
        const up = scope.getByRole("button", { name: "Scroll photos up" });
        const down = scope.getByRole("button", { name: "Scroll photos down" });
        await expect(up).toBeDisabled();
        await expect(down).toBeEnabled();

        // A finger moves the strip of photos; the thumbnails follow.
        await photo.locator(".photo-strip").evaluate((photos) => {
          photos.scrollTo({ left: 4 * photos.clientWidth, behavior: "instant" });
        });
        await expect(photo.getByText("5/5", { exact: true })).toBeVisible();
        await expect(scope.getByRole("tab", { name: "Photo 5 of 5" })).toHaveAttribute(
          "aria-selected",
          "true",
        );
        await expect(down).toBeDisabled();

        const seller = scope.getByText("Pranav", { exact: true });
        await expect(seller).toBeVisible();
        const condition = scope.getByText("Like New", { exact: true }).first();
        expect((await boxOf(seller)).y).toBeGreaterThan((await boxOf(title)).bottom - 1);
        expect((await boxOf(seller)).y - (await boxOf(title)).bottom).toBeLessThan(32);
        expect((await boxOf(condition)).y).toBeGreaterThan((await boxOf(seller)).bottom);

        const bar = scope.locator(".item-actions, .detail-actions");
        await expect(bar.getByRole("paragraph")).toHaveText([
          "Meet on campus, check the item, then pay.",
        ]);
      });
    await test.step("two photos need no scrolling", async () => {
      await buyer.goto(`/item/${two}`);
      for (const name of ["Scroll photos up", "Scroll photos down"])
        await expect(buyer.getByRole("button", { name })).toBeDisabled();
    });
  },
);

test(
  "R1153 the box of a photo has its shape at 768 and 1440 px, with similar items beside it",
  { tag: "@sweep" },
  async ({ page, openBrowser }) => {
    const { _id, name } = await castListing(page);
    for (const viewport of [
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
    ]) {
      const window = await (await openBrowser({ viewport })).newPage();
      await enter(window, "Wide Window");
      await window.goto(`/item/${_id}`);
      const box = await boxOf(window.locator("main .gallery-photo"));
      expect(box.width / box.height).toBeCloseTo(0.8, 1);
      const similar = window.getByRole("region", { name: "More like this" });
      if (viewport.width === 1440) {
        const report = window.getByRole("button", { name: "Report", exact: true });
        // Both move down when the seller's facts arrive.
        const distance = async () => (await boxOf(similar)).y - (await boxOf(report)).bottom;
        await expect.poll(distance).toBeLessThan(60);
        const row = await boxOf(similar);
        expect(row.x, "similar items stand in the right column").toBeGreaterThan(box.right);
        expect(row.bottom, "which ends no earlier than the photo").toBeGreaterThan(box.bottom);
      }
      await window.goto(`/buy?sort=price-high&item=${_id}`);
      const dialog = window.getByRole("dialog", { name, exact: true });
      await expect(dialog.getByRole("heading", { name })).toBeVisible();
      // It moves while it opens.
      await settle(window);
      const photo = await boxOf(dialog.locator(".gallery-photo"));
      expect(photo.width / photo.height).toBeCloseTo(0.8, 1);
      const frame = await boxOf(dialog);
      expect(photo.x - frame.x, "nothing stands left of the photo").toBeLessThan(2);
      expect(photo.y - frame.y).toBeLessThan(2);
      if (viewport.width === 768) expect(frame.right - photo.right).toBeLessThan(2);
      else
        expect((await boxOf(dialog.locator(".gallery-strip"))).bottom).toBeLessThanOrEqual(
          frame.bottom,
        );
    }
  },
);

test(
  "R1153 what surrounds a photo of another shape is the photo itself, not a flat colour",
  { tag: "@sweep" },
  async ({ page }) => {
    await enter(page, "Odd Shapes");
    for (const [name, shape] of [
      ["Tall lamp", portrait],
      ["Broad lamp", panorama],
    ] as const)
      await list(page, { name, price: "300", shape, photos: 1 });
    const answer = await page.request.get("/api/products/filter?sort=newest");
    const products = (await answer.json()) as { _id: string; name: string }[];
    for (const { _id } of products.filter(({ name }) => /^(Tall|Broad) lamp$/.test(name))) {
      await page.goto(`/item/${_id}`);
      for (const viewport of [phone.viewport, { width: 1440, height: 900 }]) {
        await page.setViewportSize(viewport);
        const drawn = page.locator(".gallery-photo img");
        await expect
          .poll(() => drawn.evaluateAll((all) => all.map((one) => getComputedStyle(one).objectFit)))
          .toEqual(["cover", "contain"]);
      }
    }
  },
);
