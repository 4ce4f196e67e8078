import type { Locator, Page } from "@playwright/test";
import { stopClock } from "./support/still-clock.ts";
import { cardOfAnother } from "./support/cards.ts";
import { untilHydrated } from "./support/hydrated.ts";
import { castListing } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

const products = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("listitem").getByRole("link");
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

async function openBuy(page: Page, search = ""): Promise<void> {
  await signIn(page, "Rohan Mehta", `/buy${search}`);
  await expect(products(page).first()).toBeVisible();
}

/** The queries of the list that were sent since. */
function recordQueries(page: Page): string[] {
  const queries: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/products/filter") queries.push(search);
  });
  return queries;
}

test("filters are in the address, refetch immediately and are cleared together", async ({
  page,
}) => {
  await openBuy(page, "?sort=price-low");
  const queries = recordQueries(page);
  const toggle = page.getByRole("button", { name: /^Filters/ });
  const panel = page.getByRole("complementary");
  await test.step("R118 R430 each change fetches the list again, with what is chosen", async () => {
    await panel.getByText("₹2,000–5,000+").click();
    await expect(page).toHaveURL("/buy?sort=price-low&priceRange=2000-5000%2B");
    await panel.getByText("Used - Good").click();
    await expect(toggle).toContainText("2");
    await expect
      .poll(() => queries.at(-1))
      .toBe("?condition=Used+-+Good&priceRange=2000-5000%2B&sort=price-low");
    await page.reload();
    await expect(panel.getByRole("radio", { name: "Used - Good" })).toBeChecked();
    await page.getByRole("button", { name: "Remove Used - Good" }).click();
    await expect(page).toHaveURL("/buy?sort=price-low&priceRange=2000-5000%2B");
  });
  await test.step("R117 Clear Filters takes them away, and leaves the order", async () => {
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(page).toHaveURL("/buy?sort=price-low");
    await page.goBack();
    await expect(panel.getByRole("radio", { name: "₹2,000–5,000+" })).toBeChecked();
  });
  await test.step("R116 R357 the panel closes and opens", async () => {
    await toggle.click();
    await expect(panel).toBeHidden();
    await toggle.click();
    await expect(panel).toBeVisible();
  });
});

