import type { Page } from "@playwright/test";
import { smallPhoto } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

const title = "Abhi server aur load nahi le sakta, thodi der mein phir milte hain!";
const notice = (page: Page) => page.getByRole("dialog", { name: title });

/** Refuses every call of this address like an overloaded server. */
async function refuse(page: Page, address: string, retryAfter = 29): Promise<void> {
  await page.context().route(address, (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      headers: { "retry-after": String(retryAfter) },
      json: { success: false, status: 503, code: "server-busy", message: "The server is busy." },
    }),
  );
}

/** Opens Buy while its list is refused. */
async function meetBusyServer(page: Page): Promise<void> {
  await signIn(page, "Rohan Mehta");
  await refuse(page, "**/api/products/filter*");
  await page.goto("/buy");
  await expect(notice(page)).toBeVisible();
}

test("a busy server opens the notice by itself", async ({ page }) => {
  await test.step("R020 R236 it opens once the server is busy, not before", async () => {
    await signIn(page, "Rohan Mehta", "/buy");
    await expect(
      page.getByRole("region", { name: "Products" }).getByRole("link").first(),
    ).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await refuse(page, "**/api/products/filter*");
    await page.goto("/buy?sort=newest");
    await expect(notice(page)).toBeVisible();
  });
  await test.step("R235 it is a modal dialog", async () => {
    expect(await notice(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
  });
  await test.step("R026 its title is Hindi and English mixed, and marked as such", () =>
    expect(notice(page).getByText(title)).toHaveAttribute("lang", "hi-Latn"));
  for (const [line, words] of [
    ["R021", "may be temporarily unavailable because of high traffic and limited server capacity"],
    ["R022", "We are a small, self-funded team"],
    ["R023", "this service is free and nonprofit"],
    ["R024", "Thank you for visiting"],
  ] as const) {
    await test.step(`${line} it says: ${words}`, () => expect(notice(page)).toContainText(words));
  }
  await test.step("R025 R244 R245 it ends with the team's name and a mail link", async () => {
    const contact = notice(page).getByRole("link");
    await expect(contact).toHaveAttribute("href", /^mailto:\S+@\S+$/);
    const address = await contact.innerText();
    expect(await notice(page).innerText()).toMatch(
      new RegExp(`The \\S+ Marketplace team\\s+${address}\\s*$`),
    );
  });
});

test(
  "R236 R360 it opens on a visit's first page when the operator says so, and on no other",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.context().route(/\/(about|credits)$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"busyNotice":"auto"', '"busyNotice":"on"');
      await route.fulfill({ response, body });
    });
    await page.goto("/about");
    await expect(notice(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.goto("/credits");
    await expect(page.getByRole("heading", { name: "Credits" })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  },
);

test(
  "R361 each way of closing the notice closes it for the visit",
  { tag: "@sweep" },
  async ({ page }) => {
    await meetBusyServer(page);
    const closeButton = () => notice(page).getByRole("button", { name: "Close this dialog" });
    for (const [way, dismiss] of [
      ["R241 R547 its close button", () => closeButton().click()],
      ["R242 Escape", () => page.keyboard.press("Escape")],
      ["R243 a click beside it", () => page.mouse.click(8, 8)],
    ] as const) {
      await test.step(`${way} closes it`, async () => {
        await expect(notice(page)).toBeVisible();
        await dismiss();
        await expect(notice(page)).toBeHidden();
        const refused = page.waitForResponse((response) => response.status() === 503);
        await page.reload();
        await refused;
        await expect(page.getByRole("heading", { name: "Buy" })).toBeVisible();
        await expect(notice(page)).toBeHidden();
      });
      // Another visit.
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
    }
  },
);

test(
  "Q07 a form that is being filled in survives the notice",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/sell");
    await page.getByLabel("Photos from the gallery").setInputFiles(smallPhoto);
    await page.getByLabel("Name").fill("Hero Sprint cycle");
    await page.getByLabel("Price").fill("1850");
    await page.getByText("Mobility & Transport", { exact: true }).click();
    await page.getByText("Used - Good").click();
    await page.getByText("On-Campus").click();
    await page.getByLabel("Address").fill("Hostel 4 gate");
    await page.getByLabel("Description").fill("Two years old, new tyres.");
    await refuse(page, "**/api/products/create");
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(notice(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(notice(page)).toBeHidden();
    await expect(page.getByLabel("Name")).toHaveValue("Hero Sprint cycle");
    await expect(page.getByLabel("Description")).toHaveValue("Two years old, new tyres.");
    await expect(page.locator("[data-photo] img")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "List Item" })).toBeEnabled();
  },
);

test(
  "Q07 a list comes by itself when the server has time again",
  { tag: "@sweep" },
  async ({ page }) => {
    await signIn(page, "Rohan Mehta", "/about");
    // A worker that takes over later requests again what it has to cache.
    const hasWorker = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
    await expect.poll(hasWorker).toBe(true);
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/products/filter")) calls += 1;
    });
    let refusals = 0;
    await page.context().route("**/api/products/filter*", async (route) => {
      refusals += 1;
      if (refusals > 2) return route.continue();
      return route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        headers: { "retry-after": "1" },
        json: { success: false, status: 503, code: "server-busy", message: "The server is busy." },
      });
    });
    await page.goto("/buy");
    await notice(page).getByRole("button", { name: "Close" }).click();
    await expect(
      page.getByRole("region", { name: "Products" }).getByRole("link").first(),
    ).toBeVisible();
    expect(calls).toBe(3);
  },
);

