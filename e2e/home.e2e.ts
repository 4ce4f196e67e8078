import type { Locator, Page } from "@playwright/test";
import { goBack } from "./support/go-back.ts";
import { listItem } from "./support/listing.ts";
import { expect, test } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 760 };

type Found = {
  _id: string;
  name: string;
  price: number;
  description: string;
  isSold: boolean;
  images: { url: string; sources: unknown[] }[];
};

const carousel = (page: Page) => page.getByRole("region", { name: "Highlights" });
const header = (page: Page) => page.getByRole("banner");
const grid = (page: Page, name: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name }) });

async function boxOf(part: Locator): Promise<{ y: number; height: number }> {
  return (await part.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
}

test("pictures and tiles lead on, REQUEST nowhere", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const tiles = page.getByRole("heading", { name: "Your campus, Your Marketplace !" });
  const tile = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const request = page.getByRole("listitem").filter({ hasText: "REQUEST" });
  const shown = carousel(page).locator("img").first();
  const source = carousel(page).locator("source").first();
  const pictureAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
    const isNarrow = async () =>
      (await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).endsWith(
        (await source.getAttribute("srcset")) ?? "none",
      );
    await expect.poll(isNarrow).toBe(width < 768);
  };
  await test.step("R087 R513 below 768 px the carousel has other pictures", async () => {
    for (const width of [1440, 768, 767, 360]) await pictureAt(width);
  });
  await test.step("R086 R090 R702 the carousel is at the top and low, the titled tiles below or beside it", async () => {
    for (const [width, most] of [
      [1440, 280],
      [768, 200],
      [360, 120],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const { y, height } = await boxOf(carousel(page));
      expect(y).toBeLessThan(90);
      expect(height).toBeLessThanOrEqual(most);
      const below = width < 900 ? y + height : y;
      expect((await boxOf(tiles)).y).toBeGreaterThan(below);
    }
  });
  await test.step("R005 R093 REQUEST is marked Soon, and no click, tap or key does anything", async () => {
    await expect(request.getByText("Soon", { exact: true })).toBeVisible();
    await expect(request).not.toHaveAttribute("tabindex");
    await expect(request.locator("a, button, [tabindex], [onclick]")).toHaveCount(0);
    await request.click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect((await page.request.get("/request")).status()).toBe(404);
  });
  await test.step("R089 the carousel leads a visitor to the login page", async () => {
    await carousel(page).locator("li:not([inert]) a").click();
    await expect(page).toHaveURL("/login");
  });
  await test.step("R088 the carousel leads a student to the Buy page", async () => {
    await signIn(page, "Rohan Mehta", "/");
    await carousel(page).locator("li:not([inert]) a").click();
    await expect(page).toHaveURL("/buy");
  });
  await test.step("R091 R092 the tiles BUY and SELL lead there", async () => {
    await page.goto("/home");
    await tile("BUY").click();
    await expect(page).toHaveURL("/buy");
    await page.goBack();
    await tile("SELL").click();
    await expect(page).toHaveURL("/sell");
  });
});

test("two grids of eight; a mouse on a card starts its slideshow", async ({
  page,
  openBrowser,
}) => {
  const seller = await (await openBrowser()).newPage();
  await enter(seller, "Hari Home");
  const id = await listItem(seller, { name: "Lamp with photos" }, 2);
  await page.clock.install();
  await page.setViewportSize(wide);
  await page.goto("/");
  for (const [lines, heading, badge] of [
    ["R094 R096 R512", "Featured Products", "Top Picks"],
    ["R097 R099 R512", "Latest Products", "Just Arrived"],
  ] as const) {
    await test.step(`${lines} ${heading}: eight, each with the badge ${badge}`, async () => {
      await expect(grid(page, heading).getByRole("listitem")).toHaveCount(8);
      await expect(grid(page, heading).getByText(badge, { exact: true })).toHaveCount(8);
    });
  }
  await test.step("R064 the bar underlines Home, and nothing else", async () => {
    const links = header(page).getByRole("navigation", { name: "Main" }).getByRole("link");
    const lines = () =>
      links.evaluateAll((all) => all.map((link) => getComputedStyle(link, "::after").scale));
    await expect.poll(lines).toEqual(["1", "0 1", "0 1"]);
  });
  await test.step("R100 View All Products leads to the Buy page", () =>
    expect(page.getByRole("link", { name: "View All Products" })).toHaveAttribute("href", "/buy"));
  await page.clock.pauseAt(Date.now() + 60_000);
  const card = grid(page, "Latest Products").locator(`a[href="/item/${id}"]`).first();
  const strip = card.locator(".photo-strip");
  const inView = () =>
    strip.evaluate(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth));
  await test.step("R101 a mouse on a card turns its photos", async () => {
    await expect(card.locator("img")).toHaveCount(1);
    await card.hover();
    await expect
      .poll(async () => {
        await page.clock.runFor(200);
        return inView();
      })
      .toBe(1);
    await page.mouse.move(2, 2);
    await expect.poll(inView).toBe(0);
  });
});

