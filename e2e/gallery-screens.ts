import { picturePaths } from "@market/fixtures/pictures";
import { expect, type Page } from "@playwright/test";
import { signIn } from "./students.ts";

type Show = (page: Page) => Promise<void>;
const buyer = "Rohan Mehta";
const seller = "Asha Patnaik";

const document =
  (path: string): Show =>
  async (page) => {
    await page.goto(path);
  };
const cards = (page: Page) =>
  page.getByRole("region", { name: "Products" }).getByRole("listitem").getByRole("link");

async function openProduct(page: Page): Promise<void> {
  await signIn(page, buyer);
  await page.goto("/buy?sort=newest");
  await cards(page).nth(1).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /chat/i })).toBeVisible();
}

async function fillSell(page: Page): Promise<void> {
  await signIn(page, seller);
  await page.goto("/sell");
  await page.getByLabel("Photos from the gallery").setInputFiles(picturePaths("study-lamp"));
  await page.getByLabel("Name").fill("Study lamp, warm light");
  await page.getByLabel("Price").fill("450");
  for (const place of [1, 2, 3, 4])
    await expect(page.getByRole("button", { name: `Photo ${place}: ready` })).toBeVisible();
}

/** Every screen and the states that matter, each in a browser of its own. */
export const screens: Record<string, Show> = {
  home: document("/"),
  about: document("/about"),
  "how-it-works": document("/how-it-works"),
  terms: document("/terms"),
  privacy: document("/privacy"),
  "community-guidelines": document("/community-guidelines"),
  credits: document("/credits"),
  "not-found": document("/no-such-page"),
  login: document("/login"),
  register: document("/register"),
  item: async (page) => {
    const [product] = (await (await page.request.get("/api/products?limit=1")).json()) as [
      { _id: string },
    ];
    await page.goto(`/item/${product._id}`);
  },
  buy: async (page) => {
    await signIn(page, buyer);
    await page.goto("/buy");
    await expect(cards(page).first()).toBeVisible();
  },
  "buy-nothing": async (page) => {
    await signIn(page, buyer);
    await page.goto("/buy?category=Health+%26+Fitness&condition=New&locationType=nearby");
    await expect(page.getByText("No products found")).toBeVisible();
  },
  product: openProduct,
  sell: fillSell,
  description: async (page) => {
    await fillSell(page);
    await page.getByRole("button", { name: "Generate with AI" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  },
  profile: async (page) => {
    await signIn(page, seller);
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "My Listings" })).toBeVisible();
    await expect(page.getByRole("article").first()).toBeVisible();
  },
  "edit-product": async (page) => {
    await signIn(page, seller);
    await page.goto("/profile");
    await page.getByRole("link", { name: /^Edit/ }).first().click();
    await expect(page.getByLabel("Name")).not.toHaveValue("");
  },
  cart: async (page) => {
    await openProduct(page);
    await page.getByRole("dialog").getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "View cart" }).click();
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  },
  "cart-empty": async (page) => {
    await signIn(page, buyer);
    await page.goto("/cart");
    await expect(page.getByRole("button", { name: "Continue Shopping" })).toBeVisible();
  },
};
