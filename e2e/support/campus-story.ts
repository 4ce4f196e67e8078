import {
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { phone, skipSafetyCard } from "./market.ts";
import type { Provider, Student } from "./campus.ts";
import { phonePhoto } from "./phone-photo.ts";
import { untilServed } from "./served.ts";
import { fillRegistration, storedValue } from "./students.ts";

type Campus = {
  origin: string;
  provider: Provider;
  openBrowser(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Stops what runs, calls `whileStopped`, and starts it again. */
  restart(whileStopped: () => Promise<void>): Promise<void>;
};

const asha = { name: "Asha Rao", email: "asha.rao@college.example" };
const rohan = { name: "Rohan Mehta", email: "rohan.mehta@college.example" };
const lamp = "Study lamp with a dimmer";

/**
 * What a campus does on its first day, with the service worker active all the time: one student lists,
 * another finds it and opens the chat, the product is restarted, the listing is sold, both sign out.
 */
export async function campusStory({
  origin,
  provider,
  openBrowser,
  restart,
}: Campus): Promise<void> {
  const options = { ...phone, baseURL: origin };
  const sellers = await openBrowser(options);
  const seller = await visit(sellers, "/login");
  await signInAndRegister(seller, provider, asha);
  await expectSafeCookie(sellers);
  await listLamp(seller);

  const buyers = await openBrowser(options);
  await buyers.addInitScript(skipSafetyCard);
  await buyers.route("https://wa.me/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>WhatsApp</title>" }),
  );
  const buyer = await visit(buyers, "/login");
  await signInAndRegister(buyer, provider, rohan);
  await buyer.getByRole("link", { name: "Buy", exact: true }).last().tap();
  const results = buyer.getByRole("region", { name: "Products", exact: true });
  const card = results.getByRole("listitem").filter({ hasText: lamp });
  await card.getByRole("link").tap();
  const dialog = buyer.getByRole("dialog", { name: lamp });
  const popup = buyer.waitForEvent("popup");
  await dialog.getByRole("button", { name: "Chat on WhatsApp" }).tap();
  const chat = await popup;
  await chat.waitForURL("https://wa.me/**");
  expect(new URL(chat.url()).pathname).toBe("/919876543210");
  await chat.close();
  await buyer.goBack();

  await untilFilesAreCached(buyer);
  await restart(async () => {
    await buyer.goto("/");
    await expect(buyer.getByRole("heading", { name: "Latest Products" })).toBeVisible();
  });

  await seller.goto("/profile");
  await seller.getByRole("switch", { name: `Mark as Sold: ${lamp}` }).tap();
  await expect(seller.getByText("Product marked as sold")).toBeVisible();
  await buyer.goto("/buy");
  await expect(card).toContainText("Sold");

  await logOut(seller);
  provider.become(asha);
  await signInThroughPopup(seller);
  await expect(seller.getByText("Hi, Asha")).toBeVisible();
  // Before the market stops: a page that is still loading would report that as a fault.
  await Promise.all([sellers.close(), buyers.close()]);
}

/** A page on which the service worker has taken over. */
async function visit(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await untilServed(page);
  return page;
}

/** The worker caches what later pages need a moment after the first tap. */
async function untilFilesAreCached(page: Page): Promise<void> {
  const areCached = () =>
    page.evaluate(async () => {
      const keys = await caches.keys();
      const requests = await Promise.all(keys.map(async (key) => (await caches.open(key)).keys()));
      const names = requests.flat().map(({ url }) => url);
      return ["sign-in-", "lightbox-"].every((name) =>
        names.some((url) => url.includes(`/assets/${name}`)),
      );
    });
  await expect.poll(areCached).toBe(true);
}

/** The provider asks nothing, so the window closes by itself. */
async function signInThroughPopup(page: Page, button = "Login with Google"): Promise<void> {
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: button, exact: true }).tap();
  const opened = await popup;
  if (!opened.isClosed()) await opened.waitForEvent("close");
}

async function signInAndRegister(page: Page, provider: Provider, as: Student): Promise<void> {
  provider.become(as);
  await signInThroughPopup(page);
  await page
    .getByRole("alertdialog", { name: "User Not Registered" })
    .getByRole("button", { name: "OK" })
    .tap();
  await fillRegistration(page);
  await signInThroughPopup(page, "Submit");
  await expect(page).toHaveURL("/");
  expect(JSON.parse((await storedValue(page, "user")) ?? "{}")).toMatchObject({ email: as.email });
}

/** Checks that on https the session cookie is bound to this host, and that no script reads it. */
async function expectSafeCookie(context: BrowserContext): Promise<void> {
  const session = (await context.cookies()).find(({ name }) => name.startsWith("__Host-session"));
  expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: "Strict", path: "/" });
}

async function listLamp(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Sell", exact: true }).last().tap();
  const photo = { name: "lamp.jpg", mimeType: "image/jpeg", buffer: await phonePhoto(6) };
  await page.getByLabel("Photos from the gallery").setInputFiles([photo]);
  await page.getByLabel("Name").fill(lamp);
  await page.getByLabel("Price").fill("350");
  await page.getByText("Room & Living", { exact: true }).tap();
  await page.getByText("Used - Good").tap();
  await page.getByText("On-Campus").tap();
  await page.getByLabel("Address").fill("Hostel 4 gate");
  await page.getByLabel("Description").fill("Warm and cold light.");
  await page.getByRole("button", { name: "List Item" }).tap();
  await expect(page.getByText("Product listed successfully!")).toBeVisible({ timeout: 60_000 });
  const sheet = page.getByRole("dialog", { name: "Share it with your hostel" });
  await sheet.getByRole("button", { name: "Close this dialog" }).tap();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.getByRole("button", { name: "Log Out", exact: true }).tap();
  await expect(page).toHaveURL("/login");
  expect(await storedValue(page, "token")).toBeNull();
}
