import { picturePaths } from "@market/fixtures/pictures";
import { expect, type Locator, type Page } from "@playwright/test";
import { untilHydrated } from "./hydrated.ts";
import { castListing, listItem } from "./listing.ts";
import { enter, storedValue, signIn } from "./students.ts";

type Show = (page: Page) => Promise<void>;
const buyer = "Rohan Mehta";
const seller = "Asha Patnaik";
const inAppBrowser =
  "Mozilla/5.0 (Linux; Android 14; wv) Chrome/131.0 Mobile Safari Instagram 357.1";

const document =
  (path: string): Show =>
  async (page) => {
    await page.goto(path);
  };
const cards = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("listitem").getByRole("link");

/** Presses when the code has loaded: a retry would wait for the first press's dialog to close. */
async function press(button: Locator, effect: () => Locator): Promise<void> {
  await untilHydrated(button);
  await button.click();
  await expect(effect()).toBeVisible();
}

async function openProfile(page: Page): Promise<void> {
  await signIn(page, seller, "/profile");
  await expect(page.getByRole("heading", { name: "My Listings" })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
}

/** A demo listing, because newer ones may be the student's own. */
export async function openProduct(page: Page): Promise<void> {
  await signIn(page, buyer, "/buy?sort=price-high");
  await cards(page).filter({ hasText: "Gaming laptop" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /chat/i })).toBeVisible();
}

/** Replaces an answer by that of another time. */
const answer = (page: Page, path: string, body: object) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json: { success: true, ...body } }),
  );

/** A notice of each look: with buttons, unread and read. */
function someNotices() {
  const createdAt = new Date(Date.now() - 40 * 60_000).toISOString();
  const notice = (nth: number, kind: string, text: string, more: object = {}) => ({
    id: `01994e50-0000-7000-8000-00000000000${nth}`,
    kind,
    text,
    createdAt,
    actions: [],
    ...more,
  });
  const call = { method: "PUT", path: "/api/deals/1", body: {} };
  const actions = [
    { name: "sold", label: "Yes, sold", ...call },
    { name: "not-sold", label: "No", ...call },
  ];
  return [
    notice(1, "asked-outcome", "Sold to Rohan? Red cycle", { actions }),
    notice(2, "contacted", "3 students asked for your number: Red cycle"),
    notice(3, "feedback", "Neha gave you feedback: Study lamp", { readAt: createdAt }),
  ];
}

async function fillSell(page: Page): Promise<void> {
  await enter(page, "Sanjay Selling");
  await page.goto("/sell");
  await page.getByLabel("Photos from the gallery").setInputFiles(picturePaths("study-lamp"));
  await page.getByLabel("Name").fill("Study lamp, warm light");
  await page.getByLabel("Price").fill("450");
  for (const place of [1, 2, 3, 4])
    await expect(page.getByRole("button", { name: `Photo ${place}: ready` })).toBeVisible({
      timeout: 30_000,
    });
}

/** The move-out page of a student who leaves the campus. */
async function bundlePath(page: Page): Promise<string> {
  await signIn(page, "Rohan Mehta");
  const answer = await page.request.get("/api/bundles", {
    headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
  });
  const { bundles } = (await answer.json()) as { bundles: { url: string }[] };
  return bundles.at(-1)?.url ?? "";
}