test("R048 a visitor opens a product, turns its photos and is sent to the login page by the chat button", async ({
  page,
  openBrowser,
}) => {
  await page.setViewportSize(wide);
  const seller = await (await openBrowser()).newPage();
  await enter(seller, "Hari Home");
  const id = await listItem(seller, { name: "Lamp with five photos" }, 5);
  const listed = (await (await page.request.get("/api/products?limit=100")).json()) as Found[];
  const product = listed.find(({ _id }) => _id === id);
  const other = listed.find((found) => found !== product && !found.isSold);
  if (!product || !other) throw new Error("The lists lack what was listed");
  const torn = { ...other, images: [{ ...other.images[0], url: "/no-such-page", sources: [] }] };
  await page
    .context()
    .route(/\/api\/products\?.*sort=newest/, (route) => route.fulfill({ json: [product, torn] }));
  await page.goto("/about");
  await header(page).getByRole("link", { name: "Home" }).click();
  const latest = grid(page, "Latest Products").getByRole("listitem");
  const drawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await test.step("R494 a picture that does not come is replaced", async () => {
    await latest.nth(1).scrollIntoViewIfNeeded();
    await expect(latest.nth(1).locator("img")).toHaveAttribute("src", "/no-photo.svg");
    await expect.poll(() => latest.nth(1).locator("img").evaluate(drawn)).toBe(true);
  });

  const dialog = page.getByRole("dialog", { name: product.name });
  const thumbnails = dialog.getByRole("tab");
  const up = dialog.getByRole("button", { name: "Scroll photos up" });
  const down = dialog.getByRole("button", { name: "Scroll photos down" });
  await test.step("R102 R109 a click on its card opens the product, with its name", async () => {
    await latest.first().click();
    await expect(dialog.getByRole("heading", { name: product.name, level: 2 })).toBeVisible();
  });
  await test.step("R110 the dialog shows the price", () =>
    expect(dialog.getByText(`₹${product.price.toLocaleString("en-IN")}`).first()).toBeVisible());
  await test.step("R112 the dialog shows the description", () =>
    expect(dialog.getByText(product.description)).toBeVisible());
  await test.step("R104 R107 R108 thumbnails scroll down and up", async () => {
    await expect(thumbnails.first()).toHaveAccessibleName("Photo 1 of 5");
    await down.click();
    await expect(thumbnails.last()).toHaveAccessibleName("Photo 5 of 5");
    await expect(down).toHaveAttribute("aria-disabled", "true");
    await up.click();
    await expect(thumbnails.first()).toHaveAccessibleName("Photo 1 of 5");
  });
  await test.step("R105 R106 R514 four thumbnails from 900 px on, two below", async () => {
    await page.setViewportSize({ width: 900, height: 800 });
    await expect(thumbnails).toHaveCount(4);
    for (const width of [899, 360]) {
      await page.setViewportSize({ width, height: 760 });
      await expect(thumbnails).toHaveCount(2);
    }
  });
  await test.step("R103 the gallery shows the one that is chosen", async () => {
    await down.click();
    await expect(thumbnails.last()).toHaveAccessibleName("Photo 3 of 5");
    await thumbnails.last().click();
    await expect(dialog.getByRole("group", { name: "Photo 3 of 5" })).toBeVisible();
  });
  await test.step("R113 R114 R412 the chat is offered, and leads to the login page", async () => {
    await dialog.getByRole("button", { name: "Chat on WhatsApp" }).click();
    await expect(page).toHaveURL("/login");
  });
  await test.step("R1103 which says for which item, with its photo", async () => {
    const reason = page.getByRole("status").filter({ hasText: "Log in to message the seller of" });
    await expect(reason).toContainText(product.name);
    await expect.poll(() => page.locator("main img").evaluate(drawn)).toBe(true);
  });
  await test.step("R048 R1137 the Buy page itself stays guarded, and the login page says what for", async () => {
    await page.goto("/buy");
    await expect(page).toHaveURL("/login");
    await expect(page.getByText("Log in to browse everything.")).toBeVisible();
    await page.goto("/saved");
    await expect(page.getByText("Log in to see what you saved.")).toBeVisible();
  });
});

