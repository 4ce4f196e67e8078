import type { Page } from "@playwright/test";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

const products = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("listitem").getByRole("link");
const box = (page: Page) =>
  page.getByRole("main").getByRole("combobox", { name: "Search products" });
const recent = (page: Page) => page.getByRole("region", { name: "Recent searches" });
const down = (page: Page, pixels: number) =>
  page.evaluate((top) => scrollBy({ top, behavior: "instant" }), pixels);

test.describe("on a phone", () => {
  test.use(phone);

  test("R707 search and chips stay while scrolling, the bar with the logo does not", async ({
    page,
  }) => {
    await signIn(page, "Rohan Mehta", "/buy");
    await expect(products(page).first()).toBeVisible();
    await down(page, 900);
    await expect(page.getByRole("banner")).not.toBeInViewport();
    await expect(box(page)).toBeInViewport({ ratio: 1 });
    const chip = page.getByRole("button", { name: "Room & Living", exact: true });
    await chip.scrollIntoViewIfNeeded();
    await expect(chip).toBeInViewport({ ratio: 1 });
    const answered = page.waitForResponse(/category=Room/);
    await chip.tap();
    await answered;
    await expect(page).toHaveURL(/category=Room/);
  });

  test("what has the focus is never under the search", { tag: "@sweep" }, async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/buy?sort=newest");
    await expect(products(page).first()).toBeVisible();
    await down(page, 1500);
    const last = products(page).nth(12);
    await last.focus();
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press("Shift+Tab");
      const [top, edge] = await page.evaluate(() => [
        document.activeElement?.getBoundingClientRect().top ?? 0,
        document.querySelector("main search")?.closest(".sticky")?.getBoundingClientRect().bottom ??
          0,
      ]);
      expect(top).toBeGreaterThanOrEqual(edge ?? 0);
    }
  });
});

test(
  "R708 a category is chosen in one place, and all choices look alike",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/buy?category=Room+%26+Living&condition=Used+-+Good");
    await expect(products(page).first()).toBeVisible();
    await expect(page.getByText("Room & Living", { exact: true })).toHaveCount(1);
    const look = (of: string) =>
      page
        .locator(of)
        .first()
        .evaluate((element) => {
          const { backgroundColor, borderColor, color, fontWeight } = getComputedStyle(element);
          return { backgroundColor, borderColor, color, fontWeight };
        });
    const chip = await look("main button[aria-pressed=true]");
    expect(await look("aside label:has(:checked)")).toEqual(chip);
    expect(await look("main button[aria-label^=Remove]")).toEqual(chip);
  },
);

test("R709 the count is true, and ends at 120", { tag: "@sweep" }, async ({ page }) => {
  await signIn(page, "Rohan Mehta", "/buy?category=Study+Essentials");
  const status = page.getByRole("status").filter({ hasText: /item/ });
  await expect(status).toHaveText(/^\d+ items$/);
  const counted = Number.parseInt(await status.innerText(), 10);
  const more = page.getByRole("button", { name: "Load more" });
  while (await more.isVisible()) {
    const answered = page.waitForResponse(/cursor=/);
    await more.click();
    await answered;
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
  }
  await expect(page.getByRole("region", { name: "Products" }).getByRole("listitem")).toHaveCount(
    counted,
  );
  await page.context().route("**/api/products/filter*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: {
        ...response.headers(),
        link: '</api/products/filter?cursor=x>; rel="next"',
        "x-total-count": "121",
      },
    });
  });
  await page.reload();
  await expect(status).toHaveText("120+ items");
});

test(
  "R710 recent searches wait under the empty field, by mouse and by keyboard",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/buy");
    await expect(products(page).first()).toBeVisible();
    await box(page).focus();
    await expect(recent(page)).toBeHidden();
    for (const text of ["kursi", "lamp", "Kursi"]) {
      await box(page).fill(text);
      await box(page).press("Enter");
      await expect(page).toHaveURL(`/buy?q=${text}`);
    }
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(recent(page).getByRole("listitem")).toHaveText(["Kursi", "lamp"]);
    await recent(page).getByRole("button", { name: "lamp" }).click();
    await expect(page).toHaveURL("/buy?q=lamp");
    await expect(box(page)).toHaveValue("lamp");
    await expect(recent(page)).toBeHidden();
    await box(page).fill("");
    await expect(recent(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue("lamp");
    await box(page).fill("");
    await recent(page).getByRole("button", { name: "Clear" }).click();
    await expect(recent(page)).toBeHidden();
    await page.reload();
    await box(page).focus();
    await expect(recent(page)).toBeHidden();
  },
);

test("R1157 R1158 a search suggests as it is typed, by keyboard, and offers others when it finds nothing", async ({
  page,
}) => {
  await signIn(page, "Rohan Mehta", "/buy");
  await expect(products(page).first()).toBeVisible();
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  const fetched = page.waitForResponse("**/api/products/names");
  await box(page).focus();
  await fetched;
  await box(page).pressSequentially("geared cyc");
  await expect(options.filter({ hasText: "Geared cycle, 21 speed" })).toBeVisible();
  expect(await options.count()).toBeLessThanOrEqual(8);
  await expect(box(page)).toHaveAttribute("aria-expanded", "true");
  await box(page).press("ArrowDown");
  const [first] = await options.all();
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(box(page)).toHaveAttribute(
    "aria-activedescendant",
    (await first?.getAttribute("id")) ?? "",
  );
  await box(page).press("Escape");
  await expect(options).toHaveCount(0);
  await expect(box(page)).toHaveValue("geared cyc");

  await box(page).fill("kursi");
  await expect(options.first()).toHaveText("In Room & Living");
  await box(page).press("ArrowDown");
  await box(page).press("Enter");
  await expect(page).toHaveURL("/buy?category=Room+%26+Living");
  await expect(box(page)).toHaveValue("");

  await box(page).fill("lamp bend");
  await options.filter({ hasText: "Study lamp, bendable" }).click();
  await expect(page).toHaveURL(/q=Study\+lamp%2C\+bendable/);
  await expect(options).toHaveCount(0);

  await page.getByRole("button", { name: "Clear search" }).click();
  await box(page).fill("zzzyyyxxx");
  const heading = page.getByText("Nothing found for “zzzyyyxxx”");
  await expect(heading).toBeVisible();
  const [words, alert] = [
    await heading.boundingBox(),
    await page.getByRole("button", { name: "Alert me" }).boundingBox(),
  ];
  expect(alert?.x).toBeGreaterThan((words?.x ?? 0) + (words?.width ?? 0));
  const others = page.getByRole("region", { name: "Often listed here" }).getByRole("button");
  await expect(others.first()).toBeVisible();
  await others.first().click();
  await expect(products(page).first()).toBeVisible();
});
