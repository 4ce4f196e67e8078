import type { Page } from "@playwright/test";
import { expect, phone, test } from "./market.ts";
import { phonePhoto } from "./phone-photo.ts";
import { signIn } from "./students.ts";

const title = "Abhi server aur load nahi le sakta, thodi der mein phir milte hain!";
const notice = (page: Page) => page.getByRole("dialog", { name: title });

/** Every call of that address is refused as the server does when it has too much to do. */
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

test("R020, R021, R022, R023, R024, R025, R026, R235, R236, R244, R245, R360 a busy server opens the notice by itself", async ({
  page,
}) => {
  await meetBusyServer(page);
  await expect(notice(page).getByText(title)).toHaveAttribute("lang", "hi-Latn");
  for (const words of [
    "may be temporarily unavailable because of high traffic and limited server capacity",
    "small, self-funded team",
    "free and nonprofit",
    "Thank you for visiting",
  ])
    await expect(notice(page)).toContainText(words);
  const contact = notice(page).getByRole("link");
  await expect(contact).toHaveAttribute("href", /^mailto:\S+@\S+$/);
  const address = await contact.innerText();
  expect(await notice(page).innerText()).toMatch(
    new RegExp(`The \\S+ Marketplace team\\s+${address}\\s*$`),
  );
  expect(await notice(page).evaluate((dialog) => dialog.matches(":modal"))).toBe(true);
});

test("R241, R242, R243, R361, R547 the close button, Escape and a click beside it close it for the visit", async ({
  page,
}) => {
  await meetBusyServer(page);
  const ways = [
    () => notice(page).getByRole("button", { name: "Close this dialog" }).click(),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(8, 8),
  ];
  for (const dismiss of ways) {
    await expect(notice(page)).toBeVisible();
    await dismiss();
    await expect(notice(page)).toBeHidden();
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.reload();
    await refused;
    await expect(page.getByRole("heading", { name: "Buy" })).toBeVisible();
    await expect(notice(page)).toBeHidden();
    // Another visit.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
  }
});

test("Q07 a form that is being filled in survives the notice", async ({ page }) => {
  await signIn(page, "Rohan Mehta");
  await page.goto("/sell");
  await page
    .getByLabel("Photos from the gallery")
    .setInputFiles({ name: "cycle.jpg", mimeType: "image/jpeg", buffer: await phonePhoto(1) });
  await page.getByLabel("Name").fill("Hero Sprint cycle");
  await page.getByLabel("Price").fill("1850");
  await page.getByText("Mobility & Transport").click();
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
});

test("Q07 a list comes by itself when the server has time again", async ({ page }) => {
  await signIn(page, "Rohan Mehta");
  // A worker that takes over later asks once more, to keep what it was not yet there for.
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
});

test("R237, R238, R239, R240, R532, R533, R534, R535 the notice's place, its size and its close button", async ({
  page,
}) => {
  await meetBusyServer(page);
  for (const [width, height, share] of [
    [360, 500, 0.95],
    [767, 900, 0.95],
    [768, 900, 0.9],
    [1280, 900, 0.9],
    [1600, 900, 0.9],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { room, box, scrolls, overlay } = await notice(page).evaluate((dialog) => ({
      room: document.body.clientWidth,
      box: dialog.getBoundingClientRect().toJSON() as DOMRect,
      scrolls: dialog.scrollHeight > dialog.clientHeight,
      overlay: getComputedStyle(dialog, "::backdrop").backgroundColor,
    }));
    const expected = Math.min(room * share, 1200);
    expect(box.width).toBeCloseTo(expected, 0);
    expect(box.x).toBeCloseTo((room - expected) / 2, 0);
    expect(box.height).toBeLessThanOrEqual(height * 0.8 + 1);
    expect(scrolls).toBe(width === 360);
    expect(overlay).toBe("rgba(10, 14, 18, 0.6)");
    const close = await notice(page)
      .getByRole("button", { name: "Close this dialog" })
      .boundingBox();
    expect(box.right - (close?.x ?? 0)).toBeLessThan(80);
    expect((close?.y ?? 0) - box.top).toBeLessThan(24);
  }
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
      await footer.getByRole("link", { name: "Credits" }).tap();
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
        "/credits",
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

  test("Q08 an address nobody knows is reported as 404, another case of a page once, and no id ever", async ({
    page,
  }) => {
    const seen = reports(page);
    await page.goto("/no-such-page");
    await expect.poll(() => seen).toMatchObject([{ page: "404", viewport: "desktop" }]);
    await page.getByRole("link", { name: "Sign up" }).click();
    await expect(page).toHaveURL("/register");
    await expect.poll(() => seen).toMatchObject([{ page: "404" }, { page: "/register" }]);
  });

  test("Q08 nobody is reported who asks not to be tracked", async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
    );
    const seen = reports(page);
    await page.goto("/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Credits" }).click();
    await expect(page.getByRole("heading", { name: "Credits" })).toBeVisible();
    expect(seen).toEqual([]);
  });
});
