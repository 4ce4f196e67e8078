import { demoStudents } from "@market/fixtures/demo-students";
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, phone, recordAnswers, test } from "./support/market.ts";
import { type Orientation, phonePhoto, quarterColours, quarters } from "./support/phone-photo.ts";
import { chooseAccount, enter, signIn } from "./support/students.ts";

test.use(phone);

/** A new student, whose address and number no other test uses. */
function newcomer(name: string) {
  const unique = String(Date.now()).slice(-8) + String(name.length % 10);
  return {
    name,
    email: `${name.toLowerCase().replace(" ", ".")}.${unique}@cgu.example`,
    number: `9${unique}`,
  };
}
type Newcomer = ReturnType<typeof newcomer>;

async function signInAndRegister(page: Page, student: Newcomer): Promise<void> {
  await page.goto("/login");
  await chooseAccount(page, "Login with Google", student);
  await page
    .getByRole("alertdialog", { name: "User Not Registered" })
    .getByRole("button", { name: "OK" })
    .tap();
  await page.getByLabel("Country", { exact: true }).selectOption("India");
  await page.getByLabel("WhatsApp number").fill(student.number);
  await page.getByLabel("Course").fill("B.Tech CSE");
  await page.getByLabel("I am 18 or older").check();
  await chooseAccount(page, "Submit", student);
  await expect(page).toHaveURL("/");
}

const cycle = `Hero Sprint cycle & lock, frame ${Date.now()}`;
const held: Orientation[] = [6, 3];

async function listCycle(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sell", exact: true }).last().tap();
  const photos = await Promise.all(held.map(phonePhoto));
  await page
    .getByLabel("Photos from the gallery")
    .setInputFiles(
      photos.map((buffer, place) => ({ name: `IMG_${place}.jpg`, mimeType: "image/jpeg", buffer })),
    );
  await page.getByLabel("Name").fill(cycle);
  await page.getByLabel("Price").fill("1850");
  await page.getByText("Mobility & Transport", { exact: true }).tap();
  await page.getByText("Used - Good").tap();
  await page.getByText("On-Campus").tap();
  await page.getByLabel("Address").fill("Hostel 4 gate");
  await page.getByLabel("Description").fill("Two years old, new tyres.\nLock included.");
  await page.getByRole("button", { name: "List Item" }).tap();
  await expect(page.getByText("Product listed successfully!")).toBeVisible();
  await page.goto("/profile");
}

type Stored = {
  images: { url: string; width: number; height: number; sources: { url: string }[] }[];
};

