import type { Page } from "@playwright/test";
import { axeViolations } from "./support/axe.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

const opener = (page: Page) => page.getByRole("button", { name: "Change avatar" });
const picker = (page: Page) => page.getByRole("dialog", { name: "Choose an avatar" });
const style = (page: Page, name: string) => picker(page).getByRole("button", { name, exact: true });
const keptHere = (page: Page) => page.evaluate(() => localStorage.getItem("avatar"));

async function openPicker(page: Page): Promise<void> {
  await enter(page, "Farhan Chooser");
  await page.goto("/profile");
  await opener(page).click();
  await expect(picker(page)).toBeVisible();
}

async function savedAvatar(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const answer = await page.request.get("/api/auth/profile", {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { user: { avatar: string } }).user.avatar;
}

test.describe("the avatar picker", () => {
  test.use({ ...phone, bypassCSP: true });

  test("opens, closes, switches the style set and saves a pick", async ({ page }) => {
    await test.step("R168 R169 opens, and closes by its button and by Escape", async () => {
      await openPicker(page);
      await picker(page).getByRole("button", { name: "Close" }).click();
      await expect(picker(page)).toBeHidden();
      await opener(page).click();
      await page.keyboard.press("Escape");
      await expect(picker(page)).toBeHidden();
      await expect(opener(page)).toBeFocused();
      await opener(page).click();
    });

    await test.step("R170 switches between the two sets of styles", async () => {
      const set = page.getByRole("group", { name: "Style set" });
      await expect(set.getByRole("radio", { name: "Male", exact: true })).toBeChecked();
      for (const name of ["Adventurer", "Bottts", "Micah", "Thumbs", "Big ears"])
        await expect(style(page, name)).toBeVisible();
      await set.getByText("Female").click();
      for (const name of ["Fun emoji", "Big smile", "Lorelei", "Croodles", "Pixel art neutral"])
        await expect(style(page, name)).toBeVisible();
      await expect(style(page, "Big ears")).toHaveCount(0);
      for (const face of await picker(page).locator("img").all())
        await expect
          .poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      expect(await axeViolations(page)).toEqual([]);
    });

    await test.step("R171 R172 R258 a pick closes it, is saved, and is stored in this browser too", async () => {
      await style(page, "Pixel art neutral").click();
      await expect(picker(page)).toBeHidden();
      await expect.poll(() => keptHere(page)).toBe("pixel-art-neutral");
      expect(await savedAvatar(page)).toBe("pixel-art-neutral");
      await page.reload();
      await expect(opener(page).locator("img")).toHaveAttribute(
        "src",
        /^\/avatars\/[0-9a-f-]{36}\/pixel-art-neutral$/,
      );
      await opener(page).click();
      await expect(style(page, "Pixel art neutral")).toHaveAttribute("aria-pressed", "true");
      await style(page, "Pixel art neutral").click();
      await expect(picker(page)).toBeHidden();
    });
  });

  test(
    "R495 an avatar that is not saved is no word on the screen, only in the log",
    { tag: "@sweep" },
    async ({ page }) => {
      await openPicker(page);
      const before = await savedAvatar(page);
      await page.route("/api/auth/profile", (route) =>
        route.request().method() === "PUT" ? route.abort() : route.continue(),
      );
      const logged = page.waitForEvent("console", (entry) => entry.text().includes("not saved"));
      await style(page, "Micah").click();
      await logged;
      await expect(picker(page)).toBeHidden();
      await expect(opener(page).locator("img")).toHaveAttribute("src", new RegExp(`/${before}$`));
      await expect(page.locator(".toast")).toHaveCount(0);
      expect(await keptHere(page)).toBeNull();
    },
  );

  test(
    "R259, R060 the initial replaces a picture that does not load, in the bar too",
    { tag: "@sweep" },
    async ({ page }) => {
      await signIn(page, "Lakshmi Reddy");
      await page.route("/avatars/**", (route) =>
        route.fulfill({ contentType: "image/svg+xml", body: "?" }),
      );
      await page.goto("/profile");
      await expect(opener(page)).toHaveText("L");
      await page.setViewportSize({ width: 1280, height: 800 });
      await expect(page.getByRole("banner").getByRole("link", { name: "Profile" })).toHaveText("L");
    },
  );
});
