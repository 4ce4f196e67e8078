import type { BrowserContext, BrowserContextOptions, Page, Request, Route } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { axeViolations } from "./support/axe.ts";
import { untilFilesAreCached } from "./support/cached-files.ts";
import { castListing, smallPhoto } from "./support/listing.ts";
import { expect, test, skipSafetyCard } from "./support/market.ts";
import { enter, signIn } from "./support/students.ts";

const strip = (page: Page) => page.getByRole("complementary", { name: "Connection" });
const cards = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("listitem").getByRole("link");
const loadedPhotos = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLImageElement>(".card img")].filter(
        ({ complete, naturalWidth, currentSrc }) =>
          complete && naturalWidth > 0 && currentSrc.includes("/photos/"),
      ).length,
  );

/** Everything that the service worker has cached, by cache. */
const keptUrls = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        urls.push(url.replace(location.origin, ""));
    return urls;
  });

/** A visit with a service worker, on a page that it has begun to serve. */
async function visit(
  context: BrowserContext,
  { as, at }: { as?: string; at: string },
): Promise<Page> {
  const page = await context.newPage();
  await (as === undefined ? page.goto(at) : signIn(page, as, at));
  await page.evaluate(() => navigator.serviceWorker.ready);
  // A page that was loading when the worker took over is served by it from the next visit.
  await expect(async () => {
    if (!(await isServed(page))) await page.reload();
    expect(await isServed(page)).toBe(true);
  }).toPass();
  return page;
}

const isServed = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

/** Waits until the worker has cached some pages with every file that they name, and what is fetched ahead. */
async function untilCached(page: Page, pages: string[]): Promise<void> {
  await expect.poll(() => keptUrls(page)).toEqual(expect.arrayContaining(pages));
  for (const name of ["detail", "lightbox", "products"])
    await expect.poll(() => keptUrls(page)).toContainEqual(expect.stringContaining(`/${name}-`));
  await untilFilesAreCached(page, "/buy");
}

