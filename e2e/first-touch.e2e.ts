import type { Page } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { castListing } from "./support/listing.ts";
import { expect, phone, test } from "./support/market.ts";
import { signIn } from "./support/students.ts";

test.use(phone);

const scripts = /\/assets\/[^/]+\.js$/;
const footerLink = (page: Page, name: string) =>
  page.getByRole("contentinfo").getByRole("link", { name });
const firstCard = (page: Page) => page.locator("main a[href^='/item/']").first();

/** Lasts until the next document. Otherwise off-screen cards have an estimated height. */
const drawAllCards = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".card-group { content-visibility: visible !important }");
    document.adoptedStyleSheets = [sheet];
  });

/** Paths of all requests of the page. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test("a link of a page that is awake asks for no document", { tag: "@sweep" }, async ({ page }) => {
  await page.goto("/");
  await untilHydrated(footerLink(page, "About Us"));
  const paths = requestsOf(page);
  await footerLink(page, "About Us").tap();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
  expect(paths).not.toContain("/about");
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(firstCard(page)).toBeVisible();
});

test(
  "a link that is tapped before the scripts are there leads on by itself",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.context().route(scripts, () => undefined);
    await page.goto("/", { waitUntil: "commit" });
    await footerLink(page, "About Us").tap();
    await expect(page).toHaveURL("/about");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
  },
);

test(
  "after a reload Back leads where it should although nothing was touched",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.goto("/");
    await firstCard(page).tap();
    await expect(page.locator("dialog.dialog-detail")).toBeVisible();
    await page.reload();
    await expect(page.locator("dialog.dialog-detail")).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(page.locator("dialog.dialog-detail")).toBeHidden();

    await footerLink(page, "About Us").tap();
    await expect(page).toHaveURL("/about");
    await page.reload();
    await untilHydrated(footerLink(page, "About Us"));
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect(firstCard(page)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "About Us" })).toBeHidden();
    // Top Picks are random, and their cards differ in height.
    await expect(footerLink(page, "About Us")).toBeInViewport();

    await page.goto("/privacy");
    await untilHydrated(footerLink(page, "About Us"));
    await footerLink(page, "About Us").scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(500);
    await footerLink(page, "About Us").tap();
    await expect(page).toHaveURL("/about");
    await page.reload();
    await untilHydrated(footerLink(page, "About Us"));
    await page.goBack();
    await expect(page).toHaveURL("/privacy");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  },
);

test(
  "the home page's scroll position is restored on the way back",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.goto("/");
    await untilHydrated(footerLink(page, "About Us"));
    await drawAllCards(page);
    await footerLink(page, "About Us").scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(500);
    await footerLink(page, "About Us").tap();
    await expect(page).toHaveURL("/about");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  },
);

test("taps that are quicker than the network count once", { tag: "@sweep" }, async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.context().route(/\/assets\/opened-item-[^/]+\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto("/");
  await untilHydrated(firstCard(page));
  await firstCard(page).tap();
  await firstCard(page).tap();
  gate.resolve();
  const dialog = page.locator("dialog.dialog-detail");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close this dialog" }).tap();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/");
});

test("a choice that is undone immediately is not applied", { tag: "@sweep" }, async ({ page }) => {
  await signIn(page, "Sneha Kulkarni", "/buy");
  const chip = (name: string) => page.locator("main").getByRole("button", { name, exact: true });
  await untilHydrated(chip("All"));
  const steps = await page.evaluate(() => history.length);
  await chip("Study Essentials").tap();
  await expect(chip("Study Essentials")).toHaveAttribute("aria-pressed", "true");
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
  );
  await chip("All").tap();
  await expect(chip("All")).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => page.evaluate(() => history.length)).toBe(steps + 2);
  await expect(page).toHaveURL("/buy");
  await expect(chip("All")).toHaveAttribute("aria-pressed", "true");
});

test.describe("before the scripts", () => {
  test.use({ serviceWorkers: "block" });

  /** Opens a page whose scripts are held until they are released. */
  async function openAsleep(page: Page, address: string): Promise<() => void> {
    const gate = Promise.withResolvers<void>();
    await page.route(scripts, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(address, { waitUntil: "commit" });
    return gate.resolve;
  }
  const note = (page: Page) => page.getByText("Loading...", { exact: true });

  test("R825 a tap on Chat or on the sign-in says so and counts later, through the safety card", async ({
    page,
    openBrowser,
  }) => {
    const { _id } = await castListing(page);
    const chat = (on: Page) => on.getByRole("button", { name: "Chat on WhatsApp" });
    const card = page.getByRole("dialog", { name: "Before you chat" });
    await test.step("a student meets the safety card", async () => {
      await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
      await signIn(page, "Sneha Kulkarni");
      await page.addInitScript(() => localStorage.removeItem("safety-card"));
      const letGo = await openAsleep(page, `/item/${_id}`);
      await chat(page).tap();
      await expect(note(page)).toBeVisible();
      letGo();
      await expect(card).toBeVisible();
      await expect(note(page)).toBeHidden();
      const popup = page.waitForEvent("popup");
      await card.getByRole("button", { name: "Chat on WhatsApp" }).tap();
      await (await popup).close();
    });
    await test.step("a tap that was taken back does not count", async () => {
      const letGo = await openAsleep(page, `/item/${_id}`);
      await chat(page).tap();
      await page.keyboard.press("Escape");
      await expect(note(page)).toBeHidden();
      letGo();
      await untilHydrated(chat(page));
      await expect(card).toBeHidden();
    });
    await test.step("a visitor is sent to the login page, where the same applies", async () => {
      const visitor = await (await openBrowser({ ...phone, serviceWorkers: "block" })).newPage();
      await visitor.addInitScript(() => {
        window.open = () => null;
      });
      const letGo = await openAsleep(visitor, `/item/${_id}`);
      await chat(visitor).tap();
      letGo();
      await expect(visitor).toHaveURL("/login");
      const letGoAgain = await openAsleep(visitor, "/login");
      await visitor.getByRole("button", { name: "Login with Google" }).tap();
      await expect(note(visitor)).toBeVisible();
      letGoAgain();
      await expect(visitor.getByLabel("Email address")).toBeVisible();
    });
  });

  test(
    "R1137 a visitor who taps Report before the browser knows that nobody is signed in goes to the login page, too",
    { tag: "@sweep" },
    async ({ page }) => {
      const { _id } = await castListing(page);
      const isKnown = Promise.withResolvers<void>();
      await page.addInitScript(() => localStorage.setItem("account", "yes"));
      await page.route("**/api/auth/token", async (route) => {
        await isKnown.promise;
        await route.continue();
      });
      await page.goto(`/item/${_id}`);
      const report = page.getByRole("button", { name: "Report", exact: true });
      await untilHydrated(report);
      await report.click();
      isKnown.resolve();
      await expect(page.getByText("Log in to report this item.")).toBeVisible();
    },
  );

  test("R826 a form keeps its input and puts none of it into the address", async ({ page }) => {
    const complaint = ["Your name", "Your email address", "What is it about?", "What happened?"];
    for (const [address, labels, send] of [
      ["/register", ["Course"], "Submit"],
      ["/grievance", complaint, "Send"],
    ] as const) {
      const letGo = await openAsleep(page, address);
      for (const label of labels) await page.getByLabel(label).fill("early@example.org");
      const button = page.getByRole("button", { name: send, exact: true });
      await button.tap();
      letGo();
      await untilHydrated(button);
      await expect(page).toHaveURL(address);
      for (const label of labels)
        await expect(page.getByLabel(label)).toHaveValue("early@example.org");
    }
  });
});
