import type { Locator, Page } from "@playwright/test";
import { goBack } from "./support/go-back.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { castListing } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

test.use({ ...phone, contextOptions: { reducedMotion: "reduce" } });

type Finger = { x: number; y: number };

/** Fingers on the glass, as the phone itself reports them: each step is where all of them are. */
async function fingers(page: Page, ...steps: Finger[][]): Promise<void> {
  const glass = await page.context().newCDPSession(page);
  for (const [index, touchPoints] of steps.entries()) {
    const type = index === 0 ? "touchStart" : "touchMove";
    await glass.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
  await glass.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await glass.detach();
}

const widthOf = async (photo: Locator) => Math.round((await photo.boundingBox())?.width ?? 0);
const middle = { x: 180, y: 380 };

test("Q19 the big photo opens on the whole screen: pinch, double tap and swipe", async ({
  page,
}) => {
  const { _id, name, images } = await castListing(page);
  // This also holds when the page fetches it ahead.
  const loaded = page.waitForResponse(/\/assets\/lightbox-/);
  await page.goto(`/item/${_id}`);
  const lightbox = page.getByRole("dialog", { name: `Photos of ${name}` });
  const photo = lightbox.getByRole("img", { name });
  const place = lightbox.getByRole("status");
  const opener = page.getByRole("main").getByRole("img", { name }).first();
  // Tapped once: a second tap would wait for the open photo to close.
  await untilHydrated(opener);
  await opener.tap();
  await expect(lightbox).toBeVisible();
  await loaded;
  await expect(place).toHaveText(`Photo 1 of ${images.length}`);
  await expect.poll(() => widthOf(photo)).toBe(360);

  const apart = (gap: number) => [
    { x: middle.x - gap, y: middle.y },
    { x: middle.x + gap, y: middle.y },
  ];
  await fingers(page, apart(40), apart(60), apart(80));
  await expect.poll(() => widthOf(photo)).toBe(720);
  const { x: before } = (await photo.boundingBox()) ?? { x: Number.NaN };
  await fingers(page, [middle], [{ x: 240, y: 380 }]);
  await expect.poll(async () => (await photo.boundingBox())?.x).toBe(before + 60);
  await expect(place).toHaveText(`Photo 1 of ${images.length}`);
  await fingers(page, apart(80), apart(60), apart(10));
  await expect.poll(() => widthOf(photo)).toBe(360);

  // On a busy computer the second tap may come too late for a double tap.
  await expect(async () => {
    await fingers(page, [middle]);
    await fingers(page, [middle]);
    await expect.poll(() => widthOf(photo), { timeout: 5000 }).toBe(900);
  }).toPass();
  await lightbox.getByRole("button", { name: "Zoom out" }).tap();
  await expect.poll(() => widthOf(photo)).toBe(360);

  await fingers(page, [{ x: 300, y: 380 }], [{ x: 200, y: 385 }], [{ x: 90, y: 390 }]);
  await expect(place).toHaveText(`Photo 2 of ${images.length}`);
  await fingers(page, [{ x: 60, y: 380 }], [{ x: 150, y: 380 }], [{ x: 270, y: 380 }]);
  await expect(place).toHaveText(`Photo 1 of ${images.length}`);

  await lightbox.getByRole("button", { name: "Close this dialog" }).tap();
  await expect(lightbox).toBeHidden();
});

test(
  "Q19 the keyboard alone opens a photo of the dialog, goes closer, turns it; Escape and Back lead back",
  { tag: "@sweep" },
  async ({ openBrowser }) => {
    const page = await (
      await openBrowser({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
    ).newPage();
    const { _id, name, images } = await castListing(page);
    await signIn(page, "Rohan Mehta", `/buy?q=${encodeURIComponent(name)}`);
    const card = page.locator(`main a.card[href="/item/${_id}"]`);
    await expect(async () => {
      await card.press("Enter");
      await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass();
    const opener = page.getByRole("button", { name: `Photo 1 of ${images.length}: look closer` });
    await opener.press("Enter");
    const lightbox = page.getByRole("dialog", { name: `Photos of ${name}` });
    const photo = lightbox.getByRole("img", { name });
    const place = lightbox.getByRole("status");
    await expect(lightbox.getByRole("button", { name: "Close this dialog" })).toBeFocused();

    await page.keyboard.press("+");
    await expect.poll(() => widthOf(photo)).toBe(2160);
    await page.keyboard.press("-");
    await expect.poll(() => widthOf(photo)).toBe(1440);
    await page.keyboard.press("+");
    await page.keyboard.press("0");
    await expect.poll(() => widthOf(photo)).toBe(1440);
    await page.mouse.move(700, 450);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => widthOf(photo)).toBeGreaterThan(2000);
    await page.keyboard.press("0");
    await page.keyboard.press("ArrowRight");
    await expect(place).toHaveText(`Photo 2 of ${images.length}`);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(place).toHaveText(`Photo ${images.length} of ${images.length}`);
    const next = lightbox.getByRole("button", { name: "Next photo" });
    await next.press("Enter");
    await expect(place).toHaveText(`Photo 1 of ${images.length}`);
    await expect(next).toBeFocused();

    await page.keyboard.press("Escape");
    await expect(lightbox).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await expect(lightbox).toBeVisible();
    await goBack(page);
    await expect(lightbox).toBeHidden();
    await expect(page.getByRole("dialog", { name, exact: true })).toBeVisible();
  },
);