test.describe("without a network", () => {
  let context: BrowserContext;
  const openWith = async (
    browser: { newContext(options: BrowserContextOptions): Promise<BrowserContext> },
    options: BrowserContextOptions,
  ) => {
    context = await browser.newContext(options);
    await context.addInitScript(skipSafetyCard);
  };
  test.afterEach(() => context.close());

  test("R1140 Buy shows what was seen, opens it after a reload, and is fetched again once the network is back", async ({
    browser,
    baseURL,
  }) => {
    await openWith(browser, { baseURL, bypassCSP: true, reducedMotion: "reduce" });
    const page = await visit(context, { as: "Rohan Mehta", at: "/buy?sort=price-high" });
    await page.reload();
    await expect(cards(page).first()).toBeVisible();
    await expect.poll(() => loadedPhotos(page)).toBeGreaterThan(3);
    const names = (await cards(page).allInnerTexts()).toSorted();
    await expect
      .poll(async () => (await keptUrls(page)).filter((url) => url.startsWith("/api/")))
      .toContain("/api/products/filter?sort=price-high");

    await expect.poll(() => keptUrls(page)).toContainEqual(expect.stringMatching(/\/detail-/));

    await context.setOffline(true);
    await expect(strip(page)).toContainText("Offline. Pages you opened still work.");
    expect((await strip(page).boundingBox())?.height).toBeLessThanOrEqual(40);
    await page.reload();
    await expect(strip(page)).toBeVisible();
    await expect.poll(async () => (await cards(page).allInnerTexts()).toSorted()).toEqual(names);
    await expect.poll(() => loadedPhotos(page)).toBeGreaterThan(3);
    await cards(page).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    // The first chat of the day would begin with a card.
    await page.evaluate(() => localStorage.removeItem("safety-card"));
    await page.getByRole("button", { name: "Chat on WhatsApp" }).click();
    await expect(
      page.getByText("You are offline. Please try again when you are connected."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Close" }).first().click();
    await expect.poll(() => axeViolations(page)).toEqual([]);
    // Nothing but colours changes with the scheme.
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => axeViolations(page, "color-contrast")).toEqual([]);
    await page.getByLabel("Sort by").selectOption("Newest first");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();

    const refreshed = page.waitForResponse(/\/api\/products\/filter/);
    await context.setOffline(false);
    await expect(strip(page)).toBeHidden();
    expect((await refreshed).status()).toBe(200);
  });

  test("a half-filled sell form survives a reload too, and is sent when the network is back", async ({
    browser,
    baseURL,
  }) => {
    await openWith(browser, { baseURL });
    await enter(await context.newPage(), "Omkar Offline");
    const page = await visit(context, { at: "/sell" });
    await page.reload();
    await page.getByLabel("Name").fill("Tunnel lamp");
    await context.setOffline(true);
    await expect(strip(page)).toBeVisible();
    await page.getByLabel("Photos from the gallery").setInputFiles(smallPhoto);
    await page.getByLabel("Price").fill("340");
    await page.getByText("Room & Living", { exact: true }).click();
    await page.getByText("Like New").click();
    await page.getByText("On-Campus").click();
    await page.getByLabel("Address").fill("Hostel 4 gate");
    await page.getByLabel("Description").fill("Shines without a network.");
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(page.getByText("Error listing product. Please try again.")).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("Shines without a network.");

    await page.reload();
    await expect(strip(page)).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveValue("Tunnel lamp");
    await expect(page.getByLabel("Description")).toHaveValue("Shines without a network.");
    await expect(page.locator("[data-photo] img")).toHaveCount(1);

    await context.setOffline(false);
    await expect(strip(page)).toBeHidden();
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(page.getByText("Product listed successfully!")).toBeVisible();
  });

  for (const statuses of [[502], [503, 504]])
    test(
      `a cached page and list are shown when a proxy answers ${statuses.join(" or ")}, and are fetched again afterwards`,
      { tag: "@sweep" },
      async ({ browser, baseURL }) => {
        await openWith(browser, { baseURL });
        const page = await visit(context, { as: "Rohan Mehta", at: "/buy?sort=price-high" });
        await page.reload();
        // One of the demo students', which no other test changes.
        const laptop = cards(page).filter({ hasText: "Gaming laptop" });
        await expect(laptop).toBeVisible();
        await untilCached(page, ["/", "/buy", "/api/products/filter?sort=price-high"]);

        for (const status of statuses)
          await test.step(`${status}`, async () => {
            await context.route(/./, (route) =>
              route.fulfill({ status, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
            );
            await page.reload();
            await expect(laptop).toBeVisible();
            await expect(strip(page)).toContainText("Offline. Pages you opened still work.");
            if (status === 502) {
              await page.goto("/");
              await expect(page.getByRole("heading", { name: "Latest Products" })).toBeAttached();
              await page.goto("/buy?sort=price-high");
              await expect(strip(page)).toBeVisible();
            }
            await context.unroute(/./);
            await expect(strip(page)).toBeHidden();
          });
      },
    );

  test(
    "R824 a page stays when the network is back only for a moment, and says when its item is gone",
    { tag: "@sweep" },
    async ({ browser, baseURL }) => {
      await openWith(browser, { baseURL });
      const page = await visit(context, { as: "Rohan Mehta", at: "/" });
      const laptop = await castListing(page);
      const loseAndFind = async (address: RegExp, answer: (route: Route) => Promise<void>) => {
        await context.setOffline(true);
        await expect(strip(page)).toBeVisible();
        await context.route(address, answer);
        await context.setOffline(false);
        await expect(strip(page)).toBeHidden();
      };
      const pages = [
        { at: "/", heading: "Latest Products", asks: /\/api\/products/, tries: 1 },
        { at: `/item/${laptop._id}`, heading: laptop.name, asks: /\/api\/items\//, tries: 1 },
        { at: "/profile", heading: "My Listings", asks: /\/api\/auth\/profile/, tries: 3 },
      ];
      for (const { at, heading, asks, tries } of pages)
        await test.step(at, async () => {
          await page.goto(at);
          await expect(page.getByRole("heading", { name: heading })).toBeAttached();
          // Otherwise code that is still loading would reload the page when the network is back.
          await page.waitForLoadState("networkidle");
          let failed = 0;
          const count = (request: Request) => void (asks.test(request.url()) && (failed += 1));
          page.on("requestfailed", count);
          await loseAndFind(asks, (route) => route.abort());
          await expect.poll(() => failed).toBeGreaterThanOrEqual(tries);
          page.off("requestfailed", count);
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
          );
          await expect(page).toHaveURL(at);
          await expect(page.getByRole("heading", { name: heading })).toBeAttached();
          await context.unrouteAll();
        });
      await page.goto(`/item/${laptop._id}`);
      await expect(page.getByRole("heading", { name: laptop.name })).toBeAttached();
      await page.waitForLoadState("networkidle");
      await loseAndFind(/\/api\/items\//, (route) =>
        route.fulfill({
          status: 404,
          contentType: "application/problem+json",
          json: { success: false, status: 404, code: "product-not-found", message: "Gone" },
        }),
      );
      await expect(
        page.getByRole("heading", { name: "This item is no longer available" }),
      ).toBeVisible();
    },
  );

  test(
    "R870 a control whose code was never fetched says so when it is tapped offline",
    { tag: "@sweep" },
    async ({ browser, baseURL }) => {
      const away = "You are offline. Please try again when you are connected.";
      await openWith(browser, { baseURL, serviceWorkers: "block" });
      const page = await context.newPage();
      // Notices have not been fetched either: nothing has been touched.
      await page.goto("/");
      const heart = page.getByRole("button", { name: /^Save / }).first();
      await untilHydrated(heart);
      await context.setOffline(true);
      await heart.click();
      const notices = page.getByRole("region", { name: "Notifications" });
      await expect(notices.getByText(away)).toBeVisible();
      await expect(notices.getByText(away)).toBeHidden();
      await page.locator("main a.card").first().click();
      await expect(notices.getByText(away)).toBeVisible();
      await expect(page).toHaveURL("/");
      await page.getByRole("combobox", { name: "Search products" }).fill("lamp");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main").getByText(away)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole("heading", { name: /^Results for/ })).toBeVisible();

      await signIn(page, "Rohan Mehta");
      await page.goto(`/item/${(await castListing(page))._id}`);
      const chat = page.getByRole("button", { name: "Chat on WhatsApp" });
      await untilHydrated(chat);
      await page.evaluate(() => localStorage.removeItem("safety-card"));
      const tapped = [
        chat,
        page.getByRole("button", { name: "Report", exact: true }),
        page.getByRole("button", { name: /look closer$/ }),
      ];
      // The notices' own code comes when a student is known.
      await expect(notices.locator("div")).toBeAttached();
      await context.setOffline(true);
      await expect(strip(page)).toBeVisible();
      for (const button of tapped) {
        await button.click();
        await expect(notices.getByText(away)).toBeVisible();
        await notices.getByRole("button", { name: "Close" }).first().click();
        await expect(notices.getByText(away)).toBeHidden();
      }
      await context.setOffline(false);
      await expect(strip(page)).toBeHidden();
      await chat.click();
      await expect(page.getByRole("dialog", { name: "Before you chat" })).toBeVisible();
    },
  );

  test(
    "a photo that the server has removed is dropped from the cache",
    { tag: "@sweep" },
    async ({ browser, baseURL }) => {
      await openWith(browser, { baseURL });
      const page = await visit(context, { at: "/" });
      await page.reload();
      const keptPhotos = async () =>
        (await keptUrls(page)).filter((url) => url.startsWith("/photos/"));
      await page.getByRole("heading", { name: "Latest Products" }).scrollIntoViewIfNeeded();
      await expect.poll(keptPhotos).not.toEqual([]);
      const [photo = ""] = await keptPhotos();
      await context.route(`**${photo}`, (route) => route.fulfill({ status: 410 }));
      await page.evaluate((url) => fetch(url), photo);
      await expect.poll(keptPhotos).not.toContain(photo);
    },
  );

  test(
    "R1140 a page that was never opened keeps its bars, and a list that did not arrive is tried again",
    { tag: "@sweep" },
    async ({ browser, baseURL }) => {
      await openWith(browser, { baseURL, viewport: { width: 360, height: 760 } });
      const page = await visit(context, { as: "Rohan Mehta", at: "/buy" });
      await page.reload();
      await expect(cards(page).first()).toBeVisible();
      await context.setOffline(true);
      await expect(strip(page)).toBeVisible();
      // The strip is visible, so a notice would repeat it.
      await expect(page.getByText("You are offline. Showing what you opened earlier.")).toHaveCount(
        0,
      );
      await page.getByRole("link", { name: "Saved" }).click();
      await expect(page.getByText("You are offline. Please try again")).toBeVisible();
      await expect(page.getByRole("banner")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Quick" })).toBeVisible();
      await expect(page.getByRole("main")).toHaveCount(1);
      await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
      await page
        .getByRole("navigation", { name: "Quick" })
        .getByRole("link", { name: "Buy" })
        .click();
      await expect(cards(page).first()).toBeVisible();

      // A filter that was never opened: the list loads when the network is back, or on a tap.
      await page.goto("/buy?priceRange=100-500");
      await expect(page.getByText("Failed to fetch products")).toBeVisible();
      const again = page.getByRole("button", { name: "Try again" });
      await expect(again).toBeVisible();
      await context.setOffline(false);
      await expect(strip(page)).toBeHidden();
      // The worker may notice the network a moment after the page.
      await expect(async () => {
        if (await again.isVisible()) await again.click();
        await expect(cards(page).first()).toBeVisible({ timeout: 2000 });
      }).toPass();
    },
  );

  test(
    "a notice says that the network is away only where the strip is out of sight",
    { tag: "@sweep" },
    async ({ browser, baseURL }) => {
      await openWith(browser, { baseURL, viewport: { width: 360, height: 760 } });
      const page = await visit(context, { as: "Rohan Mehta", at: "/buy" });
      await page.reload();
      await expect(cards(page).first()).toBeVisible();
      await page.evaluate(() => window.scrollTo({ top: 900, behavior: "instant" }));
      await context.setOffline(true);
      await expect(
        page.getByRole("region", { name: "Notifications" }).getByText("You are offline."),
      ).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText("You are back online.")).toBeVisible();
    },
  );

  test("nothing private is cached, and signing out leaves nothing", async ({
    browser,
    baseURL,
  }) => {
    await openWith(browser, { baseURL });
    const page = await visit(context, { as: "Rohan Mehta", at: "/profile" });
    await page.goto("/buy?sort=price-high");
    await cards(page).first().click();
    await page.getByRole("button", { name: "Chat on WhatsApp" }).click();
    await expect.poll(() => context.pages().length).toBeGreaterThan(1);
    await page.goto("/");
    await expect.poll(() => keptUrls(page)).toContain("/");
    const isPublic =
      /^\/(photos\/.+|assets\/.+|icon.+|no-photo.svg|buy|profile|login|api\/products(\/filter)?(\?.*)?|api\/items\/[0-9a-f-]{36})?$/;
    expect((await keptUrls(page)).filter((url) => !isPublic.test(url))).toEqual([]);
    await page.getByRole("button", { name: "Log Out" }).first().click();
    await expect(page).toHaveURL("/login");
    // The login page's files are the app itself, and may be cached again.
    const isApp = /^\/(assets\/.+|icon.+|login)$/;
    await expect
      .poll(async () => (await keptUrls(page)).filter((url) => !isApp.test(url)))
      .toEqual([]);
  });

  test("R893 Log Out without a network clears the device, and ends the session once there is one", async ({
    browser,
    baseURL,
  }) => {
    await openWith(browser, { baseURL });
    const page = await visit(context, { as: "Priya Nair", at: "/profile" });
    await page.reload();
    await expect.poll(() => keptUrls(page)).toContainEqual(expect.stringMatching(/\/login-/));
    // Loads with the first touch. If it failed, the page would reload itself, perhaps before the worker has the network again.
    await page.mouse.move(20, 20);
    await expect
      .poll(() => keptUrls(page))
      .toContainEqual(expect.stringMatching(/\/theme-switch-/));
    await page.evaluate(() => sessionStorage.setItem("addresses", "{}"));
    const sent: string[] = [];
    context.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/auth\/(token|logout)$/.test(pathname)) sent.push(pathname);
    });
    const session = (await context.cookies()).find(({ name }) => name.startsWith("session-"));
    const tokenWithOldCookie = async () => {
      const response = await fetch(`${baseURL}/api/auth/token`, {
        method: "POST",
        headers: {
          "x-requested-with": "campus-marketplace",
          cookie: `${session?.name}=${session?.value}`,
        },
      });
      return response.status;
    };

    await context.setOffline(true);
    await page.getByRole("button", { name: "Log Out" }).first().click();
    await expect(page.getByText("Successfully logged out.")).toBeVisible();
    await expect(page).toHaveURL("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(
      await page.evaluate(() => [localStorage.length, sessionStorage.getItem("addresses")]),
    ).toEqual([0, null]);
    expect(
      (await keptUrls(page)).filter((url) => !/^\/(assets\/.+|icon.+|no-photo.svg)$/.test(url)),
    ).toEqual([]);
    expect(await tokenWithOldCookie()).toBe(200);

    sent.length = 0;
    await context.setOffline(false);
    await expect.poll(tokenWithOldCookie).toBe(401);
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .not.toContainEqual(expect.stringContaining("logout-pending"));
    // Again, if the first answer was late; and never for a new token.
    expect(new Set(sent)).toEqual(new Set(["/api/auth/logout"]));
  });
});