/** Every screen and the states that matter, each in a browser of its own. */
export const screens: Record<string, Show> = {
  home: document("/"),
  "home-results": async (page) => {
    await page.goto("/?q=cycle");
    await expect(
      page
        .getByRole("region", { name: /^Results/ })
        .locator("a.card")
        .first(),
    ).toBeVisible();
  },
  menu: async (page) => {
    await page.goto("/");
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await press(menu, () => page.getByRole("link", { name: "Cart" }));
  },
  notices: async (page) => {
    await answer(page, "/api/notices", { unread: 2, notices: someNotices() });
    await answer(page, "/api/notices/read", { unread: 0 });
    await signIn(page, seller, "/notices");
    await expect(page.getByRole("button", { name: "Yes, sold" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Notify me about" })).toBeVisible();
  },
  farewell: async (page) => {
    await signIn(page, seller, "/farewell");
    const keep = page.getByRole("button", { name: /^Keep until …/ }).first();
    await press(keep, () => page.getByLabel("Keep until", { exact: true }));
  },
  "outcome-strip": async (page) => {
    const [id, contactedAt] = ["01994e50-0000-7000-8000-000000000000", new Date().toISOString()];
    const outcome = {
      productId: id,
      name: "Red cycle",
      seller: "Asha",
      contactedAt,
      ask: "bought",
    };
    await answer(page, "/api/outcomes/open", { outcomes: [outcome] });
    await answer(page, `/api/outcomes/${id}`, {});
    await signIn(page, buyer, "/about");
    await expect(page.getByText("Did you buy Red cycle?")).toBeVisible();
  },
  "safety-card": async (page) => {
    await openProduct(page);
    await page.evaluate(() => localStorage.removeItem("safety-card"));
    const chat = page.getByRole("dialog").getByRole("button", { name: "Chat on WhatsApp" });
    await press(chat, () => page.getByRole("dialog", { name: "Before you chat" }));
  },
  about: document("/about"),
  "how-it-works": document("/how-it-works"),
  terms: document("/terms"),
  privacy: document("/privacy"),
  "community-guidelines": document("/community-guidelines"),
  credits: document("/credits"),
  "not-found": document("/no-such-page"),
  login: document("/login"),
  register: document("/register"),
  "in-app": async (page) => {
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, "userAgent", { value: userAgent });
    }, inAppBrowser);
    await page.goto("/login");
    await expect(page.getByRole("link", { name: "Open in browser" })).toBeVisible();
  },
  item: async (page) => {
    await page.goto(`/item/${(await castListing(page))._id}`);
  },
  leaving: async (page) => {
    await page.goto(await bundlePath(page));
  },
  "leaving-poster": async (page) => {
    await page.goto(`${await bundlePath(page)}/poster`);
  },
  "sell-many": async (page) => {
    await signIn(page, "Sneha Kulkarni", "/sell/many");
    await page.getByLabel("Add photos").setInputFiles(picturePaths("kettle").slice(0, 2));
    await expect(page.getByLabel("Name")).toHaveCount(2);
    await page.getByLabel("Name").first().fill("Kettle");
    await page.getByLabel("Meeting place").fill("Hostel 4 gate");
  },
  buy: async (page) => {
    await signIn(page, buyer, "/buy");
    await expect(cards(page).first()).toBeVisible();
  },
  filters: async (page) => {
    await signIn(page, buyer, "/buy?condition=New");
    await expect(cards(page).first()).toBeVisible();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    const open = page.getByRole("button", { name: /^Filters/ });
    if ((page.viewportSize()?.width ?? 0) < 900) await press(open, () => sheet);
  },
  "buy-nothing": async (page) => {
    await signIn(page, buyer, "/buy?category=Health+%26+Fitness&condition=New&locationType=nearby");
    await expect(page.getByText("No products found")).toBeVisible();
  },
  product: openProduct,
  "own-product": async (page) => {
    await enter(page, "Ojas Owner");
    const id = await listItem(page, { name: "Lamp of my own" });
    await page.goto(`/buy?sort=newest&item=${id}`);
    await expect(
      page.getByRole("dialog").getByRole("link", { name: "Edit", exact: true }),
    ).toBeVisible();
  },
  lightbox: async (page) => {
    await openProduct(page);
    await page.getByRole("button", { name: /look closer$/ }).click();
    await expect(page.getByRole("dialog", { name: /^Photos of/ })).toBeVisible();
  },
  sell: fillSell,
  listed: async (page) => {
    await fillSell(page);
    await page.getByRole("button", { name: "Choose the category Study Essentials" }).click();
    await page.getByText("Like New").click();
    await page.getByText("On-Campus").click();
    await page.getByLabel("Address").fill("Library gate");
    await page.getByLabel("Description").fill("Warm light.");
    await page.getByRole("button", { name: "List Item" }).click();
    await expect(page.getByRole("dialog", { name: "Share it with your hostel" })).toBeVisible();
    await expect(page).toHaveURL("/profile");
    await expect(page.getByRole("article").first()).toBeVisible();
  },
  description: async (page) => {
    await fillSell(page);
    await page.getByRole("button", { name: "Generate with AI" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  "sell-refused": async (page) => {
    await signIn(page, seller, "/sell");
    const send = page.getByRole("button", { name: "List Item" });
    await press(send, () => page.getByText("Price is required"));
  },
  profile: openProfile,
  details: async (page) => {
    await openProfile(page);
    await page.getByRole("button", { name: "Edit your details" }).click();
    await expect(page.getByRole("link", { name: "Test my WhatsApp link" })).toBeVisible();
  },
  avatar: async (page) => {
    await openProfile(page);
    await page.getByRole("button", { name: /avatar/i }).click();
    await expect(page.getByRole("dialog").locator("img").first()).toBeVisible();
  },
  "delete-question": async (page) => {
    await openProfile(page);
    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
  },
  "edit-product": async (page) => {
    await openProfile(page);
    await page.getByRole("link", { name: /^Edit/ }).first().click();
    await expect(page.getByLabel("Name")).not.toHaveValue("");
  },
  busy: async (page) => {
    await signIn(page, buyer);
    await page.context().route("**/api/products/filter*", (route) =>
      route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        headers: { "retry-after": "29" },
        json: { success: false, status: 503, code: "server-busy", message: "The server is busy." },
      }),
    );
    await page.goto("/buy");
    await expect(page.getByRole("dialog", { name: /^Abhi server/ })).toBeVisible();
  },
  search: async (page) => {
    await signIn(page, buyer, "/buy");
    await expect(cards(page).first()).toBeVisible();
    const answered = page.waitForResponse(/q=cycel/);
    await page.getByRole("combobox", { name: "Search products" }).fill("cycel");
    // Closes what is suggested.
    await page.keyboard.press("Enter");
    await answered;
    await expect(cards(page).first()).toContainText(/cycle/i);
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
  },
  "recent-searches": async (page) => {
    await signIn(page, buyer);
    await page.evaluate(() => localStorage.setItem("searches", '["study lamp","kursi","cycle"]'));
    await page.goto("/buy");
    await page.getByRole("combobox", { name: "Search products" }).focus();
    await expect(page.getByRole("region", { name: "Recent searches" })).toBeVisible();
  },
  saved: async (page) => {
    await signIn(page, buyer);
    const listed = await page.request.get("/api/products?limit=3");
    for (const { _id } of (await listed.json()) as { _id: string }[])
      await page.request.put(`/api/saved/${_id}`, {
        headers: { authorization: `Bearer ${await storedValue(page, "token")}` },
      });
    await page.goto("/saved");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  },
  "saved-empty": async (page) => {
    await enter(page, "Farhan Saver");
    await page.goto("/saved");
    await expect(page.getByText("Nothing saved yet")).toBeVisible();
  },
  cart: async (page) => {
    await openProduct(page);
    await page.getByRole("dialog").getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "View cart" }).click();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  },
  "cart-empty": async (page) => {
    await signIn(page, buyer, "/cart");
    await expect(page.getByRole("button", { name: "Continue Shopping" })).toBeVisible();
  },
};