test(
  "R117, R118 however quickly filters are tapped and taken back, address and controls agree",
  {
    tag: "@sweep",
  },
  async ({ page }) => {
    await openBuy(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    const panel = page.getByRole("complementary");
    const tapAll = (names: string[], frames: number) =>
      panel.getByRole("radio").evaluateAll(
        async (radios, { names, frames }) => {
          for (const name of names) {
            const radio = radios.find(({ parentElement }) => parentElement?.textContent === name);
            (radio as HTMLElement).click();
            for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
          }
        },
        { names, frames },
      );
    const wanted = ["Used - Good", "₹2,000–5,000+", "On-Campus"];
    for (const frames of [0, 1, 2, 4]) {
      await tapAll(wanted, frames);
      await expect(page).toHaveURL(
        "/buy?condition=Used+-+Good&priceRange=2000-5000%2B&locationType=On-Campus",
      );
      for (const name of wanted) await expect(panel.getByRole("radio", { name })).toBeChecked();
      await page.getByRole("button", { name: "Clear Filters" }).click();
      await expect(page).toHaveURL("/buy");
      for (const name of wanted) await expect(panel.getByRole("radio", { name })).not.toBeChecked();
    }

    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    const chip = page.getByRole("button", { name: "Study Essentials", exact: true });
    await chip.dblclick();
    await expect(page).toHaveURL(/category=/);
    await expect(chip).toHaveAttribute("aria-pressed", "true");
    expect(await steps()).toBe(before + 1);
    await page.goBack();
    await expect(chip).toHaveAttribute("aria-pressed", "false");
    await expect(page).toHaveURL("/buy");
  },
);

test("R866 a search runs while typing, keeps filters, order and its text, and says when it found nothing or only similar items", async ({
  page,
}) => {
  await openBuy(page, "?locationType=On-Campus");
  const queries = recordQueries(page);
  const box = page.getByRole("search").getByRole("combobox", { name: "Search products" });
  const status = page.getByRole("status").filter({ hasText: /item/ });
  // Otherwise a busy computer pauses between the keys for as long as a user who has typed all.
  await stopClock(page);
  await box.pressSequentially("kursi");
  await page.clock.resume();
  await expect(page).toHaveURL("/buy?locationType=On-Campus&q=kursi");
  await expect(status).toHaveText(/^\d+ items? for “kursi”$/);
  await expect(products(page).first()).toContainText(/chair/i);
  expect(queries.length).toBeLessThan(5);
  await page.getByLabel("Sort by").selectOption("Price: low to high");
  await expect(page).toHaveURL("/buy?locationType=On-Campus&q=kursi&sort=price-low");
  await page.reload();
  await untilHydrated(box);
  await expect(box).toHaveValue("kursi");
  await expect(products(page).first()).toContainText(/chair/i);
  await page.goBack();
  await page.goBack();
  await expect(box).toHaveValue("");
  await expect(page).toHaveURL("/buy?locationType=On-Campus");

  await box.fill("bycicel");
  await expect(
    page.getByText("No exact match for “bycicel”. Here are the closest matches."),
  ).toBeVisible();
  const alertMe = page.getByRole("button", { name: "Alert me" });
  await expect(alertMe).toBeInViewport();
  await box.fill("zzzyyyxxx qqq");
  await expect(page.getByText("Nothing found for “zzzyyyxxx qqq”")).toBeVisible();
  await alertMe.click();
  await expect(page.getByRole("button", { name: "Alert is on" })).toBeVisible();
  await expect(page.getByText("No products found. Try adjusting your filters.")).toBeVisible();
  await page.getByRole("search").getByRole("button", { name: "Clear search" }).click();
  await expect(box).toBeFocused();
  await expect(products(page).first()).toBeVisible();
  await expect(page).toHaveURL("/buy?locationType=On-Campus");
  await test.step("R1102 an emoji alone is answered with a word", async () => {
    await box.fill("🚲");
    await expect(page.getByText("Type a word, for example “cycle”.")).toBeInViewport();
    await box.fill("🚲 cycle");
    await expect(page.getByText("Type a word, for example “cycle”.")).toBeHidden();
  });
});

test("R115, R338, R340 below the filter bar a spinner turns until the grid is there; a list that is opening takes no tap on Load more", async ({
  page,
}) => {
  await signIn(page, "Rohan Mehta");
  let seen = Promise.withResolvers<void>();
  await page.context().route("**/api/products/filter*", async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto("/buy");
  const loading = page.getByRole("status").filter({ hasText: "Loading..." });
  await expect(loading.locator("svg")).toHaveCSS("animation-name", "spin");
  await expect(products(page)).toHaveCount(0);
  seen.resolve();
  await expect(products(page).first()).toBeVisible();
  await expect(loading).toBeHidden();
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const [first, second] = [products(page).first(), products(page).nth(1)];
  expect(await topOf(page.getByRole("button", { name: /^Filters/ }))).toBeLessThan(
    await topOf(first),
  );
  expect(await topOf(second)).toBe(await topOf(first));

  seen = Promise.withResolvers<void>();
  await page.getByLabel("Sort by").selectOption("Price: low to high");
  await expect(loading).toBeVisible();
  const more = page.getByRole("button", { name: "Load more" });
  await expect(more).toBeDisabled();
  seen.resolve();
  await expect(more).toBeEnabled();
});

test(
  "Q61 the mixture is the same after a reload; a chosen order ends it",
  { tag: "@sweep" },
  async ({ page }) => {
    await openBuy(page);
    const mixed = await products(page).allInnerTexts();
    await page.reload();
    await expect(products(page).first()).toBeVisible();
    expect(await products(page).allInnerTexts()).toEqual(mixed);
    await page.getByLabel("Sort by").selectOption("Price: low to high");
    await expect(page).toHaveURL("/buy?sort=price-low");
    await expect.poll(() => products(page).allInnerTexts()).not.toEqual(mixed);
    const prices = (await products(page).allInnerTexts()).map((text) =>
      Number(/₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(",", "")),
    );
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  },
);

test.describe("on a phone", () => {
  test.use(phone);

  test("R123, R124 Back closes the product and keeps pages, scroll and filters; a reload opens it again", async ({
    page,
  }) => {
    await openBuy(page, "?sort=newest");
    await page.getByRole("button", { name: "Load more" }).tap();
    await expect.poll(() => products(page).count()).toBeGreaterThan(24);
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
    const count = await products(page).count();
    const card = products(page).nth(count - 3);
    await card.scrollIntoViewIfNeeded();
    const place = await scrolled(page);
    expect(place).toBeGreaterThan(1000);
    await card.tap();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL("/buy?sort=newest");

    await expect.poll(() => products(page).count()).toBe(count);
    await card.scrollIntoViewIfNeeded();
    // While scrolling down the bar with the link is hidden.
    const bar = page.getByRole("navigation", { name: "Quick" });
    await expect(async () => {
      for (const top of [-600, 300])
        await page.evaluate((by) => scrollBy({ top: by, behavior: "instant" }), top);
      await expect(bar).toHaveAttribute("data-away", "true", { timeout: 2_000 });
    }).toPass();
    const queries = recordQueries(page);
    let before = 0;
    // Rows drawn above shift the page, which can hide the bar again.
    await expect(async () => {
      await page.evaluate(() => scrollBy({ top: -300, behavior: "instant" }));
      await expect(bar).toHaveAttribute("data-away", "false", { timeout: 2_000 });
      before = await scrolled(page);
      await page.getByRole("link", { name: "Profile" }).last().tap({ timeout: 2_000 });
    }).toPass();
    await expect(page).toHaveURL("/profile");
    await page.goBack();
    await expect.poll(() => products(page).count()).toBe(count);
    await expect.poll(async () => Math.abs((await scrolled(page)) - before)).toBeLessThan(4);
    expect(queries).toEqual([]);
  });

  test("R475, Q38 a missing contact is an alert, the limit a notice, and the product stays open", async ({
    page,
  }) => {
    await openBuy(page);
    await (await cardOfAnother(page)).tap();
    const dialog = page.getByRole("dialog");
    const chat = dialog.getByRole("button", { name: "Chat on WhatsApp" });
    await expect(chat).toBeVisible();
    const product = await castListing(page);
    await page
      .context()
      .route(/\/api\/products\/[0-9a-f-]{36}$/, (route) =>
        route.fulfill({ json: { success: true, message: "Product found", product } }),
      );
    await chat.tap();
    const alert = page.getByRole("alertdialog");
    await expect(alert).toContainText("Seller contact information is not available");
    await alert.getByRole("button", { name: "OK" }).tap();

    await page.context().unroute(/\/api\/products\/[0-9a-f-]{36}$/);
    const sentence = "You have asked for many contacts. Please try again later.";
    await page.context().route(/\/api\/products\/[0-9a-f-]{36}$/, (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, status: 429, code: "contact-limit", message: sentence },
      }),
    );
    await chat.tap();
    await expect(dialog.getByText(sentence)).toBeVisible();
    await expect(chat).toBeEnabled();
    expect(page.context().pages()).toHaveLength(1);
  });
});