test("the bar, its menu and the footer stand around a visitor's page", async ({ page }) => {
  const look = () =>
    header(page).evaluate((bar) => {
      const { backgroundColor, boxShadow } = getComputedStyle(bar);
      return { alpha: Number(/\/ ([\d.]+)\)/.exec(backgroundColor)?.[1]), boxShadow };
    });
  for (const viewport of [wide, narrow]) {
    await page.setViewportSize(viewport);
    await page.goto("/about");
    if (viewport === wide)
      await test.step("R062 a wide bar has a Sign up button", () =>
        expect(header(page).getByRole("link", { name: "Sign up" })).toHaveAttribute(
          "href",
          "/Register",
        ));
    const [bar, main, footer] = await Promise.all(
      [header(page), page.getByRole("main"), page.getByRole("contentinfo")].map(boxOf),
    );
    await test.step("R050 R051 the bar is above the page, the footer below", async () => {
      expect(bar!.y + bar!.height).toBeLessThanOrEqual(main!.y);
      expect(main!.y + main!.height).toBeLessThanOrEqual(footer!.y);
    });
    const scrollTo = (top: number) =>
      page.evaluate((pixels) => window.scrollTo({ top: pixels, behavior: "instant" }), top);
    await test.step("R066 R359 R528 more than 50 px down, the bar is more opaque", async () => {
      await scrollTo(50);
      await expect.poll(async () => (await look()).alpha).toBe(0.88);
      await scrollTo(51);
      await expect.poll(async () => (await look()).alpha).toBeGreaterThan(0.9);
    });
    await test.step("R067 the bar then has a shadow", async () => {
      expect((await look()).boxShadow).not.toBe("none");
      await scrollTo(50);
      await expect.poll(look).toEqual({ alpha: 0.88, boxShadow: "none" });
    });
  }

  const menu = page.getByRole("navigation", { name: "Menu" });
  const toggle = page.getByRole("button", { name: "Menu" });
  await expect(menu).toBeHidden();
  await toggle.click();
  for (const [line, name, path] of [
    ["R052", "Home", "/home"],
    ["R053", "Buy", "/buy"],
    ["R054", "Sell", "/sell"],
    ["R055 R056", "Profile", "/profile"],
    ["R063", "Login", "/login"],
  ] as const) {
    await test.step(`${line} the menu has ${name}`, () =>
      expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute("href", path));
  }
  await test.step("R065 the menu closes on another page", async () => {
    await menu.getByRole("link", { name: "Login" }).click();
    await expect(page).toHaveURL("/login");
    await expect(menu).toBeHidden();
    // The address changes first; a menu that is opened before the page is there closes when it comes.
    await expect(page).toHaveTitle(/^Log in/);
  });
  await test.step("Q74 Back closes the menu first", async () => {
    await toggle.click();
    await expect(menu).toBeVisible();
    await goBack(page);
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL("/login");
    await goBack(page);
    await expect(page).toHaveURL("/about");
    // The address changes before the page.
    await expect(page).toHaveTitle(/^About/);
  });
  await test.step("R358 its button opens and closes the menu", async () => {
    await toggle.click();
    await expect(menu).toBeVisible();
    await toggle.click();
    await expect(menu).toBeHidden();
  });

  const opacityAt = (time: number) =>
    page.getByRole("contentinfo").evaluate((footer, moment) => {
      const [fade] = footer.getAnimations();
      if (!fade) return Number.NaN;
      fade.pause();
      fade.currentTime = moment;
      return Number(getComputedStyle(footer).opacity);
    }, time);
  await test.step("R072 R529 the footer fades in after 3 s", async () => {
    await page.reload();
    expect(await opacityAt(2999)).toBe(0);
    expect(await opacityAt(3300)).toBeGreaterThan(0);
    expect(await opacityAt(3300)).toBeLessThan(1);
  });
});