test("the notice's place, its size and its close button", { tag: "@sweep" }, async ({ page }) => {
  await meetBusyServer(page);
  const measure = async (width: number, height: number) => {
    await page.setViewportSize({ width, height });
    return notice(page).evaluate((dialog) => ({
      available: document.body.clientWidth,
      box: dialog.getBoundingClientRect().toJSON() as DOMRect,
      scrolls: dialog.scrollHeight > dialog.clientHeight,
      overlay: getComputedStyle(dialog, "::backdrop").backgroundColor,
    }));
  };
  for (const [line, width, height, widthOf] of [
    ["R532 95 % of a small screen", 360, 500, (available: number) => available * 0.95],
    ["R532 95 % up to the breakpoint", 767, 900, (available: number) => available * 0.95],
    ["R533 90 % from the breakpoint on", 768, 900, (available: number) => available * 0.9],
    ["R533 90 % of a larger screen", 1280, 900, (available: number) => available * 0.9],
    ["R534 1200 px at most", 1600, 900, () => 1200],
  ] as const) {
    await test.step(`${line}, R238 centred, R535 at most 80 % high`, async () => {
      const { available, box } = await measure(width, height);
      const expected = widthOf(available);
      expect(box.width).toBeCloseTo(expected, 0);
      expect(box.x).toBeCloseTo((available - expected) / 2, 0);
      expect(box.height).toBeLessThanOrEqual(height * 0.8 + 1);
    });
  }
  await test.step("R239 scrolls where it would be taller", async () => {
    expect((await measure(360, 500)).scrolls).toBe(true);
    expect((await measure(1280, 900)).scrolls).toBe(false);
  });
  await test.step("R237 a dark overlay lies behind it", async () => {
    expect((await measure(1280, 900)).overlay).toBe("rgba(10, 14, 18, 0.6)");
  });
  await test.step("R240 the close button is at its top right", async () => {
    for (const [width, height] of [
      [360, 500],
      [1280, 900],
    ] as const) {
      const { box } = await measure(width, height);
      const close = await notice(page)
        .getByRole("button", { name: "Close this dialog" })
        .boundingBox();
      expect(box.right - (close?.x ?? 0)).toBeLessThan(80);
      expect((close?.y ?? 0) - box.top).toBeLessThan(24);
    }
  });
});

test.describe("page views", () => {
  const reports = (page: Page) => {
    const seen: unknown[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/views") seen.push(request.postDataJSON());
    });
    return seen;
  };

  test.describe("on a phone", () => {
    test.use(phone);

    test("R027, R460, Q08 each page is reported exactly once: the first load and five changes, Back included", async ({
      page,
    }) => {
      const seen = reports(page);
      const pages = () => seen.map((view) => (view as { page: string }).page);
      await page.goto("/about", { referer: "https://www.instagram.com/some/post" });
      await expect.poll(pages).toEqual(["/about"]);
      const footer = page.getByRole("contentinfo");
      await footer.getByRole("link", { name: "How it works" }).tap();
      await expect.poll(pages).toHaveLength(2);
      await footer.getByRole("link", { name: "About Us" }).tap();
      await expect.poll(pages).toHaveLength(3);
      await page.goBack();
      await expect.poll(pages).toHaveLength(4);
      // The guard sends a visitor on: only the page that is seen counts.
      await page.getByRole("link", { name: "Browse Listings" }).tap();
      await expect(page).toHaveURL("/login");
      await expect.poll(pages).toHaveLength(5);
      await page.getByRole("link", { name: "Home", exact: true }).last().tap();
      await expect(page).toHaveURL("/home");
      await expect.poll(pages).toHaveLength(6);
      // A product's dialog is no page of its own.
      await page.getByRole("main").locator("a[href^='/item/']").first().tap();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("dialog")).toBeHidden();
      expect(pages()).toEqual([
        "/about",
        "/how-it-works",
        "/about",
        "/how-it-works",
        "/login",
        "/home",
      ]);
      expect(seen[0]).toEqual({
        page: "/about",
        referrer: "www.instagram.com",
        viewport: "phone",
        language: "en",
      });
      expect(seen[1]).toMatchObject({ referrer: "" });
    });
  });

  test(
    "Q08 an unknown address is reported as 404, another spelling of a page once, and no id ever",
    { tag: "@sweep" },
    async ({ page }) => {
      const seen = reports(page);
      await page.goto("/no-such-page");
      await expect.poll(() => seen).toMatchObject([{ page: "404", viewport: "desktop" }]);
      await page.getByRole("link", { name: "Sign up" }).click();
      await expect(page).toHaveURL("/register");
      await expect.poll(() => seen).toMatchObject([{ page: "404" }, { page: "/register" }]);
    },
  );

  test(
    "Q08 a visitor who refuses tracking is not reported",
    { tag: "@sweep" },
    async ({ page }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
      );
      const seen = reports(page);
      await page.goto("/about");
      await page.getByRole("contentinfo").getByRole("link", { name: "Credits" }).click();
      await expect(page.getByRole("heading", { name: "Credits" })).toBeVisible();
      expect(seen).toEqual([]);
    },
  );
});