/** Every stored file of the newest own product shows the photo and contains no metadata. */
async function expectBarePhotos(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const own = await page.request.get("/api/products/user", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { products } = (await own.json()) as { products: Stored[] };
  const images = products[0]?.images ?? [];
  expect(images.map(({ width, height }) => width < height)).toEqual(
    held.map((orientation) => orientation > 4),
  );
  const addresses = new Set(
    images.flatMap(({ url, sources }) => [url, ...sources.map((source) => source.url)]),
  );
  expect(addresses.size).toBeGreaterThanOrEqual(3 * held.length);
  for (const address of addresses) {
    const file = await (await page.request.get(address)).body();
    const { exif, xmp, iptc, icc, orientation, comments } = await sharp(file).metadata();
    expect({ address, exif, xmp, iptc, icc, orientation, comments }).toEqual({ address });
    const seen = await quarterColours(file);
    for (const quarter of Object.keys(quarters) as (keyof typeof quarters)[]) {
      const distance = Math.hypot(
        ...seen[quarter].map((value, band) => value - (quarters[quarter][band] ?? 0)),
      );
      expect(distance, `${quarter} of ${address}`).toBeLessThan(60);
    }
  }
}

/** Nothing of this test leaves the machine. */
async function standInForWhatsApp(context: BrowserContext): Promise<void> {
  await context.route("https://wa.me/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
}

async function choose(page: Page, category: string, ...filters: string[]): Promise<void> {
  await page.getByRole("group", { name: "Category" }).getByRole("button", { name: category }).tap();
  await page.getByRole("button", { name: "Filters" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  for (const filter of filters) await sheet.getByText(filter, { exact: true }).tap();
  await sheet.getByRole("button", { name: /^Show / }).tap();
  await expect(sheet).toBeHidden();
}

test("R003, R004 a student lists a cycle with photos, another finds it and opens the chat; it is sold, changed and deleted", async ({
  page,
  openBrowser,
}) => {
  const nandini = newcomer("Nandini Rao");

  await signInAndRegister(page, nandini);
  await listCycle(page);
  await expectBarePhotos(page);

  const context = await openBrowser(phone);
  await standInForWhatsApp(context);
  const answers = recordAnswers(context);
  const buyer = await context.newPage();
  await enter(buyer, "Tarun Bose");
  await buyer.goto("/");
  await buyer.getByRole("link", { name: "Buy", exact: true }).last().tap();
  await choose(buyer, "Mobility & Transport", "Used - Good", "₹1,000–2,000");
  expect(Object.fromEntries(new URL(buyer.url()).searchParams)).toEqual({
    category: "Mobility & Transport",
    condition: "Used - Good",
    priceRange: "1000-2000",
  });
  const card = buyer.getByRole("listitem").filter({ hasText: cycle });
  await card.getByRole("link").tap();
  const dialog = buyer.getByRole("dialog", { name: cycle });
  await expect(dialog).toContainText("₹1,850");
  await expect(dialog).toContainText("Lock included.");
  expect((await answers.bodies()).filter((body) => body.includes(nandini.number))).toEqual([]);

  const popup = buyer.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Chat on WhatsApp" }).tap();
  const chat = await popup;
  await chat.waitForURL("https://wa.me/**");
  const link = new URL(chat.url());
  expect(link.pathname).toBe(`/91${nandini.number}`);
  expect(link.searchParams.get("text")).toBe(`interested in buying ${cycle}`);
  expect(await chat.evaluate(() => window.opener as unknown)).toBeNull();
  await chat.close();

  await page.getByRole("switch", { name: `Mark as Sold: ${cycle}` }).tap();
  await expect(page.getByText("Product marked as sold")).toBeVisible();
  await buyer.goBack();
  await expect(dialog).toBeHidden();
  await buyer.reload();
  await expect(card).toContainText("Sold");
  await expect(card.getByRole("link")).toHaveCount(0);
  await expect(card.locator("[aria-disabled=true]")).toBeVisible();
  await card.tap();
  await expect(dialog).toBeHidden();

  await page.getByRole("link", { name: `Edit ${cycle}` }).tap();
  await page.getByLabel("Price").fill("1700");
  await page.getByRole("button", { name: "Update Product" }).tap();
  await expect(page.getByText("Product updated successfully!")).toBeVisible();
  await page.goto("/profile");
  const own = page.getByRole("article").filter({ hasText: cycle });
  await expect(own).toContainText("₹1,700");
  await own.getByRole("button", { name: `Delete ${cycle}` }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).tap();
  await expect(page.getByText("Product deleted successfully!")).toBeVisible();
  await expect(own).toBeHidden();
});

const count = 60;
test(
  `${count} items are opened one after the other: nothing is refused, and no phone travels before a chat tap`,
  { tag: "@sweep" },
  async ({ page, context }) => {
    await standInForWhatsApp(context);
    const answers = recordAnswers(context);
    const rohan = "Rohan Mehta";
    // Other tests check the pictures, which would be most of this test's work.
    await context.route("**/photos/**", (route) => route.fulfill({ body: "" }));
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page, rohan, "/buy");
    // Plain selectors, because so many lookups by role would take most of the test's time.
    const cards = page.locator('main .card-list a[href^="/item/"]');
    const dialog = page.locator("dialog.dialog-detail");
    await expect(cards.first()).toBeVisible();
    for (let shown = await cards.count(); shown < count; shown = await cards.count()) {
      const more = page.waitForResponse(/\/api\/products\/filter\?(.*&)?cursor=/);
      // By keyboard, because new cards move the button, and a tap on a moving button is no click.
      await page.getByRole("button", { name: "Load more" }).press("Enter");
      expect((await more).status()).toBe(200);
      await expect.poll(() => cards.count()).toBeGreaterThan(shown);
    }
    const items = await cards.evaluateAll((links) =>
      links.map((link) => link.getAttribute("href")),
    );
    for (const item of items.slice(0, count)) {
      await page.locator(`main .card-list a[href="${item}"]`).tap();
      await expect(
        dialog.locator("button").filter({ hasText: /Chat on WhatsApp|chat with yourself/ }),
      ).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
    }
    expect(answers.refused).toEqual([]);
    const sellers = demoStudents
      .filter(({ name }) => name !== rohan)
      .map(({ phone: number }) => number.slice(1));
    const leaks = (await answers.bodies()).filter((body) =>
      sellers.some((digits) => body.includes(digits)),
    );
    expect(leaks).toEqual([]);
  },
);