test("a student is greeted, and leaves by Log Out", async ({ page }) => {
  await page.setViewportSize(wide);
  await signIn(page, "Asha Patnaik", "/about");
  await test.step("R058 the greeting has the first name", () =>
    expect(header(page).getByText("Hi, Asha", { exact: true })).toBeVisible());
  await test.step("R055 R057 R060 the avatar, with the first letter, leads to the profile", async () => {
    const avatar = header(page).getByRole("link", { name: "Profile" });
    await expect(avatar).toHaveText("A");
    await expect(avatar).toHaveAttribute("href", "/profile");
  });
  const out = header(page).getByRole("button", { name: /^Log/ });
  await test.step("R068 R478 a logout that the server refuses says so, and can be tried again", async () => {
    await page.route("**/api/auth/logout", (route) =>
      route.fulfill({
        status: 500,
        json: { code: "internal", message: "The server had a fault." },
      }),
    );
    await out.click();
    await expect(page.getByText("Logout failed: The server had a fault.")).toBeVisible();
    await expect(out).toHaveText("Log Out");
    await expect(out).toBeEnabled();
    await page.unroute("**/api/auth/logout");
  });

  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/auth/logout", async (route) => {
    await isSeen;
    await route.continue();
  });
  await test.step("R069 R070 R337 while it works the button says so and is disabled", async () => {
    await out.click();
    await expect(out).toHaveText("Logging Out...");
    await expect(out).toBeDisabled();
  });
  letGo();
  await test.step("R477 a toast says that it worked", () =>
    expect(page.getByText("Successfully logged out.")).toBeVisible());
  await test.step("R071 R336 R337 a logout leads to the login page", async () => {
    await expect(page).toHaveURL("/login");
    await expect(out).toBeHidden();
  });
});

test("Save-Data: cards request the smallest photos, nothing is prefetched, and nothing moves automatically", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await page.clock.install();
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(carousel(page).getByRole("button", { name: "Play slides" })).toBeVisible();
  // Far enough down not to be eager, and not the tiny picture of another test.
  const card = page
    .locator('main a[href^="/item/"]')
    .filter({ has: page.locator('source[sizes="1px"][srcset*="640w"]') })
    .last();
  await card.hover();
  await expect
    .poll(() =>
      card
        .locator("img")
        .first()
        .evaluate((image: HTMLImageElement) => {
          const offered = [...document.querySelectorAll("source")].flatMap(({ srcset }) =>
            srcset.split(", "),
          );
          const { pathname } = new URL(image.currentSrc, location.href);
          return offered.find((one) => one.startsWith(`${pathname} `))?.split(" ")[1];
        }),
    )
    .toBe("320w");
  await page.clock.runFor(3000);
  await expect(card.locator("img")).toHaveCount(1);
  expect(fetched.filter((path) => /\/assets\/(detail|lightbox)-/.test(path))).toEqual([]);
});

test(
  "R1150 slides that were paused stay paused on this device until they are played",
  { tag: "@sweep" },
  async ({ page }) => {
    const pause = carousel(page).getByRole("button", { name: "Pause slides" });
    const play = carousel(page).getByRole("button", { name: "Play slides" });
    await page.goto("/");
    await pause.click();
    await expect(play).toBeVisible();
    await page.reload();
    await expect(play).toBeVisible();
    await play.click();
    await expect(pause).toBeVisible();
    await page.reload();
    await expect(pause).toBeVisible();
  },
);