test(
  "a failed fetch and an answer that is no list each say so",
  { tag: "@sweep" },
  async ({ page }) => {
    await openBuy(page);
    await test.step("R339 R469 a failed fetch", async () => {
      await page.context().route("**/api/products/filter*", (route) => route.abort());
      await page.getByRole("complementary").getByText("Like New").click();
      await expect(page.getByRole("alert")).toContainText("Failed to fetch products");
    });
    await page.context().unroute("**/api/products/filter*");
    await test.step("R122 R432 an answer that is no list", async () => {
      await page
        .context()
        .route("**/api/products/filter*", (route) => route.fulfill({ json: { success: true } }));
      await page.getByRole("button", { name: "Try again" }).click();
      const empty = page.getByText("No products found. Try adjusting your filters.");
      await expect(empty).toBeVisible();
    });
    await page.context().unroute("**/api/products/filter*");
    await page.getByRole("button", { name: "Clear Filters" }).last().click();
    await expect(products(page).first()).toBeVisible();
    await expect(page).toHaveURL("/buy");
  },
);

test(
  "a sold product is labelled, dimmed, and opens by no click, tap or key",
  { tag: "@sweep" },
  async ({ page }) => {
    await openBuy(page);
    const sold = page.locator(".is-sold").first();
    const more = page.getByRole("button", { name: "Load more" });
    while (!(await sold.isVisible())) {
      const before = await products(page).count();
      await more.click();
      await expect.poll(() => products(page).count()).toBeGreaterThan(before);
    }
    await test.step("R119 is dimmed", async () => {
      await expect(sold.locator("img")).toBeVisible();
      await expect(sold.locator(".photo-strip")).toHaveCSS("opacity", "0.45");
    });
    await test.step("R121 is labelled", () => expect(sold).toContainText("Sold"));
    await test.step("R120 R341 opens by no click, tap or key", async () => {
      await expect(sold).toHaveAttribute("aria-disabled", "true");
      await sold.click();
      const targets = sold.locator("a, button, [tabindex]");
      await expect(targets).toHaveCount(0);
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL("/buy");
    });
  },
);
