import { expect, test } from "./market.ts";

/** Every document for everybody, with its heading, and an address that is none. */
const documents = [
  ["/", /./],
  ["/home", /./],
  ["/login", "Log in"],
  ["/register", "Create your account"],
  ["/about", "About Us"],
  ["/terms", "Terms and Conditions"],
  ["/privacy", "Privacy Policy"],
  ["/how-it-works", "How it works"],
  ["/community-guidelines", "Community guidelines"],
  ["/credits", "Credits"],
  ["/no-such-page", "This page is not on the board"],
] as const;
const guarded = [
  "/buy",
  "/sell",
  "/cart",
  "/saved",
  "/profile",
  "/edit-product/01994e50-0000-7000-8000-000000000000",
];

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("public pages can be read, cards lead to the product's page, and one line says what to do", async ({
    page,
  }) => {
    const line =
      "Signing in, searching and selling need JavaScript. Please switch it on in your browser's settings, then load this page again.";
    // By its place: getByText leaves out what stands in noscript.
    const told = page.locator("noscript p");
    await page.goto("/");
    await expect(told).toBeVisible();
    await expect(told).toHaveText(line);
    const card = page.locator("main a[href^='/item/']").first();
    const name = await card.getByRole("heading").textContent();
    await card.click();
    await expect(page).toHaveURL(/\/item\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name ?? "");
    for (const path of guarded) {
      await page.goto(path);
      await expect(told, path).toBeVisible();
      await expect(page.getByText("Loading..."), path).toBeHidden();
    }
  });
});

test.describe("documents", () => {
  test("R028-R034, R036, R037, R049, R410 each public one is whole and wakes up without a fault", async ({
    page,
  }) => {
    for (const [path, heading] of documents) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(path === "/no-such-page" ? 404 : 200);
      await expect(page.locator("main")).toHaveCount(1);
      await expect(page.locator("h1")).toHaveCount(1);
      await expect(page.locator("h1")).toHaveText(heading);
      await expect(
        page.getByRole("region", { name: "Notifications", includeHidden: true }),
      ).toBeAttached();
      expect(await response?.text(), path).not.toMatch(
        /<script(?![^>]*(src=|type="application\/(ld\+)?json"))[^>]*>| style="| on\w+="/,
      );
    }
  });

  test("R038-R043, R046, R047 each guarded one sends a visitor to the login page, and Back does not return to it", async ({
    page,
  }) => {
    for (const path of guarded) {
      await page.goto("/about");
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(200);
      await expect(page).toHaveURL("/login");
      await expect(page.locator("main")).toHaveCount(1);
      await expect(page.locator("h1")).toHaveText("Log in");
      await page.goBack();
      await expect(page).toHaveURL("/about");
    }
  });

  test("R030 R031 / and /home show the same page", async ({ page }) => {
    const shown = [];
    for (const path of ["/", "/home"]) {
      await page.goto(path);
      shown.push({
        headings: await page.locator("main").locator("h1, h2").allTextContents(),
        cards: await page.locator('main a[href^="/item/"], main a[href*="item="]').count(),
        title: await page.title(),
        canonical: await page.locator('link[rel="canonical"]').getAttribute("href"),
      });
    }
    const [root, home] = shown;
    expect(home).toEqual(root);
    expect(home?.headings.length).toBeGreaterThan(1);
    expect(home?.cards).toBeGreaterThan(7);
  });

  test("Q13 an address in capitals opens the page, in lower case", async ({ page }) => {
    await page.goto("/Register");
    await expect(page).toHaveURL("/register");
  });

  test("the first button answers a click: the small-screen menu opens", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 760 });
    for (const [path] of documents) {
      await page.goto(path);
      const menu = page.getByRole("button", { name: /menu/i }).first();
      await expect(async () => {
        await menu.click();
        await expect(menu).toHaveAttribute("aria-expanded", "true", { timeout: 500 });
      }).toPass();
    }
  });
});

test.describe("the pages that only tell", () => {
  const says = {
    "/about": [
      "small, self-funded team",
      "nonprofit",
      "Our mission",
      "hand a cycle, a lamp or a textbook to the next student",
      "Centralized Platform",
      "Trusted Community",
      "Easy and Fast Transactions",
      "Safe and Transparent Deals",
      "Why we built it",
      "Only verified students may buy and sell",
    ],
    "/how-it-works": [
      "Sign Up & Verify",
      "Browse Listings",
      "Sell an Item",
      "Connect & Trade",
      "Platform fee",
      "₹0",
      "Early-bird offer",
    ],
    "/community-guidelines": [
      "Be Respectful",
      "No Scams or Fraud",
      "Meet Safely",
      "No Prohibited Items",
      "Report Misuse",
    ],
    "/terms": [
      "You must belong to the university community",
      "Deals are made directly between buyer and seller",
      "We do not facilitate payments",
      "do not mediate disputes",
      "The marketplace is free: there is no paid feature and no paid place in any list.",
      "Illegal substances, including drugs, alcohol and tobacco",
      "Weapons, explosives and hazardous materials",
      "Plagiarized or counterfeit materials, such as fake degrees, IDs or assignments",
      "Unauthorized software, hacking tools or malware",
      "Anything that violates university policy or local law",
      "Misrepresentation or fraud leads to suspension or termination",
      "You may ask support to delete your data",
    ],
    "/privacy": ["20 Mar 2025"],
  };

  test("R002, R007-R010, R012, R013, R016, R035, R210-R215, R217-R220, R222-R234, R509 they say what they must", async ({
    page,
  }) => {
    for (const [path, sentences] of Object.entries(says)) {
      await page.goto(path);
      for (const sentence of sentences) await expect(page.locator("main")).toContainText(sentence);
    }
  });

  test("R221 how it works links to the listings, R017 the support address is a mail link", async ({
    page,
  }) => {
    await page.goto("/how-it-works");
    await expect(
      page.locator("main").getByRole("link", { name: "Browse Listings" }),
    ).toHaveAttribute("href", "/buy");
    await page.goto("/community-guidelines");
    await expect(page.locator("main a[href='mailto:help@cgu.example']").first()).toBeVisible();
  });
});
