import { picturePaths } from "@market/fixtures/pictures";
import { Hand, pace } from "./support/hand.ts";
import { expect, phone, test } from "./support/market.ts";
import { enter } from "./support/students.ts";

test.use(phone);

test("a visitor's minute: three taps lead from the home page over a product to the login", async ({
  page,
}) => {
  const hand = new Hand();
  await page.goto("/");
  await hand.tap(page.getByRole("main").getByRole("listitem").getByRole("link").last());
  await hand.tap(page.getByRole("dialog").getByRole("button", { name: "Chat on WhatsApp" }));
  await expect(page).toHaveURL("/login");
  const popup = page.waitForEvent("popup");
  await hand.tap(page.getByRole("button", { name: "Login with Google" }));
  await popup;
  expect(hand.taps).toBe(3);
});

test(
  "a student's minute: from the profile, a thing with two photos is listed by eight taps and three texts in under 30 s, and shared by one more",
  { tag: "@sweep" },
  async ({ page }) => {
    await page.context().route("https://wa.me/**", (route) => route.fulfill({ body: "WhatsApp" }));
    await enter(page, "Mina Minutes");
    await page.goto("/sell");
    // The place of the last listing on this phone.
    await page.evaluate(() => {
      const { _id: owner } = JSON.parse(localStorage.getItem("user") ?? "{}") as { _id?: string };
      const place = { owner, address: "Hostel 4 gate", locationType: "On-Campus" };
      localStorage.setItem("last-place", JSON.stringify(place));
    });
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "My Listings" })).toBeVisible();
    const hand = new Hand();
    await hand.tap(page.getByRole("link", { name: "Sell" }).last());
    const chooser = page.waitForEvent("filechooser");
    await hand.tap(page.getByRole("button", { name: "Gallery" }));
    await (await chooser).setFiles(picturePaths("study-lamp").slice(0, 2));
    hand.seconds += pace.choosePhotos;
    await hand.type(page.getByLabel("Name"), "Study lamp");
    await hand.tap(page.getByRole("button", { name: "Choose the category Study Essentials" }));
    await hand.type(page.getByLabel("Price"), "450");
    await hand.tap(page.getByText("Like New"));
    await hand.type(page.getByLabel("Description"), "Warm light, works well");
    await hand.tap(page.getByRole("button", { name: "List Item" }));
    await expect(page.getByText("Product listed successfully!")).toBeVisible();
    expect(hand.taps).toBe(8);
    expect(hand.texts).toBe(3);
    expect(hand.seconds).toBeLessThan(30);
    const sheet = page.getByRole("dialog", { name: "Share it with your hostel" });
    const chat = page.waitForEvent("popup");
    await hand.tap(sheet.getByRole("link", { name: "Send on WhatsApp" }));
    await (await chat).waitForURL("https://wa.me/**");
    expect(hand.taps).toBe(9);
  },
);
